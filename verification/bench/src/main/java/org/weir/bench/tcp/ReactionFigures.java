// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.run.Estimate;

/**
 * Figures of a case.
 *
 * @param of the case
 * @param steps those that count
 * @param left steps without a reduction, or during which the network was too late
 * @param counts of the whole capture
 * @param factors of the multiplicative decreases that samples enclose
 * @param lagMs largest delay of the network behind the wall clock in the steps that count, ms
 */
record ReactionFigures(
        ReactionCase of,
        List<ReactionTrace.Step> steps,
        int left,
        ReactionTrace.Counts counts,
        List<Double> factors,
        double lagMs) {

    /**
     * Factors of the decreases that samples enclose, without the first, which ends slow start: the
     * window may have grown much since the sample before it.
     *
     * @param quietNs time after a reduction in which the window still falls, ns
     */
    static List<Double> factors(
            List<WindowSamples.Sample> samples, List<Long> reductionsNs, long quietNs) {
        List<Double> factors = new ArrayList<>();
        for (int i = 1; i < reductionsNs.size(); i++) {
            OptionalDouble factor = WindowSamples.factor(samples, reductionsNs, i, quietNs);
            factor.ifPresent(factors::add);
        }
        return factors;
    }

    static void printHead(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-24s %5s %4s %15s %15s %15s %8s %6s %5s %6s %4s %6s %9s %7s %10s %13s %6s%n",
                "case",
                "steps",
                "left",
                "mark ms",
                "reduction ms",
                "loop ms",
                "expected",
                "events",
                "ECE",
                "switch",
                "CWR",
                "resent",
                "forbidden",
                "windows",
                "unanswered",
                "factor",
                "lag ms");
        out.flush();
    }

    void print(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-24s %5d %4d %15s %15s %15s %8.1f %6d %5d %6d %4d %6d %9d %7d %10d %13s %6.1f%n",
                of.name(),
                steps.size(),
                left,
                text(ReactionTrace.Step::signalMs),
                text(ReactionTrace.Step::reductionMs),
                text(ReactionTrace.Step::loopMs),
                of.expectedLoopMs(),
                counts.events(),
                counts.echoes(),
                counts.switchEchoes(),
                counts.reductions(),
                counts.resent(),
                counts.forbidden(),
                counts.windows(),
                counts.unanswered(),
                factors.isEmpty() ? "-" : text(Estimate.of(factors), "%.2f ± %.2f"),
                lagMs);
        out.flush();
    }

    private String text(ToDoubleFunction<ReactionTrace.Step> value) {
        return steps.isEmpty() ? "-" : text(estimate(value), "%.1f ± %.1f");
    }

    /** Mean of a time of all steps, with its interval. */
    Estimate estimate(ToDoubleFunction<ReactionTrace.Step> value) {
        return Estimate.of(steps.stream().mapToDouble(value).boxed().toList());
    }

    static String text(Estimate estimate, String form) {
        return String.format(Locale.ROOT, form, estimate.mean(), estimate.halfWidth());
    }
}
