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
}
