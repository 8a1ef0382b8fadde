// SPDX-License-Identifier: Apache-2.0
package org.weir.control.measurement;

import org.weir.control.RateWindow;

/**
 * The log-linear buckets in which a port's data plane counts queueing delays, and quantiles of such
 * counts. Immutable.
 *
 * <p>Bucket 0 holds delays below a power of two from 1 to 64 µs, {@link #firstBucketUs}. Each
 * octave above it, from f·2<sup>o</sup> µs for o = 0 to 14, is cut in four equal quarters q: bucket
 * 1 + 4·o + q. Bucket 61 holds f·2<sup>15</sup> µs and more. Buckets 62 and 63 are not used; they
 * exist because the data plane indexes by a power of two.
 *
 * <p>The first bucket is a 256th of the port's {@link RateWindow}, about half the time of a full
 * frame: 64 µs up to 136 Mb/s, 8 µs at 1 Gb/s, 1 µs from 4.4 Gb/s on.
 *
 * <p>The switch measures a delay as the difference of two times in whole µs. So a packet that it
 * counts as d µs took more than d − 1 and less than d + 1 µs, and d in the mean. Quarters that
 * contain no whole number of µs stay empty.
 */
public final class DelayHistogram {
    /** Counters per queue in the data plane. */
    public static final int BUCKETS = 64;

    /** The last bucket in use. */
    public static final int LAST_BUCKET = 61;

    /** Buckets of a port without settings, the first of which is 64 µs. */
    public static final DelayHistogram COARSEST = new DelayHistogram(0);

    private static final int OCTAVES = 15;

    /** Halvings by which the mean of the least deviation is found. */
    private static final int DEVIATION_STEPS = 60;

    /** Binary logarithm of the coarsest first bucket's µs. */
    private static final int COARSEST_BITS = 6;

    /** Binary logarithm of the first buckets in a rate window. */
    private static final int WINDOW_BITS = 8;

    /** Octaves by which the buckets are finer than the coarsest, 0 to 6. */
    private final int finer;

    private DelayHistogram(int finer) {
        this.finer = finer;
    }

    /** The buckets of a port that measures its arrival rates over a window. */
    public static DelayHistogram of(RateWindow window) {
        int windowBits = Long.numberOfTrailingZeros(window.us());
        int finer = COARSEST_BITS + WINDOW_BITS - windowBits;
        return new DelayHistogram(Math.max(0, Math.min(COARSEST_BITS, finer)));
    }

    /** Upper bound of the first bucket, µs: the resolution of the histogram. */
    public long firstBucketUs() {
        return 1L << (COARSEST_BITS - finer);
    }

    /** The smallest delay of the last bucket, µs: what exceeds it is not measured. */
    public long topUs() {
        return lowerBoundUs(LAST_BUCKET);
    }

    /**
     * The bucket that counts a delay.
     *
     * @param delayUs delay in µs, at least 0
     */
    public int bucketOf(long delayUs) {
        if (delayUs < 0) {
            throw new IllegalArgumentException("delayUs must be at least 0, was " + delayUs);
        }
        if (delayUs >= 1L << (COARSEST_BITS + OCTAVES)) {
            return LAST_BUCKET;
        }
        long shifted = delayUs << finer;
        int topBit = 63 - Long.numberOfLeadingZeros(shifted | 1);
        if (topBit < COARSEST_BITS) {
            return 0;
        }
        int octave = topBit - COARSEST_BITS;
        if (octave >= OCTAVES) {
            return LAST_BUCKET;
        }
        int quarter = (int) (shifted >> (topBit - 2)) & 3;
        return 1 + 4 * octave + quarter;
    }

    /**
     * The smallest delay a bucket counts, whole µs.
     *
     * @param bucket 0 to 61
     */
    public long lowerBoundUs(int bucket) {
        checkBucket(bucket);
        if (bucket == 0) {
            return 0;
        }
        int octave = (bucket - 1) / 4;
        int quarter = (bucket - 1) % 4;
        long start = 1L << (COARSEST_BITS + octave);
        long shifted = start + quarter * (start / 4);
        return (shifted + (1L << finer) - 1) >> finer;
    }

    /**
     * The delay just above everything a bucket counts, µs; {@code Long.MAX_VALUE} for the last one.
     * It is the lower bound where no whole number of µs falls into the bucket.
     *
     * @param bucket 0 to 61
     */
    public long upperBoundUs(int bucket) {
        checkBucket(bucket);
        return bucket == LAST_BUCKET ? Long.MAX_VALUE : lowerBoundUs(bucket + 1);
    }

    /**
     * The delay below which the given fraction of the counted packets lies, µs, linear inside a
     * bucket; the last bucket answers with its lower bound. NaN if nothing was counted.
     *
     * @param counts packets per bucket, at least 62 entries
     * @param fraction in [0, 1]
     */
    public double quantileUs(long[] counts, double fraction) {
        double[] weights = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            weights[i] = counts[i];
        }
        return quantileUs(weights, fraction);
    }

    /** Quantile as {@link #quantileUs(long[], double)}, for weighted counts. */
    public double quantileUs(double[] counts, double fraction) {
        double total = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            total += counts[bucket];
        }
        if (!(total > 0)) {
            return Double.NaN;
        }
        double wanted = fraction * total;
        double below = 0;
        int lastUsed = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            if (counts[bucket] <= 0) {
                continue;
            }
            lastUsed = bucket;
            if (below + counts[bucket] >= wanted) {
                double inside = Math.max(0, wanted - below) / counts[bucket];
                return at(bucket, inside);
            }
            below += counts[bucket];
        }
        return at(lastUsed, 1);
    }

    /** Mean of the counted delays taking each bucket's middle, µs; NaN if nothing was counted. */
    public double meanUs(double[] counts) {
        double total = 0;
        double sum = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            total += counts[bucket];
            sum += counts[bucket] * middleUs(bucket);
        }
        return total > 0 ? sum / total : Double.NaN;
    }

    /** Least mean of the counted delays: of the buckets' lower bounds, µs; NaN if none. */
    public double leastMeanUs(double[] counts) {
        double total = 0;
        double sum = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            total += counts[bucket];
            sum += counts[bucket] * lowerBoundUs(bucket);
        }
        return total > 0 ? sum / total : Double.NaN;
    }

    /**
     * Least standard deviation that delays with these counts can have, µs; NaN if nothing was
     * counted. Each delay then lies as near to the mean as its bucket permits.
     */
    public double leastDeviationUs(double[] counts) {
        double low = 0;
        double high = topUs();
        for (int i = 0; i < DEVIATION_STEPS; i++) {
            double mean = (low + high) / 2;
            double pull = 0;
            for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
                pull += counts[bucket] * (nearest(bucket, mean) - mean);
            }
            if (pull > 0) {
                low = mean;
            } else {
                high = mean;
            }
        }
        double total = 0;
        double sum = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            double distance = nearest(bucket, high) - high;
            total += counts[bucket];
            sum += counts[bucket] * distance * distance;
        }
        return total > 0 ? Math.sqrt(sum / total) : Double.NaN;
    }

    /** The delay of a bucket that is nearest to another delay, µs. */
    private double nearest(int bucket, double delayUs) {
        long low = lowerBoundUs(bucket);
        return Math.max(low, Math.min(Math.max(low, upperBoundUs(bucket) - 1), delayUs));
    }

    /** Packets whose bucket lies above a delay, µs, as a whole. */
    public double countAbove(double[] counts, double delayUs) {
        double above = 0;
        for (int bucket = 1; bucket <= LAST_BUCKET; bucket++) {
            above += lowerBoundUs(bucket) >= delayUs ? counts[bucket] : 0;
        }
        return above;
    }

    /** Standard deviation, taking each bucket's middle, µs; NaN if nothing was counted. */
    public double deviationUs(double[] counts) {
        double mean = meanUs(counts);
        double total = 0;
        double sum = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            double distance = middleUs(bucket) - mean;
            total += counts[bucket];
            sum += counts[bucket] * distance * distance;
        }
        return total > 0 ? Math.sqrt(sum / total) : Double.NaN;
    }

    /** Mean of the whole numbers of µs that a bucket counts. */
    private double middleUs(int bucket) {
        return Math.max(lowerBoundUs(bucket), at(bucket, 0.5) - 0.5);
    }

    private double at(int bucket, double inside) {
        long low = lowerBoundUs(bucket);
        return bucket == LAST_BUCKET ? low : low + inside * (upperBoundUs(bucket) - low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DelayHistogram && finer == ((DelayHistogram) other).finer;
    }

    @Override
    public int hashCode() {
        return finer;
    }

    @Override
    public String toString() {
        return "delays from " + firstBucketUs() + " µs";
    }

    private static void checkBucket(int bucket) {
        if (bucket < 0 || bucket > LAST_BUCKET) {
            throw new IllegalArgumentException("bucket must be 0 to 61, was " + bucket);
        }
    }
}
