// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

/**
 * The log-linear buckets in which the data plane counts queueing delays, and quantiles of such
 * counts.
 *
 * <p>Bucket 0 holds delays below 64 µs. Each octave above it, from 2<sup>6+o</sup> µs for o = 0 to
 * 14, is cut in four equal quarters q: bucket 1 + 4·o + q. Bucket 61 holds 2<sup>21</sup> µs and
 * more. Buckets 62 and 63 are not used; they exist because the data plane indexes by a power of
 * two.
 */
public final class DelayHistogram {
    /** Counters per queue in the data plane. */
    public static final int BUCKETS = 64;

    /** The last bucket in use: everything of about 2.1 s and more. */
    public static final int LAST_BUCKET = 61;

    private static final int FIRST_OCTAVE_BITS = 6;
    private static final int OCTAVES = 15;

    private DelayHistogram() {}

    /**
     * The bucket that counts a delay.
     *
     * @param delayUs delay in µs, at least 0
     */
    public static int bucketOf(long delayUs) {
        if (delayUs < 0) {
            throw new IllegalArgumentException("delayUs must be at least 0, was " + delayUs);
        }
        int topBit = 63 - Long.numberOfLeadingZeros(delayUs | 1);
        if (topBit < FIRST_OCTAVE_BITS) {
            return 0;
        }
        int octave = topBit - FIRST_OCTAVE_BITS;
        if (octave >= OCTAVES) {
            return LAST_BUCKET;
        }
        int quarter = (int) (delayUs >> (topBit - 2)) & 3;
        return 1 + 4 * octave + quarter;
    }

    /**
     * The smallest delay a bucket counts, µs.
     *
     * @param bucket 0 to 61
     */
    public static long lowerBoundUs(int bucket) {
        checkBucket(bucket);
        if (bucket == 0) {
            return 0;
        }
        int octave = (bucket - 1) / 4;
        int quarter = (bucket - 1) % 4;
        long start = 1L << (FIRST_OCTAVE_BITS + octave);
        return start + quarter * (start / 4);
    }

    /**
     * The delay just above everything a bucket counts, µs; {@code Long.MAX_VALUE} for the last one.
     *
     * @param bucket 0 to 61
     */
    public static long upperBoundUs(int bucket) {
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
    public static double quantileUs(long[] counts, double fraction) {
        double[] weights = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            weights[i] = counts[i];
        }
        return quantileUs(weights, fraction);
    }

    /** Quantile as {@link #quantileUs(long[], double)}, for weighted counts. */
    public static double quantileUs(double[] counts, double fraction) {
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
    public static double meanUs(double[] counts) {
        double total = 0;
        double sum = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            total += counts[bucket];
            sum += counts[bucket] * at(bucket, 0.5);
        }
        return total > 0 ? sum / total : Double.NaN;
    }

    /**
     * Least mean of the counted delays, µs, taking 0 for those of the first bucket and the middle
     * of the others'; NaN if nothing was counted.
     */
    public static double leastMeanUs(double[] counts) {
        double total = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            total += counts[bucket];
        }
        return meanUs(counts) - counts[0] / total * at(0, 0.5);
    }

    /** Packets whose bucket lies above a delay, µs, as a whole. */
    static double countAbove(double[] counts, double delayUs) {
        double above = 0;
        for (int bucket = 1; bucket <= LAST_BUCKET; bucket++) {
            above += lowerBoundUs(bucket) >= delayUs ? counts[bucket] : 0;
        }
        return above;
    }

    /** Standard deviation, taking each bucket's middle, µs; NaN if nothing was counted. */
    public static double deviationUs(double[] counts) {
        double mean = meanUs(counts);
        double total = 0;
        double sum = 0;
        for (int bucket = 0; bucket <= LAST_BUCKET; bucket++) {
            double distance = at(bucket, 0.5) - mean;
            total += counts[bucket];
            sum += counts[bucket] * distance * distance;
        }
        return total > 0 ? Math.sqrt(sum / total) : Double.NaN;
    }

    private static double at(int bucket, double inside) {
        long low = lowerBoundUs(bucket);
        return bucket == LAST_BUCKET ? low : low + inside * (upperBoundUs(bucket) - low);
    }

    private static void checkBucket(int bucket) {
        if (bucket < 0 || bucket > LAST_BUCKET) {
            throw new IllegalArgumentException("bucket must be 0 to 61, was " + bucket);
        }
    }
}
