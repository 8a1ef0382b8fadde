// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Trend of a series: its slope, with an interval of confidence and a test. Single outliers hardly
 * change it.
 *
 * <p>The slope is Theil and Sen's: the median of the slopes of all pairs of points. Its interval is
 * Sen's (1968), and the test that there is no trend is Mann and Kendall's; both take equal values
 * into account, and both take the points for independent of each other.
 *
 * @param slope change of the value per unit of time
 * @param low lower end of the slope's interval of confidence
 * @param high its upper end
 * @param score Kendall's S: pairs that rise less pairs that fall
 * @param probability of a score as far from 0 where there is no trend, 0 to 1
 */
public record Trend(double slope, double low, double high, long score, double probability) {
    /** Fewest points of a series: with fewer the test could never show a trend. */
    public static final int LEAST_POINTS = 6;

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /**
     * The trend of a series.
     *
     * @param times rising
     * @param values one for each time
     * @param confidence of the interval, above 0 and below 1, for example 0.99
     * @throws IllegalArgumentException when there are too few points, not as many times as values,
     *     or times that do not rise
     */
    public static Trend of(double[] times, double[] values, double confidence) {
        int points = times.length;
        if (points < LEAST_POINTS || points != values.length) {
            throw new IllegalArgumentException(
                    "times and values must be as many, at least %d, not %d and %d"
                            .formatted(LEAST_POINTS, points, values.length));
        }
        double[] slopes = new double[points * (points - 1) / 2];
        int pairs = 0;
        long score = 0;
        for (int i = 0; i < points; i++) {
            for (int j = i + 1; j < points; j++) {
                if (!(times[j] > times[i])) {
                    throw new IllegalArgumentException("times must rise");
                }
                slopes[pairs++] = (values[j] - values[i]) / (times[j] - times[i]);
                score += (long) Math.signum(values[j] - values[i]);
            }
        }
        Arrays.sort(slopes);
        double deviation = Math.sqrt(scoreVariance(values));
        double reach = NORMAL.inverseCumulativeProbability((1 + confidence) / 2) * deviation;
        int lowest = (int) Math.round((pairs - reach) / 2) - 1;
        int highest = (int) Math.round((pairs + reach) / 2);
        return new Trend(
                new Median().evaluate(slopes),
                slopes[Math.max(0, lowest)],
                slopes[Math.min(pairs - 1, highest)],
                score,
                probability(score, deviation));
    }

    /** Variance of Kendall's S where there is no trend; equal values make it less. */
    private static double scoreVariance(double[] values) {
        Map<Double, Integer> equal = new TreeMap<>();
        for (double value : values) {
            equal.merge(value, 1, Integer::sum);
        }
        double variance = term(values.length);
        for (int count : equal.values()) {
            variance -= term(count);
        }
        return variance / 18;
    }

    private static double term(double count) {
        return count * (count - 1) * (2 * count + 5);
    }

    private static double probability(long score, double deviation) {
        if (score == 0 || deviation == 0) {
            return 1;
        }
        // One step towards 0: the score is a whole number, the normal distribution is not.
        double z = (Math.abs(score) - 1) / deviation;
        return 2 * NORMAL.cumulativeProbability(-z);
    }

    /**
     * Whether the series rises, and not by chance.
     *
     * @param significance greatest probability of that by chance, for example 0.01
     */
    public boolean isRising(double significance) {
        return score > 0 && probability < significance;
    }
}
