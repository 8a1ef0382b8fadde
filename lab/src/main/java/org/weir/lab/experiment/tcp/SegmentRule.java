// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import java.util.SplittableRandom;

/** Choice of the segments that a line loses or marks. */
@FunctionalInterface
interface SegmentRule {
    /**
     * True if the next segment is chosen.
     *
     * @param nowNs time at which it leaves
     * @param inFlight segments in flight, with this one
     */
    boolean meets(long nowNs, long inFlight);

    /** Every so many segments. */
    static SegmentRule every(double part) {
        double[] sum = {0};
        return (nowNs, inFlight) -> {
            sum[0] += part;
            boolean met = sum[0] >= 1;
            sum[0] -= met ? 1 : 0;
            return met;
        };
    }

    /** Each segment with the same probability. */
    static SegmentRule random(double part, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return (nowNs, inFlight) -> random.nextDouble() < part;
    }

    /**
     * The loss model of PFTK: each segment with the same probability, and with it all that leave
     * after it in its round, that is in less than half a round trip.
     */
    static SegmentRule restOfRound(double part, long rttNs, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] firstNs = {Long.MIN_VALUE / 2};
        return (nowNs, inFlight) -> {
            if (nowNs - firstNs[0] < rttNs / 2) {
                return true;
            }
            if (random.nextDouble() < part) {
                firstNs[0] = nowNs;
                return true;
            }
            return false;
        };
    }

    /** Each segment above a number in flight. */
    static SegmentRule above(long segments) {
        return (nowNs, inFlight) -> inFlight > segments;
    }
}
