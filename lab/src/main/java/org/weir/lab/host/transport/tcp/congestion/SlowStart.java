// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Growth of the window below the slow-start threshold: appropriate byte counting (RFC 3465) with L
 * = 2 segments per acknowledgement, or HyStart++ (RFC 9406), which leaves slow start when round
 * trips grow.
 */
final class SlowStart {
    private static final int LIMIT_SEGMENTS = 2;
    private static final int HYSTART_LIMIT_SEGMENTS = 8;
    private static final long MIN_RTT_THRESHOLD_NS = 4_000_000;
    private static final long MAX_RTT_THRESHOLD_NS = 16_000_000;
    private static final int MIN_RTT_DIVISOR = 8;
    private static final int RTT_SAMPLES = 8;
    private static final int CONSERVATIVE_GROWTH_DIVISOR = 4;
    private static final int CONSERVATIVE_ROUNDS = 5;
    private static final long NONE = Long.MAX_VALUE;

    private final InitialWindow initial;
    private boolean hyStart;
    private boolean conservative;
    private int conservativeRounds;
    private long roundEnd;
    private long lastRoundMinRttNs = NONE;
    private long roundMinRttNs = NONE;
    private long baselineMinRttNs = NONE;
    private int samples;

    SlowStart(InitialWindow initial) {
        this.initial = initial;
        // RFC 9406, section 4.3: in the initial slow start only.
        hyStart = initial.hyStart();
    }

    /** Bytes by which the window grows. */
    double growthBytes(Acknowledged progress) {
        int limit = hyStart ? HYSTART_LIMIT_SEGMENTS : LIMIT_SEGMENTS;
        double most =
                initial.paced()
                        ? progress.deliveredBytes()
                        : (double) limit * initial.segmentBytes();
        double growth = Math.min(progress.deliveredBytes(), most);
        return conservative ? growth / CONSERVATIVE_GROWTH_DIVISOR : growth;
    }

    /**
     * Follows the round trips.
     *
     * @return whether slow start is to end now
     */
    boolean ends(Acknowledged progress) {
        if (!hyStart) {
            return false;
        }
        if (progress.unacknowledged() > roundEnd) {
            roundEnd = progress.next();
            lastRoundMinRttNs = roundMinRttNs;
            roundMinRttNs = NONE;
            samples = 0;
            if (conservative && ++conservativeRounds >= CONSERVATIVE_ROUNDS) {
                hyStart = false;
                conservative = false;
                return true;
            }
        }
        if (progress.rttNs() >= 0) {
            roundMinRttNs = Math.min(roundMinRttNs, progress.rttNs());
            samples++;
        }
        if (samples >= RTT_SAMPLES && roundMinRttNs != NONE) {
            judge();
        }
        return false;
    }

    private void judge() {
        if (conservative) {
            if (roundMinRttNs < baselineMinRttNs) {
                baselineMinRttNs = NONE;
                conservative = false;
            }
        } else if (lastRoundMinRttNs != NONE) {
            long thresholdNs =
                    Math.max(
                            MIN_RTT_THRESHOLD_NS,
                            Math.min(lastRoundMinRttNs / MIN_RTT_DIVISOR, MAX_RTT_THRESHOLD_NS));
            if (roundMinRttNs >= lastRoundMinRttNs + thresholdNs) {
                baselineMinRttNs = roundMinRttNs;
                conservative = true;
                conservativeRounds = 0;
            }
        }
    }

    /** Congestion was seen: what HyStart++ knows is not used again. */
    void stop() {
        hyStart = false;
        conservative = false;
    }
}
