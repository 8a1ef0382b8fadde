// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.SchemeNames;

/** P4QCN (Electronics 2019): Figs. 12 to 17. */
final class P4qcnExperiments {
    private static final String PAPER = "P4QCN (Electronics 8(3):280, 2019)";
    private static final double[] BACKGROUNDS_MBPS = {2, 3, 4, 5};
    private static final double[] THRESHOLDS = {3, 7, 11, 15, 19};

    /** Fig. 17 is about slight congestion: with the flow's 4 Mb/s just what the link carries. */
    static final double SLIGHT_BPS = 3e6;

    static final String WORST = " 5 Mb/s";

    private P4qcnExperiments() {}

    static List<Experiment> all() {
        return List.of(fig12(), fig13(), fig14(), fig15(), fig16(), fig17());
    }

    private static List<Case> levels(String... schemes) {
        List<Case> cases = new ArrayList<>();
        for (String scheme : schemes) {
            for (double mbps : BACKGROUNDS_MBPS) {
                cases.add(
                        new Case(
                                scheme + " " + (int) mbps + " Mb/s",
                                scheme,
                                Map.of("backgroundBps", mbps * 1e6)));
            }
        }
        return cases;
    }

    private static List<Case> with(List<Case> cases, Case... others) {
        return Stream.concat(cases.stream(), Stream.of(others)).toList();
    }

    private static Experiment experiment(
            String figure,
            String title,
            List<Case> cases,
            List<String> quantities,
            List<Statement> statements) {
        return new Experiment(
                "p4qcn-fig" + figure,
                2,
                title,
                PAPER + ", Fig. " + figure,
                P4qcnScenario.INSTANCE,
                cases,
                quantities,
                statements);
    }

    private static Experiment fig12() {
        return experiment(
                "12",
                "the sender's rate over time: reduction, recovery, increase",
                levels(SchemeNames.P4QCN),
                List.of("goodput", "delay"),
                List.of());
    }

    private static Experiment fig13() {
        return experiment(
                "13",
                "UDP with P4QCN and without: delay and loss against congestion",
                levels(SchemeNames.P4QCN, SchemeNames.DROP_TAIL),
                List.of("delay", "delayOffered", "p99", "flowLoss", "loss", "queueMax"),
                List.of(
                        points("loss", SchemeNames.P4QCN, SchemeNames.DROP_TAIL, "loss"),
                        P4qcnReasons.standing(
                                lower(
                                        "delay",
                                        SchemeNames.DROP_TAIL,
                                        SchemeNames.P4QCN,
                                        "mean delay"))));
    }

    private static Experiment fig14() {
        return experiment(
                "14",
                "P4QCN alone and with flow control",
                with(
                        levels(SchemeNames.P4QCN, SchemeNames.P4QCN_PFC),
                        P4qcnReasons.FULL_QUEUE,
                        P4qcnReasons.FULL_QUEUE_PFC,
                        P4qcnReasons.EARLY_PFC),
                List.of("delay", "loss", "pauses", "queueMax"),
                List.of(
                        zero("loss", SchemeNames.P4QCN_PFC),
                        P4qcnReasons.room(
                                points("loss", SchemeNames.P4QCN_PFC, SchemeNames.P4QCN, "loss")),
                        P4qcnReasons.unreached(
                                lower(
                                        "delay",
                                        SchemeNames.P4QCN,
                                        SchemeNames.P4QCN_PFC,
                                        "mean delay"))));
    }

    private static Experiment fig15() {
        return experiment(
                "15",
                "flow control with P4QCN and alone",
                levels(SchemeNames.P4QCN_PFC, SchemeNames.PFC),
                List.of("delay", "loss", "pauses"),
                List.of(
                        zero("loss", SchemeNames.P4QCN_PFC),
                        zero("loss", SchemeNames.PFC),
                        lower("delay", SchemeNames.P4QCN_PFC, SchemeNames.PFC, "mean delay"),
                        lower("pauses", SchemeNames.P4QCN_PFC, SchemeNames.PFC, "pauses")));
    }

    private static Experiment fig16() {
        return experiment(
                "16",
                "two-point and three-point",
                with(
                        levels(SchemeNames.P4QCN, SchemeNames.P4QCN_THREE_POINT),
                        P4qcnReasons.FULL_QUEUE,
                        P4qcnReasons.FULL_QUEUE_THREE_POINT),
                List.of("delay", "p99", "loss", "queueMax"),
                List.of(
                        lower(
                                "delay",
                                SchemeNames.P4QCN,
                                SchemeNames.P4QCN_THREE_POINT,
                                "mean delay"),
                        P4qcnReasons.roomOfBoth(
                                points(
                                        "loss",
                                        SchemeNames.P4QCN,
                                        SchemeNames.P4QCN_THREE_POINT,
                                        "loss"))));
    }

    private static Experiment fig17() {
        List<Case> cases = new ArrayList<>();
        for (double threshold : THRESHOLDS) {
            cases.add(
                    new Case(
                            "p4qcn K=" + (int) threshold,
                            SchemeNames.P4QCN,
                            Map.of(
                                    "qMinPackets",
                                    threshold,
                                    "qMaxPackets",
                                    threshold,
                                    "backgroundBps",
                                    SLIGHT_BPS)));
        }
        for (double threshold : THRESHOLDS) {
            cases.add(
                    new Case(
                            "pfc t=" + (int) threshold,
                            SchemeNames.PFC,
                            Map.of(
                                    "pfcPackets",
                                    threshold,
                                    "pfcResumePackets",
                                    Math.max(0, threshold - 2),
                                    "backgroundBps",
                                    SLIGHT_BPS)));
        }
        return experiment(
                "17",
                "utilisation of the link to h41 against thresholds",
                with(cases, P4qcnReasons.gaps()),
                List.of("utilisation"),
                List.of(
                        lower("utilisation", "p4qcn K=3", "p4qcn K=19", "utilisation", ""),
                        P4qcnReasons.noGap(
                                lower("utilisation", "pfc t=3", "pfc t=19", "utilisation", "")),
                        P4qcnReasons.sentLater(
                                lower("utilisation", "pfc t=3", "p4qcn K=3", "utilisation", ""))));
    }

    private static Statement zero(String quantity, String scheme) {
        return new Statement(
                scheme + WORST + ": lossless",
                "%",
                0,
                means -> means.of(scheme + WORST, quantity),
                value -> value < 1e-9,
                "");
    }

    private static Statement points(String quantity, String label, String against, String what) {
        return Statement.pointsBelow(
                quantity,
                label + WORST,
                against + WORST,
                what + " at 5 Mb/s: " + label + " less " + against + ", below 0");
    }

    private static Statement lower(String quantity, String label, String against, String what) {
        return lower(quantity, label, against, what + " at 5 Mb/s", WORST);
    }

    private static Statement lower(
            String quantity, String label, String against, String what, String suffix) {
        return Statement.lower(
                quantity,
                label + suffix,
                against + suffix,
                what + ": " + label + " over " + against + ", below 1");
    }
}
