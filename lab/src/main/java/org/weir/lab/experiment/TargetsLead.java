// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

/**
 * Weir's own objective and reaction point against every other scheme, where PMQECN's paper compares
 * its own: queue, round trips, class A's delay, and each target of each class.
 */
final class TargetsLead {
    private static final String OURS = "pmqecn-targets";
    private static final String THEIRS = "pmqecn-published";

    /** The same with less of the port for more of a lead in time. */
    private static final double LESS = 0.85;

    private static final String OURS_LESS = OURS + " at " + LESS;

    private static final String IDLE =
            "its senders are cut so far that the port idles for a part of the time, in which nothing"
                    + " waits: not at equal goodput; see the rows of "
                    + OURS_LESS
                    + ", and tcn's goodput";
    private static final String NEVER_IDLE =
            "its queue is never empty, so that its port never idles";

    private TargetsLead() {}

    static Experiment experiment() {
        List<Statement> statements = new ArrayList<>();
        for (String other : others()) {
            statements.add(goodput(OURS, other).because(NEVER_IDLE));
            statements.add(lower("queueMax", OURS, other, "largest queue").because(IDLE));
            statements.add(lower("rttMean", OURS, other, "mean round trip").because(IDLE));
        }
        for (String other : List.of("codel-fwd", "rpm")) {
            statements.add(goodput(OURS_LESS, other));
            statements.add(lower("queueMax", OURS_LESS, other, "largest queue"));
            statements.add(lower("rttMean", OURS_LESS, other, "mean round trip"));
        }
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
                1,
                "Weir's targets against every scheme, three senders that always have more to send",
                "Weir's own; PMQECN's scenario 1",
                PmqecnScenarios.PERFORMANCE,
                Stream.concat(
                                Stream.of(
                                        Case.of(OURS),
                                        new Case(
                                                OURS_LESS,
                                                OURS,
                                                Map.of("targetUtilization", LESS))),
                                others().stream().map(Case::of))
                        .toList(),
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

    private static List<String> others() {
        return List.of(
                THEIRS,
                "dcqcn",
                "p4qcn",
                "tcn",
                "ecn",
                "codel-fwd",
                "rpm",
                "qcn",
                "ecm",
                "strict-priority",
                "wrr",
                "drop-tail");
    }

    private static Statement goodput(String ours, String other) {
        return new Statement(
                "goodput: " + ours + " over " + other + ", not below 1",
                "",
                Double.NaN,
                means -> means.of(ours, "goodput") / means.of(other, "goodput"),
                value -> value >= 1,
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
