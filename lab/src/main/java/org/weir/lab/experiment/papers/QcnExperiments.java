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

/** QCN v. ECM (Signals and Telecommunication Journal 2012): Figs. 3 to 9. */
final class QcnExperiments {
    private static final String PAPER = "QCN v. ECM (Signals and Telecom. J. 1(1), 2012)";
    private static final int[] SOURCES = {1, 3, 6, 9, 12};
    private static final String QCN = SchemeNames.QCN_PROBING;
    private static final String ECM = SchemeNames.ECM;

    /** The first target as low as the first rate. */
    private static final Case LOW_TARGET =
            new Case(
                    QCN + " n=12, target 1 Mb/s",
                    QCN,
                    Map.of("sources", 12.0, "startTargetBps", 1e6));

    private static final String FAR_TARGET =
            "the target of Table 1, 10 Mb/s, is ten times the rate, and a sender moves half the"
                    + " way to it in each cycle of two packets. So all 12 senders are near it"
                    + " before the first echo. From then on most probes find the queue full and"
                    + " are lost, and their senders take the silence for free capacity, as the"
                    + " paper itself fears. With a target of 1 Mb/s almost nothing is lost; the"
                    + " published 49 % lies between the two results";

    private QcnExperiments() {}

    static List<Experiment> all() {
        return List.of(queue(), fairness(), errors());
    }

    private static String label(String scheme, int sources) {
        return scheme + " n=" + sources;
    }

    private static List<Case> cases(int[] sources, String... schemes) {
        List<Case> cases = new ArrayList<>();
        for (String scheme : schemes) {
            for (int count : sources) {
                cases.add(
                        new Case(label(scheme, count), scheme, Map.of("sources", (double) count)));
            }
        }
        return cases;
    }

    private static Experiment queue() {
        String qcn = label(QCN, 12);
        String ecm = label(ECM, 12);
        return new Experiment(
                "qcn-fig3",
                2,
                "queue and throughput of 12 sources (with Figs. 4 and 8)",
                PAPER + ", Figs. 3, 4 and 8",
                QcnScenario.INSTANCE,
                cases(new int[] {12}, QCN, SchemeNames.QCN, ECM),
                List.of("queueMean", "queueMax", "full", "above", "goodput"),
                List.of(
                        new Statement(
                                qcn + ": largest queue, the capacity",
                                "packets",
                                100,
                                means -> means.of(qcn, "queueMax"),
                                value -> value >= 99,
                                ""),
                        new Statement(
                                qcn + ": part of the time above Q_eq, always",
                                "%",
                                100,
                                means -> means.of(qcn, "above"),
                                value -> value > 90,
                                ""),
                        Statement.pointsBelow(
                                "full",
                                ecm,
                                qcn,
                                "time with a full queue: ECM less QCN, below 0")));
    }

    private static Experiment fairness() {
        String qcn = label(QCN, 9);
        String ecm = label(ECM, 9);
        return new Experiment(
                "qcn-fig5",
                2,
                "packets sent by each source (with Fig. 7)",
                PAPER + ", Figs. 5 and 7",
                QcnScenario.INSTANCE,
                cases(new int[] {9}, QCN, SchemeNames.QCN, ECM),
                List.of("sentMean", "jain"),
                List.of(
                        new Statement(
                                qcn + ": Jain's index, equal numbers",
                                "",
                                1,
                                means -> means.of(qcn, "jain"),
                                value -> value > 0.999,
                                ""),
                        Statement.lower("jain", ecm, qcn, "Jain's index: ECM over QCN, below 1")));
    }

    private static Experiment errors() {
        List<Statement> statements = new ArrayList<>();
        for (String scheme : List.of(QCN, ECM)) {
            statements.add(
                    new Statement(
                            label(scheme, 1) + ": packet error rate",
                            "%",
                            0,
                            means -> means.of(label(scheme, 1), "loss"),
                            value -> value < 0.01,
                            ""));
            statements.add(
                    Statement.pointsBelow(
                            "loss",
                            label(scheme, 3),
                            label(scheme, 12),
                            scheme + ": packet error rate of 3 less that of 12 sources, below 0"));
        }
        statements.add(
                new Statement(
                                label(QCN, 12) + ": packet error rate",
                                "%",
                                49,
                                means -> means.of(label(QCN, 12), "loss"),
                                value -> Math.abs(value - 49) < 10,
                                "")
                        .because(
                                FAR_TARGET,
                                ReasonStatements.value(
                                        "packet error rate",
                                        "loss",
                                        "%",
                                        LOW_TARGET.label(),
                                        "below 1",
                                        v -> v < 1)));
        return new Experiment(
                "qcn-fig6",
                2,
                "packet error rate against the number of sources (with Fig. 9)",
                PAPER + ", Figs. 6 and 9",
                QcnScenario.INSTANCE,
                Stream.concat(
                                cases(SOURCES, QCN, SchemeNames.QCN, ECM).stream(),
                                Stream.of(LOW_TARGET))
                        .toList(),
                List.of("loss", "goodput"),
                statements);
    }
}
