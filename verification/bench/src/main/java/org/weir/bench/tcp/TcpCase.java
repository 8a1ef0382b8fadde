// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.network.Network;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;

/**
 * One case of the comparison: flows of one host to another over two switches, without end.
 *
 * @param rateBps of the line between the switches, bit/s; the hosts' lines have 1 Gb/s
 * @param roundTripMs without queues, ms; the line between the switches has all of it
 * @param flows 1 to 64
 * @param algorithm NewReno, CUBIC or BBR
 * @param ecn whether the switches mark from a threshold on, or only drop when the queue is full
 */
record TcpCase(
        long rateBps, int roundTripMs, int flows, CongestionAlgorithm algorithm, boolean ecn) {
    /** Time from one flow's begin to the next one's, ns. */
    static final long BEGIN_GAP_NS = 7_000_000;

    static final String SENDER = "h1";
    static final String RECEIVER = "h2";

    private static final long HOST_BPS = 1_000_000_000L;
    private static final int HOST_QUEUE_PACKETS = 10_000;
    private static final int FRAME_BYTES = 1514;
    private static final int LEAST_QUEUE_PACKETS = 32;
    private static final int THRESHOLDS_PER_QUEUE = 4;
    private static final double MEGA = 1e6;

    /** All cases of NewReno and CUBIC with some rates, in this order. */
    static List<TcpCase> grid(List<Long> ratesBps, List<Integer> roundTripsMs) {
        return grid(
                ratesBps,
                roundTripsMs,
                List.of(CongestionAlgorithm.RENO, CongestionAlgorithm.CUBIC));
    }

    /** All cases of some algorithms; those that ignore marks have none with ECN. */
    static List<TcpCase> grid(
            List<Long> ratesBps, List<Integer> roundTripsMs, List<CongestionAlgorithm> algorithms) {
        List<TcpCase> all = new ArrayList<>();
        for (long rateBps : ratesBps) {
            for (int roundTripMs : roundTripsMs) {
                for (int flows : new int[] {1, 2, 8}) {
                    for (CongestionAlgorithm one : algorithms) {
                        all.add(new TcpCase(rateBps, roundTripMs, flows, one, false));
                        if (one.usesEcn()) {
                            all.add(new TcpCase(rateBps, roundTripMs, flows, one, true));
                        }
                    }
                }
            }
        }
        return all;
    }

    /** Name of the case, such as {@code 10Mb-20ms-2-cubic-ecn}. */
    String name() {
        return String.format(
                Locale.ROOT,
                "%.0fMb-%dms-%d-%s-%s",
                rateBps / MEGA,
                roundTripMs,
                flows,
                algorithm.word(),
                ecn ? "ecn" : "drop");
    }

    /**
     * Packets that the queue before the slow line holds: a bandwidth-delay product, at least 32.
     */
    int queuePackets() {
        long product = rateBps / 1000 * roundTripMs / (8 * FRAME_BYTES);
        return (int) Math.max(LEAST_QUEUE_PACKETS, product);
    }

    /** Waiting packets above which packets are marked. */
    int thresholdPackets() {
        return queuePackets() / THRESHOLDS_PER_QUEUE;
    }

    /** The network with the compiled program of the case in its switches. */
    Network network(Engine engine, long seed) throws ProgramException {
        LineSpec access = new LineSpec(HOST_BPS, 0, HOST_QUEUE_PACKETS);
        LineSpec shared = new LineSpec(rateBps, roundTripMs * 1_000_000L / 2, queuePackets());
        Network network = new Network(Dumbbell.create(1, access, shared, seed), engine);
        Scheme scheme = Schemes.named(ecn ? SchemeNames.ECN : SchemeNames.DROP_TAIL);
        Values values = Values.of(scheme.parameters());
        scheme.install(
                network,
                ecn
                        ? values.with(Map.of("thresholdPackets", (double) thresholdPackets()))
                        : values);
        return network;
    }

    /** Settings of the lab's TCP, with NewReno and CUBIC as Linux has them. */
    TcpConfig config() {
        CongestionAlgorithm asInLinux =
                switch (algorithm) {
                    case RENO -> CongestionAlgorithm.RENO_LINUX;
                    case CUBIC -> CongestionAlgorithm.CUBIC_LINUX;
                    default -> algorithm;
                };
        return TcpConfig.of(asInLinux)
                .with(ecn, false, false)
                .withQuickAcks(TcpConfig.LINUX_QUICK_ACKS);
    }
}
