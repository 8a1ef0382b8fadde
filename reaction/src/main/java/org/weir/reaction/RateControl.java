// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.feedback.FeedbackMessage;

/** Sending rate of one flow, and its changes after feedback and with time. */
public interface RateControl {
    /** The rate allowed now, bit/s of Ethernet frames, above 0. */
    long rateBps();

    /**
     * Takes the rate at which the sender really sent its last packets, bit/s; called before each
     * feedback. It is below {@link #rateBps} if several senders share the host's line or a window
     * is full; infinite before the second packet. By default it has no effect.
     */
    default void onUsedRate(double usedBps) {}

    /**
     * Takes a feedback message of a Weir switch about this flow. By default the message has no
     * effect; the sender counts it.
     */
    default void onFeedback(FeedbackMessage feedback) {}

    /**
     * Time between calls of {@link #onCycle}, ns; each feedback restarts it. 0: {@code onCycle} is
     * never called.
     */
    long cycleNs();

    /**
     * Ends a cycle.
     *
     * @param limited true if the flow had more to send than the rate allowed
     */
    void onCycle(boolean limited);

    /**
     * Takes a notification about this flow, from a congestion point or from the receiver. By
     * default it has no effect; the sender counts it.
     */
    default void onNotification(CongestionNotification notification, long nowNs) {}

    /**
     * Takes the acknowledgement of a packet of this flow. By default it has no effect.
     *
     * @param nextNumber number of the flow's next new packet
     */
    default void onAcknowledgement(Acknowledgement told, long nextNumber) {}

    /**
     * Largest number of bytes that a message's sender may have in flight; infinite if the scheme
     * has no window. The sender of a flow uses the rate alone.
     */
    default double windowBytes() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * True if a message's sender requests a status from the receiver twice per window, because
     * receivers do not acknowledge each packet; false by default.
     */
    default boolean asksForStatus() {
        return false;
    }

    /** Takes note of a sent packet of this flow, for byte counters. */
    default void onSent(int frameBytes) {}

    /** Tag in the next packet for the congestion points, 0 to 65535; 0 for none. */
    default int tag() {
        return 0;
    }
}
