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
     * Takes the rate at which the sender sent its last packets, bit/s, before each feedback. It is
     * below {@link #rateBps} where the host's line is shared or a window is full; infinite before
     * the second packet. By default it has no effect.
     */
    default void onUsedRate(double usedBps) {}

    /**
     * Takes a feedback message of Weir's switches about this flow. By default it has no effect; the
     * sender counts it.
     */
    default void onFeedback(FeedbackMessage feedback) {}

    /** Time between calls of {@link #onCycle}, ns, counted anew from each feedback; 0 for never. */
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
     * Bytes of frames that may be in flight, of a message's sender; infinite where the scheme has
     * no window. A flow's sender keeps to the rate alone.
     */
    default double windowBytes() {
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Whether a message's sender asks the receiver for a status twice per window, because receivers
     * do not acknowledge each packet. By default it does not.
     */
    default boolean asksForStatus() {
        return false;
    }

    /** Counts a packet of this flow that is sent, for byte counters. */
    default void onSent(int frameBytes) {}

    /** Tag in the next packet for the congestion points, 0 to 65535; 0 for none. */
    default int tag() {
        return 0;
    }
}
