// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;

/**
 * Schemes' parameters for lines of 10 to 100 Gb/s. Those declared for the papers' testbeds, of some
 * 10 Mb/s and round trips of milliseconds, would never act here: published values for such lines
 * take their place where there are any, else the testbed's in its own proportions, rates by that of
 * the lines and times by a thousandth.
 */
public final class DatacentreProfile {
    private static final double TESTBED_BPS = 1e7;
    private static final double TESTBED_TIMES = 1000;
    private static final double GBPS = 1e9;
    private static final double ROUND_TRIPS_MS = 0.016;
    private static final double LINE_TRIP_MS = 0.002;
    private static final String DCQCN = "DCQCN (SIGCOMM 2015) Table 14 and section 5, at 40 Gb/s";
    private static final String VENDOR =
            "vendors' defaults as HPCC (SIGCOMM 2019) gives them, by the line's rate";

    private final double linkBps;
    private final double queuePackets;
    private final Map<String, Parameter> values = new HashMap<>();
    private final Scheme scheme;

    private DatacentreProfile(Scheme scheme, double linkBps, double queuePackets) {
        this.scheme = scheme;
        this.linkBps = linkBps;
        this.queuePackets = queuePackets;
    }

    /**
     * A scheme's parameters.
     *
     * @param linkBps rate of the hosts' lines, bit/s
     * @param queuePackets that a queue at a host's line holds
     */
    public static List<Parameter> of(Scheme scheme, double linkBps, double queuePackets) {
        DatacentreProfile profile = new DatacentreProfile(scheme, linkBps, queuePackets);
        profile.set();
        List<Parameter> all = new ArrayList<>();
        for (Parameter one : scheme.parameters()) {
            all.add(profile.values.getOrDefault(one.name(), profile.inProportion(one)));
        }
        return all;
    }

    private Parameter inProportion(Parameter one) {
        String source = "the testbed's in proportion: " + one.source();
        if (one.unit().equals("bit/s")) {
            return one.of(within(one, one.normal() * linkBps / TESTBED_BPS), source);
        }
        if (one.unit().equals("ms")) {
            return one.of(within(one, one.normal() / TESTBED_TIMES), source);
        }
        return one;
    }

    private static double within(Parameter one, double value) {
        return Math.max(one.min(), Math.min(one.max(), value));
    }

    private void put(String name, double value, String source) {
        for (Parameter one : scheme.parameters()) {
            if (one.name().equals(name)) {
                values.put(name, one.of(within(one, value), source));
            }
        }
    }

    private void set() {
        senders();
        thresholds();
        double gbps = linkBps / GBPS;
        switch (scheme.name()) {
            case "dcqcn":
                put("kMinPackets", Math.max(1, 5 * gbps / 40), DCQCN + ", by the line's rate");
                put("kMaxPackets", 200 * gbps / 40, DCQCN + ", by the line's rate");
                put("pMax", 0.01, DCQCN);
                put("cnpIntervalMs", 0.05, DCQCN);
                put("alphaTimerMs", 0.055, DCQCN);
                put("cycleMs", 0.055, DCQCN);
                put("increaseBps", 40e6 * gbps / 40, DCQCN + ", by the line's rate");
                put("hyperIncreaseBps", 400e6 * gbps / 40, "ten times R_AI, as 802.1Qau has it");
                break;
            case "dcqcn-vendor":
                put("kMinPackets", 100 * gbps / 25, VENDOR);
                put("kMaxPackets", 400 * gbps / 25, VENDOR);
                put("cnpIntervalMs", 0.004, VENDOR);
                put("alphaTimerMs", 0.001, VENDOR);
                put("cycleMs", 0.3, VENDOR);
                put("recoveryCycles", 1, VENDOR);
                put("increaseBps", 5e6 * gbps / 25, VENDOR);
                put("hyperIncreaseBps", 50e6 * gbps / 25, VENDOR);
                break;
            case "qcn":
                String standard = "802.1Qau's for 10 Gb/s";
                put("timerMs", 15, standard);
                put("increaseBps", 5e6 * gbps / 10, standard + ", by the line's rate");
                put("hyperIncreaseBps", 50e6 * gbps / 10, standard + ", by the line's rate");
                break;
            case "pmqecn-published":
                put("prepared", 1, "a network has settings before it has messages");
                break;
            case "pmqecn-targets":
                targets(gbps);
                break;
            default:
        }
    }

    /**
     * Weir's own sender, its thresholds and limits; docs/datacentre.md tells how they were chosen.
     */
    private void targets(double gbps) {
        String ours = "ours: messages come and go in less than a policy's period";
        String trips = "ours: two round trips of four lines, 1 µs each way; ";
        put("feedbackIntervalMs", ROUND_TRIPS_MS, trips + "a cut shows in the next feedback");
        put("settleMs", ROUND_TRIPS_MS, trips + "every feedback counts");
        double cycleMs = 2.2 * ROUND_TRIPS_MS;
        put("cycleMs", cycleMs, "ours: outlasts two feedback intervals and a packet's turn");
        put("stepPart", 0.025 * cycleMs / 0.055, "half of the other senders' growth in a time");
        put("quietCycles", 2, ours + ", a rate that fits for two cycles may grow");
        put("calmCycles", 2, ours + ", as many");
        put("margin", 0.2, ours + ", a message that begins takes a part at once");
        put("idleShare", 1, ours + ", a class that is idle now will not be in the next");
        put("minLimit", 64, ours + ", each class keeps a share that a burst needs");
        put("commonLimit", 1, ours + ", room that other classes leave is a burst's");
        double targetMs = 0.2 / gbps;
        put(
                "feedbackLagMs",
                Math.max(0, Math.min(targetMs / 2, targetMs - LINE_TRIP_MS)),
                "ours: of class A's target a half may stand, or a line's 2 µs there and back");
        put("prepared", 1, "a network has settings before it has messages");
    }

    /** What the senders of all schemes have in common. */
    private void senders() {
        String alike = "line rate, as RDMA NICs start (DCQCN section 3); alike for all schemes";
        put("startBps", linkBps, alike);
        put("startTargetBps", linkBps, alike);
        put("leastBps", linkBps / 100, "a hundredth of the line; alike for all schemes");
        put("feedbackIntervalMs", 0.05, DCQCN);
        put("cycleMs", 0.055, "not published; DCQCN's timer");
        put(
                "increaseBps",
                linkBps / 20,
                "Weir's default, a twentieth of the line; the published 5 Mb/s is half a testbed's");
    }

    private void thresholds() {
        double gbps = linkBps / GBPS;
        double marking = 65 * gbps / 10;
        String dctcp = "DCTCP (SIGCOMM 2010): 65 packets at 10 Gb/s, by the line's rate";
        put("thresholdPackets", marking, dctcp);
        put("qMinPackets", marking, dctcp);
        put("qMaxPackets", marking, dctcp);
        put("qEqPackets", 33 * gbps / 10, "802.1Qau: 33 KB at 10 Gb/s, by the line's rate");
        String tcn = "TCN (CoNEXT 2016): T_K as long as DCTCP's 65 packets of 1500 bytes take";
        put("tcnLambda", 1, tcn);
        put("tcnRoundTripMs", 0.078, tcn);
        String queue = "the testbed's part of the queue";
        put("pfcPackets", Math.floor(queuePackets * 14 / 64), queue);
        put("pfcResumePackets", Math.floor(queuePackets * 12 / 64), queue);
        put("limitPackets", Math.floor(queuePackets / 3), "a third of the queue");
        put("capacityPackets", queuePackets, "what the queue holds, as in the testbed");
        put("periodMs", 10, "the shortest that a policy may have");
        put("controlDelayMs", 0.5, "a P4Runtime call in a data centre takes about a millisecond");
        put("reportIntervalMs", 0.5, "ours: twenty reports in a period");
    }
}
