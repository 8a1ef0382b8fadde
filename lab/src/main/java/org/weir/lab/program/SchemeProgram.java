// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;

/**
 * A scheme's program on one switch: one of {@code pipelines/schemes}, or another with its frame.
 */
public final class SchemeProgram implements RoutedProgram {
    /** The queue of all data. */
    public static final int DATA_PRIORITY = 3;

    /** The queue of notifications, acknowledgements and statuses, before all others. */
    public static final int CONTROL_PRIORITY = 7;

    /** Counter of the packets that a port's congestion point has marked, by egress port. */
    public static final String MARKS = "SchemeEgress.marks";

    private static final String SETTINGS = "SchemeEgress.congestion_point.settings";
    private static final String ACTIONS = "SchemeEgress.congestion_point.";
    private static final String FOLDER = "/org/weir/lab/compiled/schemes/";
    private static final int NOTIFICATION_SESSION = 1;
    private static final int PAUSE_SESSION = 2;
    private static final int PORTS_PER_SWITCH = 64;

    private final SwitchNode node;
    private final SwitchControl control;

    private SchemeProgram(SwitchNode node, SwitchControl control) {
        this.node = node;
        this.control = control;
    }

    /**
     * Loads a program into every switch of a network, with routes to every host.
     *
     * @param name of the program, for example {@code p4qcn}
     * @return by the switch's name
     * @throws ProgramException when a switch refuses it
     */
    public static Map<String, SchemeProgram> install(Network network, String name)
            throws ProgramException {
        return install(network, json(name));
    }

    /**
     * Loads a program that is not one of Weir's into every switch of a network, with routes to
     * every host.
     *
     * @param json p4c's output for BMv2, of a program with the frame of {@code pipelines/schemes}
     * @return by the switch's name
     * @throws ProgramException when a switch refuses it
     */
    public static Map<String, SchemeProgram> install(Network network, byte[] json)
            throws ProgramException {
        return StaticRoutes.install(network, node -> load(node, json));
    }

    private static SchemeProgram load(SwitchNode node, byte[] json) throws ProgramException {
        SwitchControl control = node.device().orElseThrow();
        control.loadProgram(json);
        MirrorSession toCpu = MirrorSession.toPort(control.cpuPort());
        control.setMirrorSession(NOTIFICATION_SESSION, toCpu);
        control.setMirrorSession(PAUSE_SESSION, toCpu);
        return new SchemeProgram(node, control);
    }

    private static byte[] json(String name) {
        try (InputStream stream =
                SchemeProgram.class.getResourceAsStream(FOLDER + name + ".json")) {
            if (stream == null) {
                throw new IllegalArgumentException("no scheme's program is named " + name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void route(IpAddress destination, int port) {
        if (!destination.isIpv4()) {
            // These programs know nothing else; Scheme.carriesIpv6 says so before flows are run.
            return;
        }
        byte[] address = destination.bytes();
        insert(
                "SchemeIngress.ipv4_routes",
                new MatchKey.Lpm(address, 8 * address.length),
                "SchemeIngress.set_output",
                port);
    }

    /** Sets up the congestion point of every port. */
    public void settings(String action, long... values) {
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            settings(port.number(), action, values);
        }
    }

    /**
     * Sets up the congestion point of every port, each with values of its own, which follow the
     * port's rate.
     */
    public void portSettings(String action, Function<PortThresholds.Port, long[]> values) {
        rateSettings(
                action,
                (port, rateBps) ->
                        values.apply(new PortThresholds.Port(rateBps, queuePackets(node, port))));
    }

    /** Sets up the congestion point of every port, with the port's number as the first value. */
    public void numberedSettings(String action, long... values) {
        numberedPortSettings(action, port -> values);
    }

    /**
     * Sets up the congestion point of every port, with the port's number as the first value and
     * then values of its own, which follow the port's rate.
     */
    public void numberedPortSettings(String action, Function<PortThresholds.Port, long[]> ofPort) {
        rateSettings(
                action,
                (port, rateBps) -> {
                    long[] values =
                            ofPort.apply(
                                    new PortThresholds.Port(rateBps, queuePackets(node, port)));
                    long[] all = new long[values.length + 1];
                    all[0] = node.spec().deviceId() * PORTS_PER_SWITCH + port;
                    System.arraycopy(values, 0, all, 1, values.length);
                    return all;
                });
    }

    private void settings(int port, String action, long... values) {
        insert(SETTINGS, exact(port), ACTIONS + action, values);
    }

    /** Sets up the congestion point of every port, which is told its number and its rate, kb/s. */
    public void rateSettings(String action) {
        rateSettings(action, this::numberAndRate);
    }

    private long[] numberAndRate(int port, long rateBps) {
        long number = node.spec().deviceId() * PORTS_PER_SWITCH + port & 0xffff;
        return new long[] {number, Math.max(1, rateBps / 1000)};
    }

    private void rateSettings(String action, RateValues values) {
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            settings(port.number(), action, values.of(port.number(), port.rateBps()));
        }
        node.followRates(
                (port, rateBps) ->
                        control.table(SETTINGS)
                                .orElseThrow()
                                .modify(
                                        entry(
                                                exact(port),
                                                ACTIONS + action,
                                                values.of(port, rateBps))));
    }

    /** Packets that a port's queue of all data holds. */
    public static int queuePackets(SwitchNode node, int port) {
        return node.device()
                .orElseThrow()
                .traffic()
                .portTraffic(port)
                .queues()
                .get(DATA_PRIORITY)
                .capacityPackets();
    }

    /**
     * Has packets with a DSCP wait in a queue of their own; the program has to have class queues.
     *
     * @param queue 0 to 7
     */
    public static void classQueue(SwitchNode node, int dscp, int queue) {
        node.device()
                .orElseThrow()
                .table("SchemeIngress.class_queues")
                .orElseThrow()
                .insert(entry(exact(dscp), "SchemeIngress.set_queue", queue));
    }

    /**
     * Has ingress drop what finds its queue full, so that the program can count a queue's bytes;
     * the program has to do so. All queues of a port have the room of the queue of all data.
     */
    public static void queueLimits(SwitchNode node) {
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            PortEntries.add(
                    node.device().orElseThrow(),
                    "SchemeIngress.admission.",
                    "settings",
                    port.number(),
                    "admit",
                    queuePackets(node, port.number()));
        }
    }

    /**
     * Turns on flow control for what comes in by each port; the program has to have it.
     *
     * @param pausePackets packets waiting from which a port's peer is paused
     * @param resumePackets packets waiting down to which it may go on
     * @param repeatIntervalUs time after which a pause is said again, µs
     */
    public void flowControl(long pausePackets, long resumePackets, long repeatIntervalUs) {
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            insert(
                    "SchemeIngress.pfc_arrival.thresholds",
                    exact(port.number()),
                    "SchemeIngress.pfc_arrival.set_pause",
                    pausePackets,
                    repeatIntervalUs);
            insert(
                    "SchemeEgress.pfc_departure.thresholds",
                    exact(port.number()),
                    "SchemeEgress.pfc_departure.set_resume",
                    resumePackets);
            insert(
                    "SchemeIngress.pfc_arrival.limits",
                    exact(port.number()),
                    "SchemeIngress.pfc_arrival.set_limit",
                    queuePackets(node, port.number()));
        }
    }

    /** Packets that a counter of the program's has counted over all ports. */
    public long count(String counter) {
        var read = control.counter(counter).orElseThrow();
        long packets = 0;
        for (int port = 0; port < PORTS_PER_SWITCH; port++) {
            packets += read.read(port).packets();
        }
        return packets;
    }

    private void insert(String table, MatchKey key, String action, long... values) {
        control.table(table).orElseThrow().insert(entry(key, action, values));
    }

    private static TableEntry entry(MatchKey key, String action, long... values) {
        byte[][] parameters = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            parameters[i] = BigInteger.valueOf(values[i]).toByteArray();
        }
        return new TableEntry(List.of(key), 0, ActionCall.of(action, parameters));
    }

    private static MatchKey exact(long value) {
        return new MatchKey.Exact(BigInteger.valueOf(value).toByteArray());
    }

    /** Values of a port's congestion point while the port has a rate, bit/s. */
    @FunctionalInterface
    private interface RateValues {
        long[] of(int port, long rateBps);
    }
}
