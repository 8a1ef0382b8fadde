// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import java.util.Locale;
import java.util.SplittableRandom;

/** Random arrival processes of one class with a given mean rate, from smooth to bursty. */
enum Arrivals {
    /** Equal gaps, each shifted by up to half a gap. */
    PACED,
    /** Exponential gaps. */
    POISSON,
    /** Batches of geometric size, {@value #BATCH_PACKETS} packets in the mean, at Poisson times. */
    BATCH,
    /**
     * Exponential on and off times; {@value #BURST_PACKETS} packets in the mean per on time, at
     * {@value #PEAK} times the mean rate.
     */
    ON_OFF;

    static final int BATCH_PACKETS = 4;
    static final int BURST_PACKETS = 12;
    static final int PEAK = 4;

    /** The process's name in the table. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Times of arrival up to an end, ascending, ns.
     *
     * @param meanNs mean gap, ns
     */
    long[] times(double meanNs, long endNs, SplittableRandom random) {
        long[] times = new long[64 + (int) (2 * endNs / meanNs)];
        int count = 0;
        double at = meanNs * random.nextDouble();
        double onUntil = 0;
        while (at < endNs) {
            int packets = 1;
            switch (this) {
                case PACED -> {}
                case BATCH -> packets = 1 + (int) (exponential(random) / -Math.log1p(-0.25));
                case ON_OFF -> {
                    if (at >= onUntil) {
                        // An on time begins with this packet.
                        onUntil = at + exponential(random) * BURST_PACKETS * meanNs / PEAK;
                    }
                }
                default -> {}
            }
            for (int i = 0; i < packets && at < endNs; i++) {
                if (count == times.length) {
                    times = java.util.Arrays.copyOf(times, 2 * count);
                }
                double shift = this == PACED ? meanNs * (random.nextDouble() - 0.5) : 0;
                times[count++] = (long) Math.max(0, at + shift);
            }
            at += gap(meanNs, at, onUntil, random);
        }
        long[] sorted = java.util.Arrays.copyOf(times, count);
        java.util.Arrays.sort(sorted);
        return sorted;
    }

    private double gap(double meanNs, double at, double onUntil, SplittableRandom random) {
        return switch (this) {
            case PACED -> meanNs;
            case POISSON -> meanNs * exponential(random);
            case BATCH -> BATCH_PACKETS * meanNs * exponential(random);
            case ON_OFF -> {
                double next = meanNs / PEAK * exponential(random);
                if (at + next < onUntil) {
                    yield next;
                }
                // The rest of the on time, the off time, and the gap that remains.
                double off = exponential(random) * BURST_PACKETS * meanNs * (PEAK - 1) / PEAK;
                yield Math.max(0, onUntil - at) + off;
            }
        };
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }
}
