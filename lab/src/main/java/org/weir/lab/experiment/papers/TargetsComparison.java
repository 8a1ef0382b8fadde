// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.SchemeNames;

/**
 * Weir's own objective and reaction point against every other scheme, where PMQECN's paper compares
 * its own: queue and round trips at equal goodput, class A's delay, and each target of each class.
 *
 * <p>Whoever leaves the port idle for a part of the time has the shorter round trips for it. An
 * operator of {@code targets} chooses that part by {@code portUtilization}. The rule: of a ladder
 * of its values each scheme is compared with the one that carries least of those whose mean goodput
 * is at least its own.
 */
final class TargetsComparison {
    private static final String OURS = SchemeNames.PMQECN_TARGETS;
    private static final String THEIRS = SchemeNames.PMQECN_PUBLISHED;

    /** The ladder below the whole port, percent. */
    private static final List<Integer> PERCENT = List.of(55, 60, 65, 70, 75, 80, 85, 90, 95);

    private static final List<String> OTHERS =
            List.of(
                    THEIRS,
                    SchemeNames.DCQCN,
                    SchemeNames.P4QCN,
                    SchemeNames.TCN,
                    SchemeNames.ECN,
                    SchemeNames.CODEL_FWD,
                    SchemeNames.RPM,
                    SchemeNames.QCN,
                    SchemeNames.ECM,
                    SchemeNames.STRICT_PRIORITY,
                    SchemeNames.WRR,
                    SchemeNames.DROP_TAIL);

    /** Goodputs that differ by no more than a port carries in a millisecond of a second. */
    private static final double EQUAL = 0.999;

    /** Part of itself by which goodput may differ from what was asked for. */
    private static final double ASKED = 0.05;

    /** The link that all share. */
    private static final double LINK_MBPS = 10;

    /**
     * One-way delay of a packet in the empty network, ms: three links, each with 0.8 ms for 8000
     * bits at 10 Mb/s and 0.5 ms of propagation.
     */
    private static final double EMPTY_PATH_MS = 3 * (0.8 + 0.5);

    private TargetsComparison() {}

    static Experiment experiment() {
        List<Statement> statements = new ArrayList<>();
        for (String other : OTHERS) {
            statements.add(
                    meeting("goodput", "goodput", other, "at least " + EQUAL, v -> v >= EQUAL));
            statements.add(meeting("queueMax", "largest queue", other, "below 1", v -> v < 1));
            statements.add(meeting("rttMean", "mean round trip", other, "below 1", v -> v < 1));
        }
        OTHERS.forEach(other -> statements.add(goodput(other)));
        PERCENT.forEach(percent -> statements.add(asked(percent)));
        statements.add(
                new Statement(
                        "class A's p99 delay: " + OURS + " over " + THEIRS + ", at most 0.7",
                        "",
                        Double.NaN,
                        means -> means.of(OURS, "p99A") / means.of(THEIRS, "p99A"),
                        value -> value <= 0.7,
                        ""));
        statements.add(queueing("delayA", "class A's mean queueing delay", 5));
        statements.add(queueing("p99A", "class A's p99 queueing delay", 20));
        statements.add(target("lossA", "class A's loss, at most 0.1", "%", v -> v <= 0.1));
        statements.add(target("goodputA", "class A's goodput, at least 1", "Mb/s", v -> v >= 1));
        statements.add(queueing("delayB", "class B's mean queueing delay", 20));
        statements.add(queueing("p99B", "class B's p99 queueing delay", 60));
        statements.add(target("lossB", "class B's loss, at most 1", "%", v -> v <= 1));
        statements.add(target("goodputB", "class B's goodput, at least 1", "Mb/s", v -> v >= 1));
        statements.add(target("lossC", "class C's loss, at most 5", "%", v -> v <= 5));
        return new Experiment(
                "targets",
                4,
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
        for (int percent : PERCENT) {
            cases.add(new Case(at(percent), OURS, Map.of("portUtilization", percent / 100.0)));
        }
        cases.add(Case.of(OURS));
        OTHERS.forEach(other -> cases.add(Case.of(other)));
        return cases;
    }

    private static String at(int percent) {
        return OURS + ", " + percent + " % of the port";
    }

    /**
     * Our case with the least goodput of those that carry as much as another scheme; empty if none
     * does.
     */
    static Optional<String> meeting(Statement.Means means, String other) {
        double least = EQUAL * means.of(other, "goodput");
        return Stream.concat(PERCENT.stream().map(TargetsComparison::at), Stream.of(OURS))
                .filter(ours -> means.of(ours, "goodput") >= least)
                .min(Comparator.comparingDouble(ours -> means.of(ours, "goodput")));
    }

    /** A quantity of the case that meets another scheme, over that scheme's; NaN without one. */
    private static Statement meeting(
            String quantity, String what, String other, String bound, DoublePredicate holds) {
        return new Statement(
                what + ": ours with the same goodput over " + other + ", " + bound,
                "",
                Double.NaN,
                means ->
                        meeting(means, other)
                                .map(ours -> means.of(ours, quantity) / means.of(other, quantity))
                                .orElse(Double.NaN),
                holds,
                "");
    }

    private static Statement goodput(String other) {
        return new Statement(
                "goodput: " + OURS + " over " + other + ", at least " + EQUAL,
                "",
                Double.NaN,
                means -> means.of(OURS, "goodput") / means.of(other, "goodput"),
                value -> value >= EQUAL,
                "");
    }

    private static Statement asked(int percent) {
        String unit = "Mb/s";
        double askedMbps = percent / 100.0 * LINK_MBPS;
        return new Statement(
                at(percent) + ": goodput within 5 % of " + askedMbps,
                unit,
                Double.NaN,
                means -> means.of(at(percent), "goodput"),
                value -> Math.abs(value - askedMbps) <= ASKED * askedMbps,
                "");
    }

    /** A target of the policy: it concerns the queue, without the empty path. */
    private static Statement queueing(String quantity, String what, double mostMs) {
        return new Statement(
                OURS + ": " + what + ", at most " + Math.round(mostMs),
                "ms",
                Double.NaN,
                means -> means.of(OURS, quantity) - EMPTY_PATH_MS,
                value -> value <= mostMs,
                "");
    }

    private static Statement target(
            String quantity, String what, String unit, DoublePredicate holds) {
        return new Statement(
                OURS + ": " + what, unit, Double.NaN, means -> means.of(OURS, quantity), holds, "");
    }
}
