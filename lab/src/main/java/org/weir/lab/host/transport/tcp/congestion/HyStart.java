// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * HyStart as in Linux (S. Ha, I. Rhee, 2011): slow start ends at once, for good, when a round
 * trip's first samples exceed the shortest round trip, or when its acknowledgements have followed
 * each other closely for half of the shortest round trip. From windows of 16 segments on.
 */
final class HyStart {
    private static final double LEAST_SEGMENTS = 16;
    private static final int SAMPLES = 8;
    private static final long LEAST_EXCESS_NS = 4_000_000;
    private static final long MOST_EXCESS_NS = 16_000_000;
    private static final int EXCESS_DIVISOR = 8;
    private static final long TRAIN_GAP_NS = 2_000_000;
    private static final int TRAIN_DIVISOR = 2;

    private long roundEnd;
    private long roundBeganNs;
    private long lastNs;
    private long shortestOfRoundNs;
    private int samples;

    /**
     * Follows an acknowledgement in slow start.
     *
     * @param window congestion window, segments
     * @param shortestNs shortest round trip of the connection, ns
     * @return whether slow start is to end now
     */
    boolean ends(Acknowledged progress, double window, long shortestNs) {
        long nowNs = progress.nowNs();
        if (progress.unacknowledged() > roundEnd) {
            roundEnd = progress.next();
            roundBeganNs = nowNs;
            lastNs = nowNs;
            shortestOfRoundNs = Long.MAX_VALUE;
            samples = 0;
        }
        if (window < LEAST_SEGMENTS || progress.rttNs() < 0) {
            return false;
        }
        if (nowNs - lastNs <= TRAIN_GAP_NS) {
            lastNs = nowNs;
            if (nowNs - roundBeganNs > shortestNs / TRAIN_DIVISOR) {
                return true;
            }
        }
        shortestOfRoundNs = Math.min(shortestOfRoundNs, progress.rttNs());
        if (samples < SAMPLES) {
            samples++;
            return false;
        }
        long excessNs =
                Math.max(LEAST_EXCESS_NS, Math.min(shortestNs / EXCESS_DIVISOR, MOST_EXCESS_NS));
        return shortestOfRoundNs > shortestNs + excessNs;
    }
}
