// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/**
 * Detection of lost segments by one of two rules:
 *
 * <ul>
 *   <li>Recent acknowledgement (RACK, RFC 8985, section 6): a segment is lost when one that was
 *       sent later has been delivered and the reordering window has passed.
 *   <li>RFC 6675: a segment is lost when three segments behind it have been delivered. A
 *       retransmission is lost only at the timeout.
 * </ul>
 */
final class LossDetection {
    private static final int DUPLICATE_THRESHOLD = 3;
    private static final int RECOVERIES_OF_WIDE_WINDOW = 16;
    private static final long NOT_SET = -1;

    private final boolean byTime;

    /** Last transmission of those that were delivered; it stands for RACK.xmit_ts and end_seq. */
    private long transmission = NOT_SET;

    private long rttNs;
    private long minRttNs = Long.MAX_VALUE;
    private long forward;
    private boolean reorderingSeen;
    private int windowMultiplier = 1;
    private int windowPersist;
    private long duplicateRoundEnd = NOT_SET;

    /** By RACK, or by RFC 6675. */
    LossDetection(boolean byTime) {
        this.byTime = byTime;
    }

    /** Takes a measured round trip of a segment that was sent once. */
    void measure(long sampleNs) {
        minRttNs = Math.min(minRttNs, sampleNs);
    }

    /** Shortest round trip, ns; {@link Long#MAX_VALUE} before the first. */
    long minRttNs() {
        return minRttNs;
    }

    /**
     * Takes a delivered segment.
     *
     * @param echoBefore whether the timestamp echoed is older than the segment's last transmission
     */
    void onDelivered(SentSegment segment, long nowNs, boolean echoBefore) {
        long sampleNs = nowNs - segment.sentNs;
        if (segment.to > forward) {
            forward = segment.to;
        } else if (segment.to < forward && !segment.retransmitted) {
            reorderingSeen = true;
        }
        boolean tooSoon = minRttNs != Long.MAX_VALUE && sampleNs < minRttNs;
        if (segment.retransmitted && (echoBefore || tooSoon)) {
            // Its first transmission was delivered.
            return;
        }
        rttNs = sampleNs;
        transmission = Math.max(transmission, segment.transmission);
    }

    /** A segment arrived twice: the reordering window was too short. */
    void onDuplicate(long unacknowledged, long next) {
        if (duplicateRoundEnd == NOT_SET || unacknowledged >= duplicateRoundEnd) {
            duplicateRoundEnd = next;
            windowMultiplier++;
            windowPersist = RECOVERIES_OF_WIDE_WINDOW;
        }
    }

    /** A recovery has ended. */
    void onRecovered() {
        if (--windowPersist <= 0) {
            windowPersist = 0;
            windowMultiplier = 1;
        }
    }

    /**
     * Marks what is lost.
     *
     * @param recovering whether a loss is under repair
     * @param smoothedRttNs upper bound of the reordering window, ns
     * @return time until the next segment is to be judged, ns; 0 when none is
     */
    long detect(Scoreboard board, long nowNs, boolean recovering, long smoothedRttNs) {
        if (!byTime) {
            board.markLostBelowSacked(DUPLICATE_THRESHOLD);
            return 0;
        }
        long windowNs = windowNs(board, recovering, smoothedRttNs);
        SentSegment segment = board.firstSent();
        while (segment != null && segment.transmission < transmission) {
            SentSegment later = segment.later;
            long remainingNs = segment.sentNs + rttNs + windowNs - nowNs;
            if (remainingNs > 0) {
                // Those behind it were sent later.
                return remainingNs;
            }
            board.markLost(segment);
            segment = later;
        }
        return 0;
    }

    /**
     * Marks what is lost when the retransmission timer has expired (RFC 8985, section 6.3; by RFC
     * 6675, section 5.1, all that is in flight).
     */
    void detectAtTimeout(Scoreboard board, long nowNs, long smoothedRttNs) {
        if (!byTime) {
            board.markAllLost();
            return;
        }
        long windowNs = windowNs(board, true, smoothedRttNs);
        SentSegment lowest = board.lowest();
        SentSegment segment = board.firstSent();
        while (segment != null) {
            SentSegment later = segment.later;
            if (segment == lowest || segment.sentNs + rttNs + windowNs <= nowNs) {
                board.markLost(segment);
            }
            segment = later;
        }
    }

    private long windowNs(Scoreboard board, boolean recovering, long smoothedRttNs) {
        if (!reorderingSeen && (recovering || board.sackedSegments() >= DUPLICATE_THRESHOLD)) {
            return 0;
        }
        return minRttNs == Long.MAX_VALUE
                ? 0
                : Math.min(windowMultiplier * (minRttNs / 4), smoothedRttNs);
    }
}
