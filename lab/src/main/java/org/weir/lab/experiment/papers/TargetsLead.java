// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;

/**
 * Weir's own objective and reaction point against every other scheme, where PMQECN's paper compares
 * its own: queue and round trips at equal goodput, class A's delay, and each target of each class.
 *
 * <p>Whoever leaves the port idle for a part of the time has the shorter round trips for it. An
 * operator of {@code targets} chooses that part by {@code targetUtilization}; each scheme is
 * compared with the least of our settings that carries as much as it does.
 */
final class TargetsLead {
    private static final String OURS = "pmqecn-targets";
    private static final String THEIRS = "pmqecn-published";

    /** Settings of {@code targetUtilization} that leave a part of the port. */
    private static final List<Double> LESS = List.of(0.9, 0.85, 0.75, 0.5);

    /** Nobody is told anything: what paced packets of three senders do that meet by chance. */
    private static final String CONSTANT = "constant rates";

    private static final double CONSTANT_BPS = 1.87e6;

    /** Goodputs that differ by no more than a port carries in a millisecond of a second. */
    private static final double EQUAL = 0.999;

    private static final String CHANCE =
            "so little is sent that packets meet by chance alone: its round trip is that of senders"
                    + " whose rates are constant, and ours, which probe, carry half as much again";

    /** What chance alone gives at tcn's goodput. */
    private static final Statement BY_CHANCE =
            new Statement(
                    "mean round trip: tcn over " + CONSTANT + " of its goodput, at least 0.99",
                    "",
                    Double.NaN,
                    means -> means.of("tcn", "rttMean") / means.of(CONSTANT, "rttMean"),
                    value -> value >= 0.99,
                    "");

    private TargetsLead() {}

    static Experiment experiment() {
        List<Statement> statements = new ArrayList<>();
        others().forEach(
                        (other, ours) -> {
                            statements.add(goodput(ours, other));
                            statements.add(
                                    lower("queueMax", ours, other, "largest queue")
                                            .because(CHANCE, BY_CHANCE));
                            statements.add(
                                    lower("rttMean", ours, other, "mean round trip")
                                            .because(CHANCE, BY_CHANCE));
                        });
        others().forEach(
                        (other, ours) -> {
                            if (!ours.equals(OURS)) {
                                statements.add(goodput(OURS, other));
                            }
                        });
        statements.add(
                new Statement(
                        "class A's p99 delay: " + OURS + " over " + THEIRS + ", at most 0.7",
                        "",
                        Double.NaN,
                        means -> means.of(OURS, "p99A") / means.of(THEIRS, "p99A"),
                        value -> value <= 0.7,
                        ""));
        statements.add(target("delayA", "class A's mean delay, at most 5", "ms", v -> v <= 5));
        statements.add(target("p99A", "class A's p99 delay, at most 20", "ms", v -> v <= 20));
        statements.add(target("lossA", "class A's loss, at most 0.1", "%", v -> v <= 0.1));
        statements.add(target("goodputA", "class A's goodput, at least 1", "Mb/s", v -> v >= 1));
        statements.add(target("delayB", "class B's mean delay, at most 20", "ms", v -> v <= 20));
        statements.add(target("p99B", "class B's p99 delay, at most 60", "ms", v -> v <= 60));
        statements.add(target("lossB", "class B's loss, at most 1", "%", v -> v <= 1));
        statements.add(target("goodputB", "class B's goodput, at least 1", "Mb/s", v -> v >= 1));
        statements.add(target("lossC", "class C's loss, at most 5", "%", v -> v <= 5));
        return new Experiment(
                "targets",
                2,
                "Weir's targets against every scheme, three senders that always have more to send",
                "Weir's own; PMQECN's scenario 1",
                PmqecnScenarios.PERFORMANCE,
                cases(),
                List.of(
                        "goodput",
                        "queueMax",
                        "queueMean",
                        "rttMean",
                        "loss",
                        "p99A",
                        "p99B",
                        "p99C"),
                statements);
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(Case.of(OURS));
        for (double part : LESS) {
            cases.add(new Case(at(part), OURS, Map.of("targetUtilization", part)));
        }
        others().keySet().forEach(other -> cases.add(Case.of(other)));
        Map<String, Double> never =
                Map.of("startBps", CONSTANT_BPS, "startGrowth", 0.0, "periodMs", 3.6e6);
        cases.add(new Case(CONSTANT, OURS, never));
        return cases;
    }

    private static String at(double utilization) {
        return OURS + " at " + utilization;
    }

    /** Every other scheme with that of our cases which carries at least as much. */
    private static Map<String, String> others() {
        Map<String, String> others = new LinkedHashMap<>();
        others.put(THEIRS, OURS);
        others.put("dcqcn", at(0.75));
        others.put("p4qcn", at(0.75));
        others.put("tcn", at(0.5));
        others.put("ecn", at(0.75));
        others.put("codel-fwd", at(0.85));
        others.put("rpm", at(0.5));
        others.put("qcn", OURS);
        others.put("ecm", OURS);
        others.put("strict-priority", OURS);
        others.put("wrr", OURS);
        others.put("drop-tail", OURS);
        return others;
    }

    private static Statement goodput(String ours, String other) {
        return new Statement(
                "goodput: " + ours + " over " + other + ", at least " + EQUAL,
                "",
                Double.NaN,
                means -> means.of(ours, "goodput") / means.of(other, "goodput"),
                value -> value >= EQUAL,
                "");
    }

    private static Statement lower(String quantity, String ours, String other, String what) {
        return Statement.lower(
                quantity, ours, other, what + ": " + ours + " over " + other + ", below 1");
    }

    private static Statement target(
            String quantity, String what, String unit, DoublePredicate holds) {
        return new Statement(
                OURS + ": " + what, unit, Double.NaN, means -> means.of(OURS, quantity), holds, "");
    }
}
