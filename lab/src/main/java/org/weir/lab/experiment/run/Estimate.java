// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A mean over seeds.
 *
 * @param mean of the values
 * @param halfWidth half of the 95 % confidence interval by Student's t; 0 from one value
 * @param values one for each seed
 */
public record Estimate(double mean, double halfWidth, List<Double> values) {
    private static final double UPPER_QUANTILE = 0.975;

    /** Estimate from the values of all seeds, at least one. */
    public static Estimate of(List<Double> values) {
        int count = values.size();
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / count;
        double squares = squares(values, mean);
        double halfWidth =
                count < 2
                        ? 0
                        : new TDistribution(count - 1).inverseCumulativeProbability(UPPER_QUANTILE)
                                * Math.sqrt(squares / (count - 1) / count);
        return new Estimate(mean, halfWidth, List.copyOf(values));
    }

    private static double squares(List<Double> values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares;
    }

    /** Standard deviation of the values (divisor: their number less 1); NaN from one value. */
    public double deviation() {
        return values.size() < 2
                ? Double.NaN
                : Math.sqrt(squares(values, mean) / (values.size() - 1));
    }
}
