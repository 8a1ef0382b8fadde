// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/** Reaction of a flow's sender to congestion: makes its {@link RateControl}. Immutable. */
@FunctionalInterface
public interface Reaction {
    /** Highest rate of a sender's line, bit/s. */
    long MAX_LINE_BPS = 1_000_000_000_000L;

    /**
     * The rate control of one flow.
     *
     * @param lineBps rate of the sender's port, bit/s, which the sending rate never exceeds
     */
    RateControl start(long lineBps);

    /**
     * Whether its senders are scalable: their packets are ECT(1), not ECT(0), so that a switch with
     * a queue for such senders chooses that one (RFC 9331 section 4.1).
     */
    default boolean isScalable() {
        return false;
    }
}
