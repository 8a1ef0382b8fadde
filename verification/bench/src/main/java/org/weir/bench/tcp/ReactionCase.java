// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.util.Locale;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.experiment.rpm.RpmNetwork;
import org.weir.lab.network.Network;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;

/**
 * One case of {@code bench rpm-linux}: a TCP flow at nine tenths of a line's rate, limited by its
 * host, and steps of UDP load over the same line.
 *
 * @param rateBps of the bottleneck, the line from r1 to s2, bit/s
 * @param roundTripMs d, the round trip without queues, ms
 * @param place d_s/d, the part of the round trip from the sender to r1 and back, 0 to 1
 * @param congestionControl Linux's name of it
 * @param reverse whether the switches mark acknowledgements (RPM) instead of data (CoDel-FWD)
 * @param targetMs CoDel's target, ms
 * @param intervalMs CoDel's interval, ms
 */
record ReactionCase(
        long rateBps,
        int roundTripMs,
        double place,
        String congestionControl,
        boolean reverse,
        double targetMs,
        double intervalMs) {
    static final String SENDER = "h1";
    static final String STEP_SENDER = "h2";
    static final String RECEIVER = "h3";
    static final String STEP_RECEIVER = "h4";

    private static final double FLOW_PART = 0.9;
    private static final double STEP_PART = 0.3;
    private static final int OTHER_LINES = 10;
    private static final int QUEUE_PACKETS = 10_000;
    private static final double NS_PER_MS = 1e6;
    private static final double MEGA = 1e6;

    /** Name of the case, such as {@code 20Mb-0.1-cubic-rpm}. */
    String name() {
        return String.format(
                Locale.ROOT,
                "%.0fMb-%s-%s-%s",
                rateBps / MEGA,
                place,
                congestionControl,
                reverse ? "rpm" : "codel-fwd");
    }

    /** Rate at which the flow's host lets it send, bit/s. */
    long flowBps() {
        return Math.round(FLOW_PART * rateBps);
    }

    /** Rate of a step of load, bit/s. */
    double stepBps() {
        return STEP_PART * rateBps;
    }

    /** d_s: round trip from the sender to the bottleneck and back, ms. */
    double shortRoundTripMs() {
        return place * roundTripMs;
    }

    /**
     * Time without queues from the switch's mark to the arrival of the sender's answer at the
     * bottleneck, ms: d_s with RPM, d with CoDel-FWD.
     */
    double expectedLoopMs() {
        return reverse ? shortRoundTripMs() : roundTripMs;
    }

    /** The network with Weir's compiled program in its switches. */
    Network network(Engine engine) throws ProgramException {
        long oneWayNs = Math.round(roundTripMs * NS_PER_MS / 2);
        long toBottleneckNs = Math.round(oneWayNs * place);
        long others = OTHER_LINES * rateBps;
        RpmNetwork lines = new RpmNetwork(2, others, others, rateBps, QUEUE_PACKETS);
        Network network =
                new Network(
                        lines.build(
                                "rpm-linux",
                                new long[] {toBottleneckNs, 0},
                                new long[] {oneWayNs - toBottleneckNs, 0},
                                1),
                        engine);
        Scheme scheme = Schemes.named(reverse ? SchemeNames.RPM_TCP : SchemeNames.CODEL_FWD_TCP);
        scheme.install(
                network,
                Values.of(scheme.parameters())
                        .with(Map.of("targetMs", targetMs, "intervalMs", intervalMs)));
        return network;
    }
}
