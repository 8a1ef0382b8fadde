// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import java.util.Arrays;

/** Statistics of a few numbers. */
public final class Sample {
    private Sample() {}

    /** Their mean, at least one. */
    public static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** The sample's standard deviation; 0 of fewer than two. */
    public static double deviation(double[] values) {
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
    }

    /** The least of them; 0 of none. */
    public static double least(double[] values) {
        return Arrays.stream(values).min().orElse(0);
    }

    /**
     * The least value that a part of all values does not exceed; NaN of none.
     *
     * @param sorted the values in rising order
     * @param part above 0, at most 1; 0.99 for the 99th percentile
     */
    public static double percentile(double[] sorted, double part) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }

    /** Mean of the values at those places at which others are lowest, a part of all places. */
    public static double meanWhereLowest(double[] values, double[] others, double part) {
        int count = Math.max(1, (int) (part * others.length));
        double[] sorted = others.clone();
        Arrays.sort(sorted);
        double most = sorted[count - 1];
        double sum = 0;
        int found = 0;
        for (int i = 0; i < values.length; i++) {
            if (others[i] <= most) {
                sum += values[i];
                found++;
            }
        }
        return sum / found;
    }

    /** Jain's index of fairness: 1 when all are equal, 1/n when one has all. */
    public static double jain(double[] values) {
        double sum = 0;
        double squares = 0;
        for (double value : values) {
            sum += value;
            squares += value * value;
        }
        return squares == 0 ? 1 : sum * sum / (values.length * squares);
    }

    /** Pearson's correlation of two series of equal length; 0 when one of them never changes. */
    public static double correlation(double[] one, double[] other) {
        double oneMean = mean(one);
        double otherMean = mean(other);
        double both = 0;
        double oneSquares = 0;
        double otherSquares = 0;
        for (int i = 0; i < one.length; i++) {
            both += (one[i] - oneMean) * (other[i] - otherMean);
            oneSquares += (one[i] - oneMean) * (one[i] - oneMean);
            otherSquares += (other[i] - otherMean) * (other[i] - otherMean);
        }
        double product = Math.sqrt(oneSquares * otherSquares);
        return product > 0 ? both / product : 0;
    }
}
