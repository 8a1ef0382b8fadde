// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.FeedbackMessage;

/** Decides how fast a flow may send. */
public interface RateControl {
    /** The rate allowed now, bit/s of Ethernet frames, above 0. */
    long rateBps();

    /** Takes a feedback message of this flow. */
    void onFeedback(FeedbackMessage feedback);

    /** Time between calls of {@link #onCycle}, ns, counted anew from each feedback; 0 for never. */
    long cycleNs();

    /**
     * Ends a cycle.
     *
     * @param limited whether the flow had more to send than the rate allowed
     */
    void onCycle(boolean limited);
}
