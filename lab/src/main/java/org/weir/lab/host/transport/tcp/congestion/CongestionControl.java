// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Congestion control of one TCP connection: a window in bytes, and how it answers to progress and
 * to congestion. Repair of losses, one reduction per round trip and the pace within a recovery are
 * the sender's.
 */
public interface CongestionControl {
    /** Congestion window, bytes. */
    double windowBytes();

    /** Slow-start threshold, bytes; infinite until the first congestion. */
    double thresholdBytes();

    /** Takes the progress of an acknowledgement, also while a loss is under repair. */
    void onAcknowledged(Acknowledged progress);

    /**
     * Reduces the threshold, and the window to it. After {@link CongestionSignal#TIMEOUT} the
     * sender then sets the window to what is still in flight and one segment.
     *
     * @param flightBytes largest amount in flight of the last round trip, bytes
     */
    void onCongestion(CongestionSignal signal, double flightBytes, long nowNs);

    /**
     * Notes a timeout in a recovery. The recovery has reduced the threshold, which stays; the
     * sender then sets the window to what is still in flight and one segment.
     */
    default void onTimeoutInRecovery() {}

    /** Sets the window, as a recovery does (RFC 6937). */
    void setWindowBytes(double bytes);

    /**
     * Pace that it prescribes, bytes/ns, whatever the connection's settings are; 0 if the pace, if
     * there is one, follows the window.
     */
    default double paceBytesPerNs() {
        return 0;
    }

    /**
     * True if it sets the window also while losses are under repair; otherwise proportional rate
     * reduction does (RFC 6937).
     */
    default boolean setsWindowInRepair() {
        return false;
    }

    /** Notes that the repair of losses begins or has ended, before the acknowledgement is taken. */
    default void onRepair(boolean begins) {}

    /**
     * True if it now sends less than it could, so that delivery rates say nothing of the path, as
     * if the application limited it.
     */
    default boolean limitsItself() {
        return false;
    }

    /**
     * True if the window falls over a round trip after a mark, by proportional rate reduction, and
     * does not grow meanwhile, as in Linux's state CWR; otherwise it falls at once (RFC 3168).
     */
    default boolean spreadsReductions() {
        return false;
    }

    /** True if a mark reduces the window now; a mark that does not is only counted. */
    default boolean reducesForMarks(long nowNs) {
        return true;
    }

    /**
     * True if a loss reduces the window although a mark of the same window of data has reduced it
     * (RFC 8257, section 3.5); otherwise congestion reduces it once per window of data (RFC 3168).
     */
    default boolean reducesForLossAfterMark() {
        return false;
    }

    /**
     * True if the receiver echoes the state of each segment (RFC 8257, section 3.2) instead of ECE
     * until CWR (RFC 3168).
     */
    default boolean echoesEachMark() {
        return false;
    }
}
