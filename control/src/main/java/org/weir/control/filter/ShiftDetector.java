// SPDX-License-Identifier: Apache-2.0
package org.weir.control.filter;

/**
 * A two-sided CUSUM test (Page 1954) that detects a shift of the mean of a measured quantity away
 * from a held value. It adds up the differences of the readings from the held value. So it detects
 * a large change at once and a slow drift after some readings, while noise cancels. Not safe for
 * use by several threads.
 *
 * <p>The noise is measured: half the squared difference of successive readings estimates their
 * variance, even while the mean moves. The variance is scaled by the length of a reading, as for
 * counts of arrivals, and is at least the resolution of a reading. At first a standard deviation of
 * half the value is assumed, because the first readings of bursty traffic may scatter little.
 * Readings of 0 before the first other value tell nothing of the noise. After {@value
 * #SILENT_READINGS} successive ones the measurement begins anew with the next value. So it does
 * with a reading of more than {@value #OTHER_SCALE} times both the mean and the standard deviation:
 * the scatter of a packet a second tells nothing of that of a full line.
 *
 * <p>Small changes are ignored: the reference value of the test is half of the smallest change that
 * matters, or half a standard deviation if that is more.
 */
public final class ShiftDetector {
    /**
     * Sum of the standardised differences from which on the mean counts as shifted. Noise alone
     * reaches it about once in 1000 to 10 000 readings, with a variance that is estimated from some
     * twenty readings.
     */
    private static final double ALARM = 10;

    private static final double LEAST_REFERENCE = 0.5;

    /** Standard deviation / mean of a reading that is assumed before any scatter was measured. */
    private static final double UNKNOWN_SCATTER = 0.5;

    /**
     * Weight of {@link #UNKNOWN_SCATTER} in the mean variance; each measured squared difference has
     * weight 1.
     */
    private static final double UNKNOWN_WEIGHT = 0.25;

    /** Weight of the newest squared difference once many were seen. */
    private static final double NEWEST = 0.05;

    /**
     * Upper bound of half a squared difference, in variances, so that a shift does not count as
     * noise.
     */
    private static final double LARGEST_DIFFERENCE_SQUARED = 9;

    /** Number of first readings in which a shift cannot be distinguished from noise. */
    private static final int FIRST_READINGS = 4;

    /** Readings from which on their scatter is known. */
    private static final int KNOWN_READINGS = 8;

    /** Successive readings of 0 after which the scatter is measured anew. */
    private static final int SILENT_READINGS = 8;

    /** Multiple of mean and standard deviation above which a reading is of other traffic. */
    private static final double OTHER_SCALE = 10;

    private double held;
    private double variancePerRate;

    /** Mean of the readings that the variance is of, with the same weights. */
    private double scale;

    private double seen;
    private int readings;

    /** Readings that the variance is of. */
    private int measured;

    /** Successive readings of 0 up to now, at most {@link #SILENT_READINGS}. */
    private int silent = SILENT_READINGS;

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
     * @param value mean of the quantity over the time of the reading
     * @param seconds the time it covers, above 0
     * @param leastVariance lower bound of the variance of such a reading: the square of its
     *     resolution
     * @param matters the smallest change that matters, in the value's unit, above 0
     */
    public void add(double value, double seconds, double leastVariance, double matters) {
        measureNoise(value, seconds, leastVariance);
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

    private void measureNoise(double value, double seconds, double leastVariance) {
        boolean wasSilent = silent == SILENT_READINGS;
        silent = value == 0 ? Math.min(SILENT_READINGS, silent + 1) : 0;
        if (wasSilent && value == 0) {
            return;
        }
        if (wasSilent || isOfOtherScale(value, seconds, leastVariance)) {
            double scatter = UNKNOWN_SCATTER * value;
            variancePerRate = scatter * scatter * seconds;
            scale = value;
            seen = UNKNOWN_WEIGHT;
            measured = 1;
            return;
        }
        double difference = value - lastValue;
        double newest = difference * difference / (1 / seconds + 1 / lastSeconds);
        if (measured > FIRST_READINGS) {
            double known = Math.max(variancePerRate, leastVariance * seconds);
            newest = Math.min(newest, LARGEST_DIFFERENCE_SQUARED * known);
        }
        seen = Math.min(1 / NEWEST, seen + 1);
        variancePerRate += (newest - variancePerRate) / seen;
        scale += (value - scale) / seen;
        measured++;
    }

    private boolean isOfOtherScale(double value, double seconds, double leastVariance) {
        double deviation = Math.sqrt(Math.max(variancePerRate / seconds, leastVariance));
        return measured > FIRST_READINGS && value > OTHER_SCALE * Math.max(scale, deviation);
    }

    /** True if the mean has shifted from the held value. */
    public boolean hasShifted() {
        return shifted;
    }

    /** Number of readings taken. */
    public int readings() {
        return readings;
    }

    /**
     * Variance of a reading times its length over its mean; NaN before {@value #KNOWN_READINGS}
     * readings since the scatter is measured, or with a mean of 0.
     */
    public double variancePerMean() {
        return measured >= KNOWN_READINGS && mean() > 0 ? variancePerRate / mean() : Double.NaN;
    }

    /** The held value; 0 before the first. */
    public double held() {
        return held;
    }

    /**
     * The best estimate of the mean: after a shift the mean of the readings since the shift began,
     * otherwise of all readings since the value was held.
     */
    public double mean() {
        if (!shifted) {
            return inControl.seconds > 0 ? inControl.mean() : held;
        }
        Sum since = up.sum > down.sum ? up : down;
        return since.seconds > 0 ? since.mean() : lastValue;
    }

    /** Takes the best estimate as the held value. */
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
