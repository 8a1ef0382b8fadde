// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import java.util.ArrayList;
import java.util.List;
import org.weir.lab.experiment.Statement;

/**
 * A published statement beside what was measured.
 *
 * @param statement the published statement
 * @param measured the same from a result
 * @param halfWidth half of its 95 % confidence interval over seeds, from the statement's value of
 *     each seed alone; NaN from one seed, and where a value needs several seeds
 * @param comesOut whether they agree in the order, or in the amount as the statement asks
 * @param shownBy if they do not: the statements that prove the reason
 */
public record Verdict(
        Statement statement,
        double measured,
        double halfWidth,
        boolean comesOut,
        List<Verdict> shownBy) {
    /** Verdicts on an experiment's statements; none unless all cases were run. */
    public static List<Verdict> of(Result result) {
        List<Verdict> verdicts = new ArrayList<>();
        if (result.isWhole()) {
            result.experiment().statements().forEach(one -> verdicts.add(of(one, result)));
        }
        return verdicts;
    }

    private static Verdict of(Statement statement, Result result) {
        double measured = statement.measured().applyAsDouble(result.means());
        boolean comesOut = statement.holds().test(measured);
        List<Verdict> shown = new ArrayList<>();
        if (!comesOut) {
            statement.shownBy().forEach(one -> shown.add(of(one, result)));
        }
        return new Verdict(
                statement, measured, halfWidth(statement, result), comesOut, List.copyOf(shown));
    }

    private static double halfWidth(Statement statement, Result result) {
        if (result.seeds().size() < 2) {
            return Double.NaN;
        }
        List<Double> values = new ArrayList<>();
        for (int seed = 0; seed < result.seeds().size(); seed++) {
            values.add(statement.measured().applyAsDouble(result.meansOf(seed)));
        }
        return Estimate.of(values).halfWidth();
    }

    /** Whether they agree in the amount too, where one was published. */
    public boolean isReproduced() {
        return comesOut && Statement.hasAmount(statement.published(), measured);
    }

    /** Whether there are runs that show the reason, and all of them do. */
    public boolean reasonIsShown() {
        return !shownBy.isEmpty() && shownBy.stream().allMatch(Verdict::comesOut);
    }
}
