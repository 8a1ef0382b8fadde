// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.Locale;
import java.util.function.DoubleFunction;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.stats.Bootstrap;

/**
 * A percentage of promises over all networks with its 95 % interval, which is never negative. If no
 * promise of n was broken (or broken in silence), the interval ends at 300/n %, by the rule of
 * three, which takes promises for independent. Otherwise it is the {@link Bootstrap} over networks;
 * of one network it is over its seeds.
 */
final class PromisePercent {
    private static final double PERCENT = 100;
    private static final int THREE = 3;

    private PromisePercent() {}

    /**
     * Mean and interval, such as {@code 0.310 [0.120, 0.550]} or {@code 0.000 [0.000, 0.021 (rule
     * of three)]}; empty without a value.
     *
     * @param metric of promises, in percent
     * @param number text of a number
     */
    static String text(
            Summary summary, String scheme, Metric metric, DoubleFunction<String> number) {
        Estimate own =
                summary.networks().size() == 1
                        ? summary.pairedBySeed(
                                scheme, scheme, (row, other) -> row.metrics().get(metric))
                        : summary.paired(scheme, scheme, (row, other) -> row.metrics().get(metric));
        if (Double.isNaN(own.mean())) {
            return "";
        }
        String mean = number.apply(own.mean());
        boolean isOfAllPromises =
                metric == Metric.BROKEN_PERCENT || metric == Metric.SILENT_PERCENT;
        if (own.mean() == 0 && isOfAllPromises) {
            double most = Math.min(PERCENT, PERCENT * THREE / promises(summary, scheme));
            return mean
                    + String.format(
                            Locale.ROOT, " [%s, %s (rule of three)]", mean, number.apply(most));
        }
        // All zero, of an unknown number: no interval can be stated.
        if (own.values().size() < 2 || own.mean() == 0) {
            return mean;
        }
        Bootstrap interval = Bootstrap.of(own.values());
        return mean
                + " ["
                + number.apply(interval.low())
                + ", "
                + number.apply(interval.high())
                + "]";
    }

    private static double promises(Summary summary, String scheme) {
        return summary.rows().stream()
                .filter(row -> row.scheme().equals(scheme))
                .mapToDouble(row -> row.metrics().get(Metric.PROMISES))
                .filter(Double::isFinite)
                .sum();
    }
}
