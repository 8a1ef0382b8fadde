// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.SchemeNames;

/** Single TCP senders beside the formulas of their rates. */
public final class LawExperiments {
    private static final double[] PROBABILITIES = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1};
    private static final double WITHIN = 0.1;
    private static final double LEAST_SEGMENTS = 20_000;

    private final List<Case> cases = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();

    private LawExperiments() {}

    /** All experiments. */
    public static List<Experiment> all() {
        LawExperiments laws = new LawExperiments();
        laws.reno();
        laws.pftk();
        laws.cubic();
        laws.dctcp();
        laws.dctcpAbove();
        return List.of(
                new Experiment(
                        "tcp-laws",
                        1,
                        "single TCP senders beside the formulas of their rates",
                        "Mathis et al. (CCR 1997), PFTK (SIGCOMM 1998), RFC 9438, RFC 8257, DCTCP"
                                + " (SIGCOMM 2010); extended laws of CUBIC and DCTCP by the rules of"
                                + " their RFCs",
                        LawScenario.INSTANCE,
                        laws.cases,
                        LawScenario.INSTANCE.quantities().stream().map(Quantity::name).toList(),
                        laws.statements));
    }

    private void reno() {
        for (double p : PROBABILITIES) {
            String label = "NewReno, periodic losses, p=" + text(p);
            add(label, LawScenario.Law.RENO, Map.of("p", p), 20 / p, 60 / p);
            Statement extended = extended(label, "3/8 W² + 5/4 W = 1/p in W/2 + 2 round trips");
            statements.add(
                    simple(
                            label,
                            "√1.5/√p",
                            p > 0.005
                                    ? "the formula leaves out the round trip of the repair, in"
                                            + " which half a window is sent"
                                    : "",
                            extended));
            statements.add(extended);
        }
    }

    private void pftk() {
        for (double p : PROBABILITIES) {
            String label = "NewReno, losses of PFTK, p=" + text(p);
            add(
                    label,
                    LawScenario.Law.PFTK,
                    Map.of("p", p),
                    30 / p,
                    p < 5e-4 ? 3000 / p : 1000 / p);
            Statement extended = extended(label, "PFTK");
            Statement classic = p > 0.05 ? withThreeDuplicates(p) : extended;
            statements.add(
                    simple(
                            label,
                            "√1.5/√p",
                            p > 0.005
                                    ? "the formula leaves out the round trip of the repair, and"
                                            + " timeouts"
                                    : "",
                            classic));
            statements.add(
                    p > 0.05
                            ? extended.because(
                                    "RACK-TLP repairs lost tails without the timeouts that Reno"
                                            + " needs with fewer than three duplicate"
                                            + " acknowledgements",
                                    classic)
                            : extended);
        }
    }

    /** The same losses with the loss detection that PFTK assumes. */
    private Statement withThreeDuplicates(double p) {
        String label = "NewReno without RACK-TLP, losses of PFTK, p=" + text(p);
        add(label, LawScenario.Law.PFTK, Map.of("p", p, "rackTlp", 0.0), 30 / p, 1000 / p);
        return extended(label, "PFTK");
    }

    private void cubic() {
        for (double rttMs : new double[] {20, 80, 200, 400}) {
            for (double p : PROBABILITIES) {
                String label = String.format(Locale.ROOT, "CUBIC, %.0f ms, p=%s", rttMs, text(p));
                add(
                        label,
                        LawScenario.Law.CUBIC,
                        Map.of("p", p, "roundTripMs", rttMs),
                        40 / p,
                        60 / p);
                Statement extended = extended(label, "RFC 9438's window functions, integrated");
                statements.add(
                        simple(
                                label,
                                "the higher of 1.054 (RTT/p)^¾ and √1.5/√p",
                                isFarFromFormula(p, rttMs)
                                        ? "the formulas leave out the round trip with ECE, in"
                                                + " which the window does not grow, whole"
                                                + " segments, and fast convergence"
                                        : "",
                                extended));
                statements.add(extended);
            }
        }
    }

    /** True if the lab's rate differs by more than 10 % from the formulas, found by runs. */
    private static boolean isFarFromFormula(double p, double rttMs) {
        return p > 0.005 || rttMs > 300 || rttMs > 100 && p > 5e-4;
    }

    private void dctcp() {
        for (double p : PROBABILITIES) {
            String label = "DCTCP, random marks, p=" + text(p);
            if (p < 0.002) {
                // From far away the window takes more than 1/p round trips to settle.
                for (double part : new double[] {0.9, 1.1}) {
                    String from = label + ", from " + part + " W";
                    add(
                            from,
                            LawScenario.Law.DCTCP,
                            Map.of("p", p, "startPart", part),
                            100 / p,
                            8000 / p);
                    boolean grows = part < 1;
                    statements.add(
                            new Statement(
                                    from
                                            + " of the extended law: the window "
                                            + (grows ? "grows" : "shrinks"),
                                    "segments per round trip",
                                    Double.NaN,
                                    means -> means.of(from, "drift"),
                                    value -> value > 0 == grows,
                                    ""));
                }
            } else {
                add(label, LawScenario.Law.DCTCP, Map.of("p", p), 3000 / p, 9000 / p);
                Statement extended =
                        extended(label, "W p/2 = (1 − p²)^W / (1 − (1 − p)^W), less 1/2");
                statements.add(
                        simple(
                                label,
                                "2/p",
                                p < 0.005 || p > 0.05
                                        ? "the formula has two marks in each round trip; by the"
                                                + " rules a reduction waits for a mark, and only"
                                                + " whole windows without a mark count for growth"
                                        : "",
                                extended));
                statements.add(extended);
            }
        }
    }

    private void dctcpAbove() {
        for (int window : new int[] {10, 30, 100, 300, 1000, 2000, 3000}) {
            String label = "DCTCP, marks above W=" + window;
            add(
                    label,
                    LawScenario.Law.DCTCP_ABOVE,
                    Map.of("windowSegments", (double) window, "startPart", 1.0),
                    300.0 * window,
                    600.0 * window);
            Statement extended = extended(label, "the same with the gain 1/16 and the echo");
            String reason = "";
            if (window < 100) {
                reason = "the formula leaves out the round trip of the echo";
            } else if (window > 300) {
                reason = "the formula needs a smaller gain than RFC 8257's 1/16";
            }
            statements.add(simple(label, "α² (1 − α/4) = (2W + 1)/(W + 1)²", reason, extended));
            statements.add(extended);
        }
    }

    private void add(
            String label,
            LawScenario.Law law,
            Map<String, Double> settings,
            double warmUpSegments,
            double segments) {
        Map<String, Double> all = new HashMap<>(settings);
        all.put("law", law.ordinal() + 1.0);
        all.put("warmUpSegments", (double) Math.round(Math.max(LEAST_SEGMENTS, warmUpSegments)));
        all.put("segments", (double) Math.round(Math.max(LEAST_SEGMENTS, segments)));
        cases.add(new Case(label, SchemeNames.DROP_TAIL, all));
    }

    private static Statement simple(String label, String law, String reason, Statement extended) {
        Statement statement = near(label, law, "overSimple");
        return reason.isEmpty() ? statement : statement.because(reason, extended);
    }

    private static Statement extended(String label, String law) {
        return near(label, law, "overExtended");
    }

    private static Statement near(String label, String law, String quantity) {
        return new Statement(
                label + ": measured over " + law + ", within 10 %",
                "",
                1,
                means -> means.of(label, quantity),
                value -> Math.abs(value - 1) <= WITHIN,
                "");
    }

    private static String text(double p) {
        return String.format(Locale.ROOT, "%.4f", p).replaceAll("0+$", "");
    }
}
