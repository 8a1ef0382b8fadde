// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;

/**
 * Weir's program on both targets, v1model in the project's switch and Tofino's as assembled, with
 * the same entries. Packets to the controller count as sent by port {@link #CPU}.
 */
public final class BothPrograms {

    public static final int CPU = -1;
    public static final int PORTS = 8;
    public static final long START_NS = 1_000_000_000L;
    private static final int V1MODEL_CPU = 255;
    private static final int TOFINO_CPU = 64;
    private static final int RECIRCULATION = 68;
    private static final int COPY_BYTES = 128;
    private static final int FRONT_PANEL_PORTS = 64;

    /** A packet that left. */
    public record Sent(int port, byte[] frame) {}

    public final VirtualTimeline timeline = new VirtualTimeline();
    public final Switch v1model = new Switch(new SwitchConfig("v1model"), timeline);
    public final TofinoModel tofino;

    /** Gets each entry as well; none unless a test sets it. */
    public EntryWriter more = (table, priority, match, action, parameters) -> {};

    private final List<Sent> v1modelSent = new ArrayList<>();
    private final Map<String, org.weir.tofino.model.stage.TableEntry> replaceable = new HashMap<>();

    /** Weir's program on both. */
    public BothPrograms() throws Exception {
        this(WeirAssembly.text());
    }

    /**
     * Weir's program for v1model, and one for Tofino.
     *
     * @param assembly the program for Tofino
     */
    public BothPrograms(String assembly) throws Exception {
        this(assembly, PortConfig.UNLIMITED);
    }

    /**
     * Weir's program for v1model with ports of a rate, and one for Tofino.
     *
     * @param assembly the program for Tofino
     * @param portBps rate of v1model's ports, in bit/s
     */
    public BothPrograms(String assembly, long portBps) throws Exception {
        v1model.onPacketIn(frame -> v1modelSent.add(new Sent(CPU, frame)));
        for (int i = 1; i <= PORTS; i++) {
            int port = i;
            v1model.attachPort(
                    port,
                    new PortConfig("port" + port, portBps, 4096),
                    (buffer, offset, length) ->
                            v1modelSent.add(
                                    new Sent(
                                            port,
                                            Arrays.copyOfRange(buffer, offset, offset + length))));
        }
        v1model.loadProgram(WeirAssembly.v1modelProgram());
        v1model.setMirrorSession(1, MirrorSession.toPort(V1MODEL_CPU));
        v1model.setMirrorSession(2, MirrorSession.toPort(V1MODEL_CPU));
        timeline.runUntil(START_NS);
        tofino = withPorts(assembly);
        for (int port = 1; port <= PORTS; port++) {
            trust(port);
        }
    }

    /** Makes a port one to another switch in both, as all ports are at the start. */
    private void trust(int port) {
        put(
                WeirIngress.Edge.PORT_KINDS,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                WeirIngress.Edge.TRUST_PORT,
                Map.of());
    }

    /**
     * Weir's program for Tofino, with ports for the CPU and for feedback. All front panel ports of
     * the pipe lead to other switches.
     */
    public static TofinoModel tofino() throws Exception {
        return tofino(WeirAssembly.text());
    }

    /**
     * The same with a build of the program.
     *
     * @param assembly the program
     */
    public static TofinoModel tofino(String assembly) {
        TofinoModel model = withPorts(assembly);
        for (int port = 0; port < FRONT_PANEL_PORTS; port++) {
            model.table(WeirIngress.Edge.PORT_KINDS)
                    .add(
                            Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                            WeirIngress.Edge.TRUST_PORT,
                            Map.of());
        }
        return model;
    }

    private static TofinoModel withPorts(String assembly) {
        TofinoModel model = new TofinoModel(assembly);
        model.setCpuPort(TOFINO_CPU);
        model.addRecirculationPort(RECIRCULATION);
        model.setMirrorSession(1, RECIRCULATION, COPY_BYTES);
        model.setMirrorSession(2, TOFINO_CPU, COPY_BYTES);
        return model;
    }

    /** Adds an entry to both. */
    public void add(
            String table,
            int priority,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters,
            String... parameterOrder) {
        addToTofino(table, priority, match, action, parameters);
        addToV1model(table, priority, match, action, parameters, parameterOrder);
    }

    /** Adds an entry to Tofino's program. */
    public void addToTofino(
            String table,
            int priority,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters) {
        tofino.table(table).add(match, priority, action, parameters);
        more.add(table, priority, match, action, parameters);
    }

    /** Adds an entry to v1model's program. */
    public void addToV1model(
            String table,
            int priority,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters,
            String... parameterOrder) {
        TableControl control = v1model.table(table).orElseThrow();
        control.insert(entry(control, priority, match, action, parameters, parameterOrder));
    }

    /**
     * Gives a class at a port of both a queue with settings, and the port rate windows of 16 384
     * us.
     *
     * @param thresholdPackets depth from which packets are marked and cause feedback
     * @param limitPackets depth from which they are dropped
     * @param feedbackIntervalUs least time between two feedback packets to a flow
     */
    public void setQueue(
            int port,
            int classId,
            long thresholdPackets,
            long limitPackets,
            long targetRateKbps,
            long feedbackIntervalUs) {
        add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(port)),
                WeirIngress.QueueSettings.useGeneration(16384),
                Map.of("generation", 1L, Parameters.ROUND_PACKETS, 4L),
                "generation",
                Parameters.ROUND_PACKETS);
        add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                Map.of(
                        MatchFields.OUTPUT_PORT,
                        KeyMatch.exact(port),
                        MatchFields.CLASS_ID,
                        KeyMatch.exact(classId),
                        MatchFields.GENERATION,
                        KeyMatch.exact(1)),
                WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                Map.of(
                        Parameters.WEIGHT_PACKETS,
                        4L,
                        Parameters.THRESHOLD_PACKETS,
                        thresholdPackets,
                        Parameters.LIMIT_PACKETS,
                        limitPackets,
                        Parameters.TARGET_RATE_KBPS,
                        targetRateKbps,
                        Parameters.FEEDBACK_INTERVAL_US,
                        feedbackIntervalUs),
                Parameters.WEIGHT_PACKETS,
                Parameters.THRESHOLD_PACKETS,
                Parameters.LIMIT_PACKETS,
                Parameters.TARGET_RATE_KBPS,
                Parameters.FEEDBACK_INTERVAL_US);
    }

    /** Gives the entry of an exact key another action in both, or adds it. */
    public void put(
            String table,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters,
            String... parameterOrder) {
        TableControl control = v1model.table(table).orElseThrow();
        TableEntry entry = entry(control, 0, match, action, parameters, parameterOrder);
        var present = replaceable.remove(table + match);
        if (present == null) {
            control.insert(entry);
        } else {
            control.modify(entry);
            tofino.table(table).remove(present);
        }
        replaceable.put(table + match, tofino.table(table).add(match, action, parameters));
    }

    /** Removes the entry of an exact key that {@link #put} has added. */
    public void remove(String table, Map<String, KeyMatch> match) {
        TableControl control = v1model.table(table).orElseThrow();
        control.delete(keys(control, match), 0);
        tofino.table(table).remove(replaceable.remove(table + match));
    }

    private static TableEntry entry(
            TableControl control,
            int priority,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters,
            String... parameterOrder) {
        byte[][] values =
                Arrays.stream(parameterOrder)
                        .map(name -> bytes(BigInteger.valueOf(parameters.get(name))))
                        .toArray(byte[][]::new);
        return new TableEntry(
                keys(control, match),
                control.needsPriority() ? priority : 0,
                ActionCall.of(action, values));
    }

    private static List<MatchKey> keys(TableControl control, Map<String, KeyMatch> match) {
        List<MatchKey> keys = new ArrayList<>();
        for (MatchField field : control.matchFields()) {
            keys.add(key(match.get(field.name()), field.bitWidth()));
        }
        return keys;
    }

    private static MatchKey key(KeyMatch match, int bits) {
        if (match == null) {
            return MatchKey.ANY;
        }
        if (match instanceof KeyMatch.Exact exact) {
            return new MatchKey.Exact(bytes(exact.value()));
        }
        if (match instanceof KeyMatch.Ternary ternary) {
            return new MatchKey.Ternary(bytes(ternary.value()), bytes(ternary.mask()));
        }
        if (match instanceof KeyMatch.Lpm lpm) {
            byte[] value = new byte[bits / 8];
            byte[] given = bytes(lpm.value());
            System.arraycopy(given, 0, value, value.length - given.length, given.length);
            return new MatchKey.Lpm(value, lpm.prefixLength());
        }
        KeyMatch.Range range = (KeyMatch.Range) match;
        return new MatchKey.Range(bytes(range.first()), bytes(range.last()));
    }

    private static byte[] bytes(BigInteger value) {
        byte[] bytes = value.toByteArray();
        return bytes.length > 1 && bytes[0] == 0
                ? Arrays.copyOfRange(bytes, 1, bytes.length)
                : bytes;
    }

    /** Frames that v1model sends for a packet; from the controller if the port is {@link #CPU}. */
    public List<Sent> throughV1model(int port, byte[] frame) {
        v1modelSent.clear();
        if (port == CPU) {
            v1model.packetOut(frame.clone());
        } else {
            v1model.receive(port, frame.clone());
        }
        if (!timeline.runUntilIdle(timeline.nowNs() + 1_000_000_000L)) {
            throw new IllegalStateException("packets go round without an end");
        }
        return List.copyOf(v1modelSent);
    }

    /** Frames that Tofino sends for it. */
    public List<Sent> throughTofino(int port, byte[] frame) {
        return tofino
                .receive(port == CPU ? TOFINO_CPU : port, frame.clone(), timeline.nowNs())
                .stream()
                .map(sent -> new Sent(sent.port() == TOFINO_CPU ? CPU : sent.port(), sent.frame()))
                .toList();
    }

    public long v1modelPackets(String counter, int index) {
        return v1model.counter(counter).orElseThrow().read(index).packets();
    }

    public long v1modelBytes(String counter, int index) {
        return v1model.counter(counter).orElseThrow().read(index).bytes();
    }
}
