// SPDX-License-Identifier: Apache-2.0
package org.weir.control.filter;

/**
 * A two-sided CUSUM test (Page 1954) of whether the mean of a measured quantity has left the value
 * that is held: readings that differ from it add up, so that a large change is seen at once and a
 * slow drift after some readings, while noise cancels. Not safe for use by several threads.
 *
 * <p>The noise is measured. Half the squared difference of successive readings estimates their
 * variance however the mean moves; it is kept per second of a reading's length, as counts of
 * arrivals vary, and is at least the resolution of a reading. Before anything is known, readings
 * count as scattered by half their value, because the first readings of bursty traffic show little.
 *
 * <p>A change that does not matter is none: the test's reference value is half of the change that
 * does, or half a standard deviation where that is more.
 */
public final class ShiftDetector {
    /**
     * Sum of the standardised differences from which the mean has moved. Noise reaches it about
     * once in 1000 to 10 000 readings, the scatter being measured from some twenty of them.
     */
    private static final double ALARM = 10;

    private static final double LEAST_REFERENCE = 0.5;

    /** Standard deviation over the mean of a reading before any scatter was seen. */
    private static final double UNKNOWN_SCATTER = 0.5;

    /**
     * Weight of {@link #UNKNOWN_SCATTER} in the mean variance; each measured squared difference has
     * weight 1.
     */
    private static final double UNKNOWN_WEIGHT = 0.25;

    /** Weight of the newest squared difference once many were seen. */
    private static final double NEWEST = 0.05;

    /** Half a squared difference counts for no more than this many variances, of a change. */
    private static final double LARGEST_DIFFERENCE_SQUARED = 9;

    /** Number of readings that are too few to tell a change from scatter. */
    private static final int FIRST_READINGS = 4;

    /** Readings from which on their scatter is known. */
    private static final int KNOWN_READINGS = 8;

    private double held;
    private double variancePerRate;
    private double seen;
    private int readings;
    private double lastValue;
    private double lastSeconds;
    private final Sum up = new Sum();
    private final Sum down = new Sum();

    /** The mean of all readings since the held value was set; weighted by their lengths. */
    private final Sum inControl = new Sum();

    private boolean shifted;

    /**
     * Takes a reading.
     *
     * @param value its mean over the time
     * @param seconds the time it covers, above 0
     * @param leastVariance of such a reading: the square of its resolution
     * @param matters the smallest change that matters, in the value's unit, above 0
     */
    public void add(double value, double seconds, double leastVariance, double matters) {
        if (readings == 0) {
            double scatter = UNKNOWN_SCATTER * value;
            variancePerRate = scatter * scatter * seconds;
            seen = UNKNOWN_WEIGHT;
        } else {
            double difference = value - lastValue;
            double newest = difference * difference / (1 / seconds + 1 / lastSeconds);
            if (readings > FIRST_READINGS) {
                newest = Math.min(newest, LARGEST_DIFFERENCE_SQUARED * variancePerRate);
            }
            seen = Math.min(1 / NEWEST, seen + 1);
            variancePerRate += (newest - variancePerRate) / seen;
        }
        double deviation = Math.sqrt(Math.max(variancePerRate / seconds, leastVariance));
        readings++;
        lastValue = value;
        lastSeconds = seconds;
        inControl.weigh(value, seconds);
        if (deviation == 0) {
            shifted |= Math.abs(value - held) > matters;
            return;
        }
        double reference = Math.max(LEAST_REFERENCE, matters / 2 / deviation);
        double distance = (value - held) / deviation;
        up.add(distance - reference, value, seconds);
        down.add(-distance - reference, value, seconds);
        shifted |= Math.max(up.sum, down.sum) > ALARM;
    }

    /** Whether the mean is no longer the held value. */
    public boolean hasShifted() {
        return shifted;
    }

    /** Number of readings taken. */
    public int readings() {
        return readings;
    }

    /**
     * Variance of a reading times its length over its mean; NaN before {@value #KNOWN_READINGS}
     * readings or with a mean of 0.
     */
    public double variancePerMean() {
        return readings >= KNOWN_READINGS && mean() > 0 ? variancePerRate / mean() : Double.NaN;
    }

    /** The value that is held; 0 before any was. */
    public double held() {
        return held;
    }

    /**
     * The best estimate of the mean: after a shift that of the readings since it began, otherwise
     * of all since the value was held.
     */
    public double mean() {
        if (!shifted) {
            return inControl.seconds > 0 ? inControl.mean() : held;
        }
        Sum since = up.sum > down.sum ? up : down;
        return since.seconds > 0 ? since.mean() : lastValue;
    }

    /** Holds the best estimate from now on. */
    public void settle() {
        held = mean();
        up.clear();
        down.clear();
        inControl.clear();
        shifted = false;
    }

    /** A sum of the test that never falls below 0, and the readings since it was last 0. */
    private static final class Sum {
        double sum;
        double seconds;
        double total;

        void add(double part, double value, double time) {
            if (sum + part <= 0) {
                clear();
                return;
            }
            sum += part;
            weigh(value, time);
        }

        void weigh(double value, double time) {
            seconds += time;
            total += value * time;
        }

        double mean() {
            return total / seconds;
        }

        void clear() {
            sum = 0;
            seconds = 0;
            total = 0;
        }
    }
}
