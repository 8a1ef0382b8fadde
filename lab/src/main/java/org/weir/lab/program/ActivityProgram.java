// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.lab.network.Network;
import org.weir.lab.packet.IpAddress;

/**
 * The program of activity-based congestion management, {@code pipelines/schemes/abc.p4}, on one
 * switch. Numbers become fixed-point parameters of P4 actions here.
 */
public final class ActivityProgram {
    /** Aggregates that a switch can meter. */
    public static final int AGGREGATES = 1024;

    static final String EDGE = "SchemeIngress.activity_edge.";
    static final String AQM = "SchemeIngress.activity_aqm.";
    private static final String DEPARTURE = "SchemeEgress.congestion_point.departure.";
    private static final double DECAY_UNITS_PER_NS = 0x1p44 / 1000;
    private static final double LOG_UNITS = 0x1p16;
    private static final double NS_PER_SECOND = 1e9;
    private static final double LN_2 = StrictMath.log(2);

    private final SwitchControl control;

    /**
     * @param control of a switch that runs the program
     */
    ActivityProgram(SwitchControl control) {
        this.control = control;
    }

    /**
     * Thresholds of an output queue: a packet of activity A is dropped when more than max(qMin,
     * qBase − gamma · (A − mean activity)) wait.
     *
     * @param limitPackets room of the queue
     * @param qMinPackets up to which nothing is dropped for its activity
     * @param qBasePackets threshold for packets of mean activity
     * @param gammaPackets by which the threshold is lower for twice the rate, at most 4095
     * @param memoryNs memory of the mean activity, 10 ms to 100 s, ns
     */
    public record Thresholds(
            int limitPackets,
            long qMinPackets,
            long qBasePackets,
            long gammaPackets,
            long memoryNs) {}

    /**
     * Loads the program into every switch of a network, with routes to every host.
     *
     * @return by the switch's name
     * @throws ProgramException when a switch refuses it
     */
    public static Map<String, ActivityProgram> install(Network network) throws ProgramException {
        return SchemeProgram.install(network, "abc").keySet().stream()
                .collect(
                        Collectors.toMap(
                                name -> name,
                                name ->
                                        new ActivityProgram(
                                                network.node(name).device().orElseThrow())));
    }

    /** Makes a port one between two switches of the domain; others are at its edge. */
    public void innerPort(int port) {
        insert(EDGE + "inner_ports", List.of(exact(port)), "NoAction");
        insert(DEPARTURE + "inner_ports", List.of(exact(port)), "NoAction");
    }

    /**
     * Meters a host that sends by a port.
     *
     * @param index of the aggregate on this switch, 0 to {@link #AGGREGATES} − 1
     * @param memoryNs memory of the measured rate, 10 ms to 100 s, ns
     * @param referenceBps rate whose activity is 0, bit/s; times the memory at least one bit
     */
    public void aggregate(int port, IpAddress host, int index, long memoryNs, long referenceBps) {
        byte[] address = host.bytes();
        insert(
                EDGE + "aggregates",
                List.of(exact(port), new MatchKey.Lpm(address, 8 * address.length)),
                EDGE + "measure",
                index,
                decay(memoryNs),
                referenceLog(memoryNs, referenceBps));
    }

    /** Gives a port its activity AQM. */
    public void thresholds(int port, Thresholds thresholds) {
        insert(
                AQM + "settings",
                List.of(exact(port)),
                AQM + "set_thresholds",
                thresholds.limitPackets(),
                thresholds.qMinPackets(),
                thresholds.qBasePackets(),
                thresholds.gammaPackets(),
                decay(thresholds.memoryNs()));
    }

    /** log2(e) / memory, in units of 2⁻⁴⁴ per microsecond. */
    private static long decay(long memoryNs) {
        return StrictMath.round(DECAY_UNITS_PER_NS * 1e6 / LN_2 / memoryNs);
    }

    /** log2 of the bits that the reference rate has in the memory, in units of 2⁻¹⁶. */
    private static long referenceLog(long memoryNs, long referenceBps) {
        double bits = referenceBps * (memoryNs / NS_PER_SECOND);
        return StrictMath.round(LOG_UNITS * StrictMath.log(bits) / LN_2);
    }

    private void insert(String table, List<MatchKey> match, String action, long... values) {
        byte[][] parameters = new byte[values.length][];
        for (int i = 0; i < values.length; i++) {
            parameters[i] = BigInteger.valueOf(values[i]).toByteArray();
        }
        control.table(table)
                .orElseThrow()
                .insert(new TableEntry(match, 0, ActionCall.of(action, parameters)));
    }

    private static MatchKey exact(long value) {
        return new MatchKey.Exact(BigInteger.valueOf(value).toByteArray());
    }
}
