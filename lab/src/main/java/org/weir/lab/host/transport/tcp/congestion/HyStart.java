// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * HyStart as in Linux (S. Ha, I. Rhee, 2011): slow start ends at once, for good, when a round
 * trip's first samples exceed the shortest round trip, or when its acknowledgements have followed
 * each other closely for half of the shortest round trip and the delay of a burst; of a paced
 * sender, for the whole. From windows of 16 segments on.
 */
final class HyStart {
    private static final long LEAST_SEGMENTS = 16;
    private static final int SAMPLES = 8;
    private static final long LEAST_EXCESS_NS = 4_000_000;
    private static final long MOST_EXCESS_NS = 16_000_000;
    private static final int EXCESS_DIVISOR = 8;
    private static final long TRAIN_GAP_NS = 2_000_000;

    /** Time of four of the largest bursts at the pace of slow start, at most 1 ms. */
    private static final double BURSTS_BYTES = 4.0 * 65_536;

    private static final double MOST_BURST_DELAY_NS = 1e6;
    private static final int PACE_PER_WINDOW = 2;

    private final int trainDivisor;
    private long roundEnd;
    private long roundBeganNs;
    private long lastNs;
    private long shortestOfRoundNs = Long.MAX_VALUE;
    private int samples;
    private boolean found;

    /**
     * @param paced whether the sender paces, which spreads acknowledgements over half a round trip
     */
    HyStart(boolean paced) {
        trainDivisor = paced ? 1 : 2;
    }

    /**
     * Follows an acknowledgement in slow start that measures a round trip.
     *
     * @param window congestion window, segments
     * @param segmentBytes payload of a full segment, bytes
     * @param shortestNs shortest round trip of the connection, ns
     * @return whether slow start is to end now
     */
    boolean ends(Acknowledged progress, long window, int segmentBytes, long shortestNs) {
        long nowNs = progress.nowNs();
        if (progress.unacknowledged() > roundEnd) {
            roundEnd = progress.next();
            roundBeganNs = nowNs;
            lastNs = nowNs;
            shortestOfRoundNs = Long.MAX_VALUE;
            samples = 0;
        }
        if (found || window < LEAST_SEGMENTS) {
            return false;
        }
        if (nowNs - lastNs <= TRAIN_GAP_NS) {
            lastNs = nowNs;
            double burstNs = burstDelayNs(progress, (double) window * segmentBytes);
            found = nowNs - roundBeganNs > (shortestNs + burstNs) / trainDivisor;
        }
        shortestOfRoundNs = Math.min(shortestOfRoundNs, progress.rttNs());
        if (samples < SAMPLES) {
            samples++;
        } else {
            long excessNs =
                    Math.max(
                            LEAST_EXCESS_NS, Math.min(shortestNs / EXCESS_DIVISOR, MOST_EXCESS_NS));
            found |= shortestOfRoundNs > shortestNs + excessNs;
        }
        return found;
    }

    private static double burstDelayNs(Acknowledged progress, double windowBytes) {
        double pace = PACE_PER_WINDOW * windowBytes / Math.max(1, progress.smoothedRttNs());
        return Math.min(MOST_BURST_DELAY_NS, BURSTS_BYTES / pace);
    }

    /** Begins anew, after a timeout. */
    void reset() {
        found = false;
        roundEnd = 0;
    }
}
