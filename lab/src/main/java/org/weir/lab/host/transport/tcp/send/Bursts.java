// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/**
 * Bursts of segments that a host with segmentation offload (TSO, GSO) hands to its line at once.
 * Their length is that of Linux ({@code tcp_tso_autosize}): what the pace sends in 1/1024 s, more
 * with round trips of a few milliseconds at most, and at least two segments. A sender whose window
 * has room for a part of a burst waits for the rest of it, as {@code tcp_tso_should_defer} does.
 */
final class Bursts {
    private static final double MOST_BYTES = 65_536;
    private static final int LEAST_SEGMENTS = 2;
    private static final double BURST_NS = 1e9 / 1024;

    /** The room for short round trips halves with each step of so many ns. */
    private static final long RTT_STEP_NS = 512_000;

    /** Part of the window that is enough for a burst. */
    private static final double WINDOW_PART = 1.0 / 3;

    /** Silence after which a sender does not wait. */
    private static final long MOST_SILENCE_NS = 1_000_000;

    private final boolean on;
    private final int segmentBytes;

    /**
     * @param on whether there are bursts at all
     * @param segmentBytes payload of a full segment, bytes
     */
    Bursts(boolean on, int segmentBytes) {
        this.on = on;
        this.segmentBytes = segmentBytes;
    }

    /**
     * Longest burst, segments; 1 without bursts.
     *
     * @param bytesPerNs pace, also of a sender without one
     * @param leastRttNs shortest round trip; {@link Long#MAX_VALUE} before the first
     */
    int segments(double bytesPerNs, long leastRttNs) {
        if (!on) {
            return 1;
        }
        double forShortRtt = MOST_BYTES / Math.pow(2, (double) (leastRttNs / RTT_STEP_NS));
        double bytes = Math.min(MOST_BYTES, bytesPerNs * BURST_NS + forShortRtt);
        return (int) Math.max(LEAST_SEGMENTS, bytes / segmentBytes);
    }

    /**
     * Times that a wait for a longer burst depends on.
     *
     * @param sinceLastNs since the last segment was sent, or the pace permitted the next one, ns
     * @param sinceOldestNs since the oldest segment that is not acknowledged was sent, ns
     * @param smoothedRttNs smoothed round trip, ns
     */
    record Times(long sinceLastNs, long sinceOldestNs, long smoothedRttNs) {}

    /**
     * Returns true if the sender waits for an acknowledgement that makes room for a longer burst.
     *
     * @param roomBytes room in the congestion window
     * @param usableBytes offered by the application beyond, as far as the receiver permits
     * @param windowBytes congestion window
     * @param most longest burst, segments
     */
    boolean waits(double roomBytes, double usableBytes, double windowBytes, int most, Times times) {
        return on
                && roomBytes < Math.min((double) most * segmentBytes, usableBytes)
                && roomBytes < windowBytes * WINDOW_PART
                && times.sinceLastNs <= MOST_SILENCE_NS
                // Otherwise the next acknowledgement is probably more than half a round trip away.
                && times.sinceOldestNs >= times.smoothedRttNs / 2;
    }
}
