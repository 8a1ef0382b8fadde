// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Smoothed round trip and retransmission timeout (RFC 6298). */
public final class RoundTripTimer {
    private static final double SMOOTHING = 1.0 / 8;
    private static final double VARIATION_SMOOTHING = 1.0 / 4;
    private static final int VARIATIONS = 4;
    private static final long FIRST_TIMEOUT_NS = 1_000_000_000L;

    /** After a lost SYN, RFC 6298, section 5.7. */
    private static final long AFTER_SYN_TIMEOUT_NS = 3_000_000_000L;

    /** Resolution of the clock, G. */
    private static final long CLOCK_NS = 1000;

    private static final int MOST_BACK_OFFS = 30;

    private final long leastNs;
    private final long mostNs;
    private double smoothedNs;
    private double variationNs;
    private long timeoutNs;
    private int backOffs;

    /**
     * @param leastNs lower bound of the timeout's margin above the smoothed round trip, ns; as in
     *     Linux, where RFC 6298 bounds the whole timeout, so that a recovery which takes two round
     *     trips does not time out
     * @param mostNs upper bound of the timeout with its back-off, ns
     */
    public RoundTripTimer(long leastNs, long mostNs) {
        this.leastNs = leastNs;
        this.mostNs = mostNs;
        timeoutNs = Math.max(leastNs, FIRST_TIMEOUT_NS);
    }

    /** Takes a measurement of a segment that was sent once, ns. */
    public void measure(long rttNs) {
        if (smoothedNs == 0) {
            smoothedNs = Math.max(1, rttNs);
            variationNs = rttNs / 2.0;
        } else {
            variationNs += VARIATION_SMOOTHING * (Math.abs(smoothedNs - rttNs) - variationNs);
            smoothedNs += SMOOTHING * (rttNs - smoothedNs);
        }
        double marginNs = Math.max(CLOCK_NS, VARIATIONS * variationNs);
        timeoutNs = Math.min(mostNs, Math.round(smoothedNs + Math.max(leastNs, marginNs)));
    }

    /** Doubles the timeout after it has expired. */
    public void backOff() {
        backOffs = Math.min(MOST_BACK_OFFS, backOffs + 1);
    }

    /** Ends the back-off: new data were acknowledged. */
    public void progress() {
        backOffs = 0;
    }

    /** The handshake's timer has expired; the data's begins with 3 s. */
    public void handshakeTimedOut() {
        backOffs = 0;
        timeoutNs = Math.min(mostNs, Math.max(leastNs, AFTER_SYN_TIMEOUT_NS));
    }

    /** Timeout with its back-off, ns. */
    public long timeoutNs() {
        long mostShifted = mostNs >> backOffs;
        return timeoutNs > mostShifted ? mostNs : timeoutNs << backOffs;
    }

    /** Smoothed round trip, ns; 0 before the first measurement. */
    public long smoothedNs() {
        return Math.round(smoothedNs);
    }

    /** Whether the timer has expired since the last progress. */
    public boolean isBackedOff() {
        return backOffs > 0;
    }
}
