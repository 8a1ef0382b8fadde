// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * Distance of measured values of one quantity from predicted ones: mean and standard deviation over
 * the last periods. The interval for the next period follows from them by Student's t. The distance
 * of delays is ln(measured / predicted); of loss, the measured value itself is used. Not safe for
 * use by several threads.
 */
final class PredictionError {
    /** Smallest number of measured periods for an interval. */
    static final int LEAST_PERIODS = 3;

    /** Periods after which older ones fade: each counts 19/20 of the next. */
    private static final int MEMORY_PERIODS = 20;

    /** A tenth lies outside the interval, half of it on each side. */
    private static final double INSIDE_ABOVE = 0.95;

    /** Bounds of the ratio of measured to predicted by which a prediction is corrected. */
    private static final double LARGEST_RATIO = 1024;

    /** Student's t for each number of periods. */
    private static final double[] STUDENT_T = studentT();

    private int periods;
    private double mean;
    private double variance;

    /** Packets of the periods, each period with its weight in the mean. */
    private double packets;

    private static double[] studentT() {
        double[] t = new double[MEMORY_PERIODS + 1];
        for (int n = 2; n < t.length; n++) {
            t[n] = new TDistribution(n - 1.0).inverseCumulativeProbability(INSIDE_ABOVE);
        }
        return t;
    }

    /**
     * Takes a period in which a delay was measured and predicted, ms.
     *
     * @param resolution half of the histogram's first bucket, ms, above 0: it is added to both
     *     values, so that a delay below the resolution has a ratio, too
     */
    void addRatio(double measured, double predicted, double resolution) {
        double largest = Math.log(LARGEST_RATIO);
        double ratio = (measured + resolution) / (predicted + resolution);
        add(Math.max(-largest, Math.min(largest, Math.log(ratio))));
    }

    /**
     * Takes a period in which a fraction was measured.
     *
     * @param arrivedPackets packets that arrived in the period
     */
    void addFraction(double measured, double arrivedPackets) {
        int before = periods;
        add(measured);
        if (periods == before) {
            packets *= 1 - 1.0 / periods;
        }
        packets += arrivedPackets;
    }

    /** Takes a period's value. */
    void add(double value) {
        periods = Math.min(MEMORY_PERIODS, periods + 1);
        double share = 1.0 / periods;
        double distance = value - mean;
        mean += share * distance;
        // Of the whole population; interval() makes it the sample's.
        variance = (1 - share) * (variance + share * distance * distance);
    }

    /**
     * Other settings are in force from now on. What was measured under the old ones counts as
     * {@value #LEAST_PERIODS} periods at most: most of the scatter is that of the load, which
     * stays, and an interval of so few periods is wide.
     */
    void fade() {
        if (periods > LEAST_PERIODS) {
            packets *= (double) LEAST_PERIODS / periods;
            periods = LEAST_PERIODS;
        }
    }

    /** True if enough periods were measured. */
    boolean isKnown() {
        return periods >= LEAST_PERIODS;
    }

    /** Mean of the values. */
    double mean() {
        return mean;
    }

    /** Half the width of the interval in which the next period's value is expected. */
    double halfWidth() {
        double sample = variance * periods / (periods - 1);
        return STUDENT_T[periods] * Math.sqrt(sample * (1 + 1.0 / periods));
    }

    /**
     * The forecast of a delay that is predicted, ms; only if {@link #isKnown}.
     *
     * @param resolution as in {@link #addRatio}
     */
    Forecast ofRatio(double predicted, double resolution) {
        double corrected = (predicted + resolution) * Math.exp(mean);
        double factor = Math.exp(Math.min(halfWidth(), 2 * Math.log(LARGEST_RATIO)));
        return Forecast.of(
                predicted,
                Math.max(0, corrected - resolution),
                Math.max(0, corrected / factor - resolution),
                Math.max(0, corrected * factor - resolution));
    }

    /**
     * The forecast of a loss; only if {@link #isKnown}. A loss of fewer than three packets in those
     * of the periods cannot be measured.
     *
     * @param predicted fraction
     */
    Forecast ofFraction(double predicted) {
        double high = Math.max(mean + halfWidth(), 3 / Math.max(3, packets));
        return Forecast.of(predicted, mean, Math.max(0, mean - halfWidth()), Math.min(1, high));
    }
}
