// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** PMQECN (PeerJ Comput. Sci. 2024): Table 1, Figs. 7 to 13 and Table 4. */
final class PmqecnExperiments {
    private static final String PAPER = "PMQECN (PeerJ Computer Science 10:e2382, 2024)";
    private static final String OURS = "pmqecn-targets";
    private static final String THEIRS = "pmqecn-published";
    private static final List<Case> CASES =
            Stream.of(OURS, THEIRS, "dcqcn", "p4qcn", "tcn", "ecn", "drop-tail")
                    .map(Case::of)
                    .toList();

    /** The published programme for a port of as many packets as the others' thresholds. */
    private static final String SMALL = THEIRS + " N=11";

    private static final List<Case> QUEUE_CASES =
            Stream.concat(
                            CASES.stream(),
                            Stream.of(new Case(SMALL, THEIRS, Map.of("capacityPackets", 11.0))))
                    .toList();

    private static final String THRESHOLDS =
            "three senders that always have more to send overload the port, so that the published"
                    + " programme has no solution (Σλ below Γ) and its weights follow the loads; its"
                    + " thresholds K = ωN then add up to N = 64 packets, where the others keep the"
                    + " whole port near K = 11 or below. The case with N = 11 differs in nothing else"
                    + " and has the published order";
    private static final String IDLE =
            "TCN's threshold, 0.17 of a round trip without queues, is about one packet's time: its"
                    + " senders are cut so often that the port idles most of the time, and where"
                    + " nothing is sent nothing waits (its goodput in the table)";
    private static final String FULL =
            "here the port is full, and nothing can carry more than PMQECN, whose feedback cuts by 14"
                    + " % in the mean once the weights follow the loads; P4QCN halves. The testbed's 124 and"
                    + " 150 packets/s are a sixth of the fewest that its links carry: software set"
                    + " them, of which PMQECN has more to run for each packet, as the paper says";
    private static final String MIRROR =
            "a P4QCN switch tells each flow by itself, and the other takes at once what one gives"
                    + " up: the two rates mirror each other (their correlation in the table), so that"
                    + " q2 is highest where q1 is lowest. That q2 is hurt its lowest second shows";
    private static final String NO_LOSS =
            "a queue of 64 packets never fills when senders are told at 11 packets or below: there"
                    + " is no loss to be less than. The testbed lost packets in its software"
                    + " switches, as the paper says itself";
    private static final String OWN_LIMIT =
            "the weights follow the loads: q2, with a tenth of the load, has a tenth of the port's 64"
                    + " packets, and the program drops what finds more waiting; the port's queue itself,"
                    + " which never fills, drops nothing, and q1 has the rest";

    private PmqecnExperiments() {}

    static List<Experiment> all() {
        return List.of(
                table1(),
                fig7(),
                fig8(),
                fig9(),
                fig11(),
                fig12(),
                fig13(),
                TargetsLead.experiment());
    }

    private static Experiment table1() {
        return new Experiment(
                "pmqecn-table1",
                3,
                "strict priority v. weighted round robin of virtual queues",
                PAPER + ", Table 1",
                PmqecnScenarios.SHARING,
                List.of(Case.of("strict-priority"), Case.of("wrr")),
                List.of("goodputA", "goodputB", "goodputC"),
                List.of(
                        goodput("strict-priority", "A", 6.222, "high"),
                        goodput("strict-priority", "B", 3.565, "medium"),
                        goodput("strict-priority", "C", 0.158, "low"),
                        goodput("wrr", "A", 3.090, "high"),
                        goodput("wrr", "B", 3.018, "medium"),
                        goodput("wrr", "C", 2.993, "low")));
    }

    /**
     * The testbed's port carried 9.95 Mb/s under strict priority and 9.10 under round robin, where
     * it had more to do for each packet; ours carries the same under both. Scaled to the same load,
     * shares are compared.
     */
    private static Statement goodput(String scheme, String one, double mbps, String name) {
        boolean strict = scheme.equals("strict-priority");
        double carried = strict ? 6.222 + 3.565 + 0.158 : 3.090 + 3.018 + 2.993;
        double share = mbps / carried;
        return new Statement(
                scheme + ": " + name + " class's part of what the port carries",
                "",
                Math.round(1e4 * share) / 1e4,
                means ->
                        means.of(scheme, "goodput" + one)
                                / (means.of(scheme, "goodputA")
                                        + means.of(scheme, "goodputB")
                                        + means.of(scheme, "goodputC")),
                value -> Math.abs(value - share) <= 0.05 * share,
                "");
    }

    private static Experiment fig7() {
        return new Experiment(
                "pmqecn-fig7",
                2,
                "three classes from three hosts to one: queue in the switch",
                PAPER + ", Fig. 7",
                PmqecnScenarios.PERFORMANCE,
                QUEUE_CASES,
                List.of("queueMax", "queueMean", "goodput"),
                List.of(
                        lowerBy(0.56, "queueMax", THEIRS, "dcqcn", "largest queue")
                                .because(THRESHOLDS),
                        lowerBy(0.31, "queueMax", THEIRS, "p4qcn", "largest queue")
                                .because(THRESHOLDS),
                        lowerBy(0.17, "queueMax", THEIRS, "tcn", "largest queue").because(IDLE),
                        lowerBy(0.56, "queueMax", SMALL, "dcqcn", "largest queue"),
                        lowerBy(0.31, "queueMax", SMALL, "p4qcn", "largest queue"),
                        lowerBy(0.17, "queueMax", SMALL, "tcn", "largest queue").because(IDLE)));
    }

    private static Experiment fig8() {
        return new Experiment(
                "pmqecn-fig8",
                2,
                "the same: round trips",
                PAPER + ", Fig. 8",
                PmqecnScenarios.PERFORMANCE,
                QUEUE_CASES,
                List.of("rttMean", "delayA", "p99A", "delayB", "p99B", "delayC", "p99C"),
                List.of(
                        lowerBy(0.894, "rttMean", THEIRS, "dcqcn", "mean round trip")
                                .because(THRESHOLDS),
                        lowerBy(0.053, "rttMean", THEIRS, "p4qcn", "mean round trip")
                                .because(THRESHOLDS),
                        lowerBy(0.47, "rttMean", THEIRS, "tcn", "mean round trip").because(IDLE),
                        lowerBy(0.894, "rttMean", SMALL, "dcqcn", "mean round trip"),
                        lowerBy(0.053, "rttMean", SMALL, "p4qcn", "mean round trip"),
                        lowerBy(0.47, "rttMean", SMALL, "tcn", "mean round trip").because(IDLE)));
    }

    private static Experiment fig9() {
        return new Experiment(
                "pmqecn-fig9",
                2,
                "the same: throughput at h5 by seconds (with Fig. 10 and Table 4)",
                PAPER + ", Figs. 9 and 10, Table 4",
                PmqecnScenarios.PERFORMANCE,
                CASES,
                List.of(
                        "throughputMean",
                        "throughputSd",
                        "throughputCv",
                        "goodputA",
                        "goodputB",
                        "goodputC"),
                List.of(
                        ratio("throughputMean", "dcqcn", 124.3 / 115.4, "mean throughput"),
                        ratio("throughputMean", "p4qcn", 124.3 / 149.6, "mean throughput")
                                .because(FULL),
                        ratio("throughputMean", "tcn", 124.3 / 81.7, "mean throughput"),
                        ratio("throughputCv", "dcqcn", 0.152 / 0.164, "its variation"),
                        ratio("throughputCv", "p4qcn", 0.152 / 0.161, "its variation"),
                        ratio("throughputCv", "tcn", 0.152 / 0.184, "its variation")));
    }

    private static Experiment fig11() {
        return new Experiment(
                "pmqecn-fig11",
                2,
                "the same: loss, overall and by class",
                PAPER + ", Fig. 11",
                PmqecnScenarios.PERFORMANCE,
                CASES,
                List.of("loss", "lossA", "lossB", "lossC"),
                List.of(
                        pointsBelow("loss", THEIRS, "dcqcn", "loss").because(NO_LOSS),
                        pointsBelow("loss", THEIRS, "tcn", "loss").because(NO_LOSS),
                        pointsBelow("loss", "p4qcn", "dcqcn", "loss").because(NO_LOSS),
                        pointsBelow("loss", "p4qcn", "tcn", "loss").because(NO_LOSS),
                        pointsBelow("loss", "p4qcn", THEIRS, "loss").because(NO_LOSS),
                        pointsBelow("lossC", THEIRS, "dcqcn", "class C's loss").because(NO_LOSS),
                        pointsBelow("lossC", THEIRS, "p4qcn", "class C's loss").because(NO_LOSS),
                        pointsBelow("lossC", THEIRS, "tcn", "class C's loss").because(NO_LOSS)));
    }

    private static Experiment fig12() {
        return new Experiment(
                "pmqecn-fig12",
                2,
                "q1 from h1 to h5, then q2 from h2 to h4: does q1's congestion hurt q2?",
                PAPER + ", Fig. 12",
                PmqecnScenarios.FAIRNESS,
                CASES,
                List.of("q2AtQ1Lowest", "q2Lowest", "correlation", "q1Goodput", "q2Goodput"),
                List.of(
                        lower("q2AtQ1Lowest", "dcqcn", THEIRS, "q2 where q1 is lowest"),
                        lower("q2AtQ1Lowest", "p4qcn", THEIRS, "q2 where q1 is lowest")
                                .because(MIRROR),
                        lower("q2Lowest", "dcqcn", THEIRS, "q2's lowest second"),
                        lower("q2Lowest", "p4qcn", THEIRS, "q2's lowest second")));
    }

    private static Experiment fig13() {
        return new Experiment(
                "pmqecn-fig13",
                2,
                "the same: loss of q1 and of q2",
                PAPER + ", Fig. 13",
                PmqecnScenarios.FAIRNESS,
                CASES,
                List.of("q1Loss", "q2Loss"),
                List.of(
                        q2LessQ1(THEIRS, true).because(OWN_LIMIT),
                        q2LessQ1("dcqcn", false).because(NO_LOSS),
                        q2LessQ1("p4qcn", false).because(NO_LOSS),
                        q2LessQ1("tcn", false).because(NO_LOSS)));
    }

    private static Statement q2LessQ1(String scheme, boolean lower) {
        return new Statement(
                scheme + ": q2's loss less q1's, " + (lower ? "below 0" : "not below 0"),
                "points",
                Double.NaN,
                means -> means.of(scheme, "q2Loss") - means.of(scheme, "q1Loss"),
                value -> lower ? value < 0 : value >= 0,
                "");
    }

    private static Statement lowerBy(
            double part, String quantity, String label, String against, String what) {
        return Statement.lowerBy(
                part, quantity, label, against, what + ": " + label + " over " + against);
    }

    private static Statement lower(String quantity, String label, String against, String what) {
        return Statement.lower(
                quantity, label, against, what + ": " + label + " over " + against + ", below 1");
    }

    private static Statement pointsBelow(
            String quantity, String label, String against, String what) {
        return Statement.pointsBelow(
                quantity, label, against, what + ": " + label + " less " + against + ", below 0");
    }

    /** PMQECN's value over another's; agrees when it is on the same side of 1. */
    private static Statement ratio(String quantity, String against, double value, String what) {
        return new Statement(
                what + ": " + THEIRS + " over " + against,
                "",
                Math.round(1e4 * value) / 1e4,
                means -> means.of(THEIRS, quantity) / means.of(against, quantity),
                measured -> measured < 1 == value < 1,
                "");
    }
}
