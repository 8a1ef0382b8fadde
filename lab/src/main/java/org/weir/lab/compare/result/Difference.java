// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleBiFunction;

/**
 * Difference of a scheme to a base on the same network with the same seed, in one quantity.
 *
 * @param column name in CSV files
 * @param label name in tables
 * @param ofRuns difference of the scheme's run and the base's, of which means are taken; NaN or
 *     infinite without a value
 * @param shown makes of such a mean the number that tables show
 */
record Difference(
        String column,
        String label,
        ToDoubleBiFunction<RunRow, RunRow> ofRuns,
        DoubleUnaryOperator shown) {
    private static final double PERCENT = 100;

    /** Part of class-periods kept, shown in points. */
    static final Difference KEPT =
            new Difference(
                    "KEPT_POINTS",
                    "class-periods kept, points more",
                    (row, other) -> row.keptPart() - other.keptPart(),
                    one -> PERCENT * one);

    /** Score of the search. */
    static final Difference SCORE =
            new Difference(
                    "SCORE",
                    "score",
                    (row, other) -> row.searchScore() - other.searchScore(),
                    one -> one);

    /** Ratios of metrics; their means are geometric. */
    static final List<Difference> RATIOS =
            List.of(
                            Metric.GOODPUT_MBPS,
                            Metric.QUEUE_MEAN,
                            Metric.P99_A_US,
                            Metric.P99_B_US,
                            Metric.P99_C_US,
                            Metric.SLOWDOWN_P99,
                            Metric.SLOWDOWN_P999,
                            Metric.SLOWDOWN_A_P99,
                            Metric.SLOWDOWN_B_P99,
                            Metric.SLOWDOWN_C_P99)
                    .stream()
                    .map(Difference::ratio)
                    .toList();

    /** Ratio of a metric; its means are geometric. */
    static Difference ratio(Metric metric) {
        return new Difference(
                metric.name() + "_RATIO",
                metric.label() + ", times",
                (row, other) -> Math.log(row.metrics().get(metric) / other.metrics().get(metric)),
                Math::exp);
    }
}
