// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * Reaction point: the rule by which a flow's sender reacts to congestion. It makes a {@link
 * RateControl} for each flow. Immutable.
 */
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
     * Rate at which an agent's flow starts, bit/s: its first feedback has come, and it was not
     * shaped before. By default min(λ, the line's rate), because its class cannot have sent more.
     *
     * @param lineBps rate of the sender's port, bit/s
     * @param arrivalBps λ of the first feedback, bit/s; 0 if it is not known
     */
    default double unshapedBps(double lineBps, double arrivalBps) {
        return arrivalBps > 0 ? Math.min(lineBps, arrivalBps) : lineBps;
    }

    /**
     * True if its senders are scalable. Their packets are ECT(1) instead of ECT(0), so that a
     * switch with a queue for scalable senders puts them there (RFC 9331 section 4.1).
     */
    default boolean isScalable() {
        return false;
    }
}
