// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Interval of confidence of a mean by the percentile bootstrap (Efron 1979): the middle 95 % of the
 * means of 10 000 samples, drawn from the values with replacement. It lies between the smallest and
 * the largest value. The same values have the same interval.
 *
 * @param low lower end
 * @param high upper end
 */
public record Bootstrap(double low, double high) {
    private static final int SAMPLES = 10_000;
    private static final double TAIL = 0.025;
    private static final long SEED = 1979;

    /**
     * The interval of the mean of values.
     *
     * @param values independent of each other, at least one
     */
    public static Bootstrap of(List<Double> values) {
        double[] known = values.stream().mapToDouble(one -> one).toArray();
        SplittableRandom random = new SplittableRandom(SEED);
        double[] means = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            double sum = 0;
            for (int j = 0; j < known.length; j++) {
                sum += known[random.nextInt(known.length)];
            }
            means[i] = sum / known.length;
        }
        Arrays.sort(means);
        int below = (int) Math.round(TAIL * SAMPLES);
        return new Bootstrap(means[below], means[SAMPLES - 1 - below]);
    }
}
