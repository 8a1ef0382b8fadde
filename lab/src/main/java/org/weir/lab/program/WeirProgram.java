// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.measurement.DelayHistogram;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.pipelines.ThresholdParameter;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * Weir's v1model program on one switch, programmed without a controller: for experiments in virtual
 * time, where settings are given rather than solved.
 */
public final class WeirProgram implements RoutedProgram {
    /** Priority of control traffic and feedback, the highest. */
    public static final int CONTROL_PRIORITY = 7;

    private static final String RESOURCE = "/org/weir/pipelines/v1model/weir.json";
    private static final int FEEDBACK_SESSION = 1;
    private static final int TELEMETRY_SESSION = 2;
    private static final int CLASSES_PER_PORT = 8;
    private static final int ANY_ENTRY_PRIORITY = 10;
    private static final int LAST_ENTRY_PRIORITY = 1;
    private static final int DSCP_BITS = 6;

    private final SwitchControl control;
    private final Map<Integer, Integer> generations = new HashMap<>();
    private int commonLimitPackets;

    private WeirProgram(SwitchControl control) {
        this.control = control;
    }

    /**
     * Loads the program into a switch and sets up its clones. All ports believe the frames that
     * come in by them: experiments have no strangers.
     *
     * @throws ProgramException when the switch refuses it
     */
    public static WeirProgram load(SwitchControl control) throws ProgramException {
        control.loadProgram(json());
        MirrorSession toCpu = MirrorSession.toPort(control.cpuPort());
        control.setMirrorSession(FEEDBACK_SESSION, toCpu);
        control.setMirrorSession(TELEMETRY_SESSION, toCpu);
        control.table(WeirIngress.Edge.PORT_KINDS)
                .orElseThrow()
                .setDefaultAction(ActionCall.of(WeirIngress.Edge.TRUST_PORT));
        return new WeirProgram(control);
    }

    private static byte[] json() {
        try (InputStream stream = WeirProgram.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void route(IpAddress destination, int port) {
        byte[] address = destination.bytes();
        insert(
                routes(destination),
                0,
                List.of(new MatchKey.Lpm(address, 8 * address.length)),
                WeirIngress.Forwarding.SET_OUTPUT,
                port);
    }

    /** Changes the port of a destination that has a route. */
    public void reroute(IpAddress destination, int port) {
        byte[] address = destination.bytes();
        write(
                routes(destination),
                List.of(new MatchKey.Lpm(address, 8 * address.length)),
                WeirIngress.Forwarding.SET_OUTPUT,
                port);
    }

    private static String routes(IpAddress destination) {
        return destination.isIpv4()
                ? WeirIngress.Forwarding.IPV4_ROUTES
                : WeirIngress.Forwarding.IPV6_ROUTES;
    }

    /** Puts packets of both IP versions with a DSCP into a class. */
    public void classify(int dscp, int classId) {
        MatchKey key = new MatchKey.Ternary(bytes(dscp), bytes((1 << DSCP_BITS) - 1));
        classify(Map.of(MatchFields.DSCP, key), ANY_ENTRY_PRIORITY, classId);
    }

    /** Puts packets that no other entry matches into a class: the policy's default class. */
    public void classifyOthers(int classId) {
        classify(Map.of(), LAST_ENTRY_PRIORITY, classId);
    }

    private void classify(Map<String, MatchKey> stated, int priority, int classId) {
        for (String table :
                List.of(WeirIngress.Classifier.IPV4_CLASSES, WeirIngress.Classifier.IPV6_CLASSES)) {
            insert(
                    table,
                    priority,
                    control.table(table).orElseThrow().key(stated),
                    WeirIngress.Classifier.SET_CLASS,
                    classId);
        }
    }

    /**
     * Gives a class a virtual queue at a port.
     *
     * @param weightPackets packets it may put into each priority level in a round of {@link
     *     QueueSettings#TURNS_PER_ROUND} turns
     * @param thresholdPackets depth from which packets are marked
     * @param limitPackets depth from which packets are dropped
     * @param targetRateKbps λ*, kb/s
     * @param feedbackIntervalUs least time between two feedback packets to one flow, µs
     */
    public void virtualQueue(
            int port,
            int classId,
            int weightPackets,
            int thresholdPackets,
            int limitPackets,
            long targetRateKbps,
            long feedbackIntervalUs) {
        settings(
                port,
                classId,
                WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                weightPackets,
                thresholdPackets,
                limitPackets,
                targetRateKbps,
                feedbackIntervalUs);
    }

    /** Gives a class one fixed priority at a port, 6 the highest that is not control traffic's. */
    public void strictPriority(int port, int classId, int level) {
        settings(port, classId, WeirIngress.QueueSettings.SET_STRICT_PRIORITY, level);
    }

    /**
     * Has packets with a DSCP wait with feedback, before all classes with virtual queues, at all
     * ports of a switch.
     *
     * @param classId a class of their own, which no policy has
     */
    public void controlQueue(List<SwitchSpec.PortSpec> ports, int dscp, int classId) {
        classify(dscp, classId);
        for (SwitchSpec.PortSpec port : ports) {
            for (int generation = 0; generation <= 1; generation++) {
                insert(
                        WeirIngress.QueueSettings.SETTINGS,
                        0,
                        List.of(exact(port.number()), exact(classId), exact(generation)),
                        WeirIngress.QueueSettings.SET_STRICT_PRIORITY,
                        CONTROL_PRIORITY);
            }
        }
    }

    private void settings(int port, int classId, String action, long... parameters) {
        insert(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                List.of(exact(port), exact(classId), exact(0)),
                action,
                parameters);
    }

    /**
     * Puts a port's settings in force.
     *
     * @param roundPackets departures that make a round: the sum of its classes' weights
     * @param rateWindow over which its classes' arrival rates are measured
     */
    public void useSettings(int port, int roundPackets, RateWindow rateWindow) {
        insert(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                List.of(exact(port)),
                useGeneration(rateWindow),
                0,
                roundPackets);
    }

    /**
     * Has CoDel mark packets that leave by a port.
     *
     * @param targetUs CoDel's target, µs
     * @param intervalUs CoDel's interval, µs
     */
    public void markByCodel(int port, long targetUs, long intervalUs) {
        insert(
                WeirEgress.Aqm.SCHEMES,
                0,
                List.of(exact(port)),
                WeirEgress.Aqm.MARK_BY_CODEL,
                targetUs,
                intervalUs);
    }

    /**
     * Has CoDel mark acknowledgements that come in by a port for data that leave by it.
     *
     * @param returnUs largest age of a flow's last acknowledgement for that, µs
     * @param expiryUs time for which a flow without acknowledgements is remembered, µs
     */
    public void markReverseByCodel(
            int port, long targetUs, long intervalUs, long returnUs, long expiryUs) {
        insert(
                WeirEgress.Aqm.SCHEMES,
                0,
                List.of(exact(port)),
                WeirEgress.Aqm.MARK_REVERSE_BY_CODEL,
                targetUs,
                intervalUs,
                returnUs);
        insert(
                WeirIngress.Rpm.ACK_PORTS,
                0,
                List.of(exact(port)),
                WeirIngress.Rpm.WATCH_ACKS,
                expiryUs);
    }

    /** Packets and bytes that have left a class's queue at a port. */
    public CounterValue departures(int port, int classId) {
        return read(WeirEgress.QueueStatistics.DEPARTURES, port, classId);
    }

    /** Packets and bytes of a class that were routed to a port, dropped ones included. */
    public CounterValue arrivals(int port, int classId) {
        return read(WeirIngress.VirtualQueue.ARRIVALS, port, classId);
    }

    /** Packets and bytes of a class dropped at a port because it was at its limit. */
    public CounterValue drops(int port, int classId) {
        return read(WeirIngress.VirtualQueue.DROPS, port, classId);
    }

    /** Packets of a class that met its queue above its threshold at a port. */
    public CounterValue marks(int port, int classId) {
        return read(WeirIngress.VirtualQueue.MARKS, port, classId);
    }

    /** Feedback packets made for a class at a port. */
    public CounterValue feedback(int port, int classId) {
        return read(WeirIngress.VirtualQueue.FEEDBACK, port, classId);
    }

    /** Packets of a class that left a port, by bucket of their queueing delay. */
    public long[] delays(int port, int classId) {
        CounterControl counter = control.counter(WeirEgress.QueueStatistics.DELAYS).orElseThrow();
        long[] counts = new long[DelayHistogram.BUCKETS];
        int first = (port * CLASSES_PER_PORT + classId) * DelayHistogram.BUCKETS;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = counter.read(first + i).packets();
        }
        return counts;
    }

    /** Least time between two telemetry reports of one of a port's queues, µs. */
    public void reportInterval(int port, long intervalUs) {
        insert(
                WeirEgress.Telemetry.REPORTING,
                0,
                List.of(exact(port)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                intervalUs);
    }

    /**
     * Lets as many packets of each class wait, whatever limit it is given by {@link #install}.
     *
     * @param packets at least 1
     */
    public void commonLimit(int packets) {
        commonLimitPackets = packets;
    }

    /**
     * Puts a controller's settings of a port in force: writes them beside those in force, then
     * changes over in one step.
     */
    public void install(PortSettings settings) {
        int port = (int) settings.port().port();
        int generation = generations.merge(port, 1, (old, one) -> 1 - old) & 1;
        int round = 0;
        for (QueueSettings queue : settings.queues()) {
            round += queue.weightPackets();
            write(
                    WeirIngress.QueueSettings.SETTINGS,
                    List.of(exact(port), exact(queue.classIndex()), exact(generation)),
                    WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                    queue.weightPackets(),
                    thresholdParameter(queue.marking()),
                    commonLimitPackets > 0 ? commonLimitPackets : queue.limitPackets(),
                    queue.targetRateKbps(),
                    queue.feedbackIntervalUs());
        }
        write(
                WeirIngress.QueueSettings.GENERATIONS,
                List.of(exact(port)),
                useGeneration(settings.rateWindow()),
                generation,
                round);
    }

    private static int thresholdParameter(Marking marking) {
        return switch (marking.kind()) {
            case DEPTH -> ThresholdParameter.ofPackets(marking.thresholdPackets().orElseThrow());
            case RATE -> ThresholdParameter.byRate();
            case OFF -> ThresholdParameter.off();
        };
    }

    private static String useGeneration(RateWindow rateWindow) {
        return WeirIngress.QueueSettings.useGeneration(rateWindow.us());
    }

    private void write(String tableName, List<MatchKey> keys, String action, long... values) {
        TableControl table = control.table(tableName).orElseThrow();
        TableEntry entry = new TableEntry(keys, 0, ActionCall.of(action, parameters(values)));
        if (table.get(keys, 0).isPresent()) {
            table.modify(entry);
        } else {
            table.insert(entry);
        }
    }

    private CounterValue read(String name, int port, int classId) {
        CounterControl counter = control.counter(name).orElseThrow();
        return counter.read(port * CLASSES_PER_PORT + classId);
    }

    private void insert(
            String tableName, int priority, List<MatchKey> keys, String action, long... values) {
        TableControl table = control.table(tableName).orElseThrow();
        table.insert(new TableEntry(keys, priority, ActionCall.of(action, parameters(values))));
    }

    private static byte[][] parameters(long... values) {
        byte[][] parameters = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            parameters[i] = bytes(values[i]);
        }
        return parameters;
    }

    private static MatchKey exact(long value) {
        return new MatchKey.Exact(bytes(value));
    }

    private static byte[] bytes(long value) {
        return BigInteger.valueOf(value).toByteArray();
    }
}
