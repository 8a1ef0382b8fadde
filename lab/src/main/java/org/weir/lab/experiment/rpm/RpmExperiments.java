// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.SchemeNames;

/** RPM (Reverse Path Congestion Marking): Table II and Fig. 5, and its reaction time. */
public final class RpmExperiments {
    private static final String PAPER = "RPM (reverse path congestion marking)";
    private static final String FORWARD = SchemeNames.CODEL_FWD_TCP;
    private static final String REVERSE = SchemeNames.RPM_TCP;
    private static final double CUBIC = 2;
    private static final double DCTCP = 3;

    private RpmExperiments() {}

    /** All experiments. */
    public static List<Experiment> all() {
        return List.of(fairness(), completion(), reaction(), lemma());
    }

    private static Experiment fairness() {
        double[][] delays = {{10, 0}, {10, 10}, {20, 20}};
        double[][] published = {{0.89, 0.89}, {0.74, 0.81}, {0.82, 0.86}};
        List<Case> cases = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < delays.length; i++) {
            String forward = FORWARD + " experiment " + (i + 1);
            String reverse = REVERSE + " experiment " + (i + 1);
            Map<String, Double> settings =
                    Map.of("nearDelayMs", delays[i][0], "stepDelayMs", delays[i][1]);
            cases.add(new Case(forward, FORWARD, settings));
            cases.add(new Case(reverse, REVERSE, settings));
            statements.add(Statement.value(published[i][0], 0.2, "", "jain", forward));
            statements.add(Statement.value(published[i][1], 0.2, "", "jain", reverse));
            double gain = published[i][1] - published[i][0];
            Statement difference =
                    new Statement(
                            "experiment "
                                    + (i + 1)
                                    + ": Jain's index, RPM less CoDel-FWD"
                                    + (gain > 0.01 ? "" : ", within 0.03 of 0"),
                            "",
                            gain > 0.01 ? Math.round(100 * gain) / 100.0 : Double.NaN,
                            means -> means.of(reverse, "jain") - means.of(forward, "jain"),
                            value -> gain > 0.01 ? value > 0 : Math.abs(value) < 0.03,
                            "");
            statements.add(
                    gain > 0.01
                            ? RpmReasons.scatter(difference, forward, reverse, gain)
                            : difference);
        }
        return new Experiment(
                "rpm-table2",
                1,
                "fairness of long CUBIC flows with equal and unequal round trips",
                PAPER + ", Tables I and II",
                FairnessScenario.INSTANCE,
                cases,
                FairnessScenario.INSTANCE.quantities().stream().map(Quantity::name).toList(),
                statements);
    }

    private static Experiment completion() {
        List<Case> cases = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        for (double control : new double[] {CUBIC, DCTCP}) {
            String word = control == CUBIC ? "CUBIC" : "DCTCP";
            String forward = FORWARD + " " + word;
            String reverse = REVERSE + " " + word;
            cases.add(new Case(forward, FORWARD, Map.of("control", control)));
            cases.add(new Case(reverse, REVERSE, Map.of("control", control)));
            for (int segments : new int[] {10, 100}) {
                Statement lower =
                        Statement.lower(
                                CompletionScenario.name(segments),
                                reverse,
                                forward,
                                word
                                        + ": mean completion of "
                                        + segments
                                        + " MSS, RPM over CoDel-FWD, below 1");
                statements.add(
                        control == CUBIC ? reason(lower, forward, reverse, segments) : lower);
            }
        }
        for (String scheme : List.of(FORWARD, REVERSE)) {
            cases.add(RpmReasons.everyPacket(scheme + " CUBIC", scheme, CUBIC));
        }
        cases.add(RpmReasons.held(REVERSE + " CUBIC", REVERSE, CUBIC));
        cases.add(RpmReasons.later(REVERSE + " CUBIC", REVERSE, CUBIC));
        return new Experiment(
                "rpm-fig5",
                1,
                "mean completion time of short flows against their size",
                PAPER + ", Fig. 5",
                CompletionScenario.INSTANCE,
                cases,
                CompletionScenario.INSTANCE.quantities().stream().map(Quantity::name).toList(),
                statements);
    }

    /** Flows of ten segments fit into the initial window: marks do not lengthen them. */
    private static Statement reason(Statement lower, String forward, String reverse, int segments) {
        return segments == 10
                ? RpmReasons.handshake(lower, forward, reverse, segments)
                : RpmReasons.again(lower, forward, reverse, segments);
    }

    private static Experiment reaction() {
        List<Case> cases = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        for (double place : new double[] {0.1, 0.25, 0.5, 0.75, 0.9}) {
            String forward = label(FORWARD, place);
            String reverse = label(REVERSE, place);
            cases.add(new Case(forward, FORWARD, Map.of("place", place)));
            cases.add(new Case(reverse, REVERSE, Map.of("place", place)));
            double savedMs = Math.round(800 * (1 - place)) / 10.0;
            statements.add(
                    new Statement(
                            "d_s/d = %s: first reduction, CoDel-FWD less RPM, d − d_s"
                                    .formatted(place),
                            "ms",
                            savedMs,
                            means ->
                                    means.of(forward, "reactionMs")
                                            - means.of(reverse, "reactionMs"),
                            value -> Math.abs(value - savedMs) <= 0.1 * savedMs + 1,
                            ""));
        }
        return new Experiment(
                "rpm-reaction",
                1,
                "time from a step of load to the first reduction, by the place of the bottleneck",
                PAPER + ", sections III and IV",
                ReactionScenario.INSTANCE,
                cases,
                ReactionScenario.INSTANCE.quantities().stream().map(Quantity::name).toList(),
                statements);
    }

    private static Experiment lemma() {
        String near = label(REVERSE, 0.1);
        String far = label(REVERSE, 1);
        Map<String, Double> common = Map.of("control", 1.0);
        List<Case> cases = new ArrayList<>();
        for (double place : new double[] {0.1, 1}) {
            Map<String, Double> settings = new HashMap<>(common);
            settings.put("place", place);
            cases.add(new Case(label(REVERSE, place), REVERSE, settings));
        }
        return new Experiment(
                "rpm-lemma1",
                1,
                "a NewReno flow beside the fluid model of Lemma 1, stable and unstable",
                PAPER + ", Lemma 1",
                LemmaScenario.INSTANCE,
                cases,
                LemmaScenario.INSTANCE.quantities().stream().map(Quantity::name).toList(),
                List.of(
                        order(
                                "d_s/d = 0.1: growth in the model, stable below 0",
                                means -> means.of(near, "growth"),
                                value -> value < 0),
                        order(
                                "d_s/d = 1: growth in the model, unstable above 0",
                                means -> means.of(far, "growth"),
                                value -> value > 0),
                        RpmReasons.sawtooth(
                                order(
                                        "swing of the window of packets, unstable over stable,"
                                                + " above 1.5",
                                        means ->
                                                means.of(far, "windowSwing")
                                                        / means.of(near, "windowSwing"),
                                        value -> value > 1.5),
                                near)));
    }

    private static Statement order(
            String text, ToDoubleFunction<Statement.Means> measured, DoublePredicate holds) {
        return new Statement(text, "", Double.NaN, measured, holds, "");
    }

    private static String label(String scheme, double place) {
        return String.format(Locale.ROOT, "%s d_s/d=%s", scheme, place);
    }
}
