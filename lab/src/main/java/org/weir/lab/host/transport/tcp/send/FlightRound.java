// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Largest amount in flight in this round trip and the last one. */
final class FlightRound {
    private long end;
    private double most;
    private double mostBefore;
    private boolean limited;
    private boolean limitedBefore;

    /** Notes the amount in flight after a segment was sent, bytes. */
    void onSent(double inFlight) {
        most = Math.max(most, inFlight);
    }

    /** Notes that the window kept a segment back. */
    void onLimited() {
        limited = true;
    }

    /** Begins another round trip when the last one's bytes are acknowledged. */
    void onAcknowledged(long unacknowledged, long next, double inFlight) {
        if (unacknowledged > end) {
            end = next;
            mostBefore = most;
            most = inFlight;
            limitedBefore = limited;
            limited = false;
        }
    }

    /** Largest amount, bytes. */
    private double mostBytes() {
        return Math.max(most, mostBefore);
    }

    /** Whether the window limits the sender; in slow start a half of it in flight is enough. */
    boolean isLimited(double window, boolean slowStart) {
        return slowStart ? window < 2 * mostBytes() : limited || limitedBefore;
    }

    /** Amount in flight at congestion: the window, unless the sender has not used it, bytes. */
    double flightBytes(double window, int segmentBytes) {
        boolean used = limited || limitedBefore || mostBytes() > window - segmentBytes;
        return used ? window : Math.min(window, mostBytes());
    }
}
