// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.lab.workload.TrafficClass;

/** The policies of a simulated day: three classes whose targets and importances change. */
final class DayPolicies {
    /** The line of PMQECN's testbed, for which the delays below are meant. */
    private static final double TESTBED_BPS = 1e7;

    private static final double A_DELAY_MS = 5;
    private static final double A_P99_DELAY_MS = 20;
    private static final double B_DELAY_MS = 20;
    private static final double B_P99_DELAY_MS = 60;
    private static final double LEAST_RATE = 0.1;
    private static final int PERIOD_MS = 10_000;
    private static final int FEEDBACK_INTERVAL_US = 40_000;
    private static final int REPORT_INTERVAL_US = 5_000_000;

    private final double lineBps;
    private final int capacityPackets;

    /**
     * @param lineBps rate of the ports, bit/s; delays follow from it
     * @param capacityPackets that all classes of a port may have waiting
     */
    DayPolicies(long lineBps, int capacityPackets) {
        this.lineBps = lineBps;
        this.capacityPackets = capacityPackets;
    }

    /**
     * Factor by which feedback and the senders' cycles are slower than on PMQECN's testbed: times
     * of a packet on the line, where that is slower.
     *
     * @param lineBps rate of the line, bit/s
     * @return at least 1
     */
    static double slowness(double lineBps) {
        return Math.max(1, TESTBED_BPS / lineBps);
    }

    /**
     * A policy.
     *
     * @param patience by which the delays of classes A and B are multiplied, above 0
     * @param most the most important class; the others follow it in their order
     */
    Policy policy(double patience, TrafficClass most) {
        ObjectNode weir = new ObjectMapper().createObjectNode();
        weir.put("objective", "targets");
        weir.put("periodMs", PERIOD_MS);
        weir.put("seed", 1);
        weir.put("feedbackIntervalUs", Math.round(slowness(lineBps) * FEEDBACK_INTERVAL_US));
        weir.put("reportIntervalUs", REPORT_INTERVAL_US);
        weir.putObject("port").put("capacityPackets", capacityPackets);
        var classes = weir.putArray("classes");
        int count = TrafficClass.values().length;
        double scale = patience * TESTBED_BPS / lineBps;
        for (TrafficClass one : TrafficClass.values()) {
            ObjectNode added = classes.addObject();
            added.put("name", one.name());
            added.put("kind", one.name());
            added.put("importance", count - Math.floorMod(one.ordinal() - most.ordinal(), count));
            ObjectNode targets = added.putObject("targets");
            switch (one) {
                case A -> delays(targets, scale * A_DELAY_MS, scale * A_P99_DELAY_MS, 0.001);
                case B -> delays(targets, scale * B_DELAY_MS, scale * B_P99_DELAY_MS, 0.01);
                default -> targets.put("lossFraction", 0.05);
            }
            added.putArray("match").addObject().put("dscp", one.dscp());
        }
        weir.put("defaultClass", TrafficClass.C.name());
        return PolicyReader.read(weir, "soak day");
    }

    private void delays(ObjectNode targets, double delayMs, double p99DelayMs, double loss) {
        targets.put("delayMs", delayMs);
        targets.put("p99DelayMs", p99DelayMs);
        targets.put("lossFraction", loss);
        targets.put("minRateBps", LEAST_RATE * lineBps);
    }
}
