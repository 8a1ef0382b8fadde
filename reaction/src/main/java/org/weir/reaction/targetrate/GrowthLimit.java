// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

/**
 * Limit of a rate's growth by depth in one {@code cycleNs}, as a part of the rate. Many flows with
 * small parts of a class multiply together in a cycle, and would fill a queue; so the limit is
 * small. But where the class sends many packets in a cycle and few of them are in excess, a larger
 * growth does no harm, and small rates recover sooner from a burst.
 *
 * <p>In between the limit is linear in the excess packets. Example: {@code longQueue} 0.2, {@code
 * shortQueue} 1, {@code shortPart} 0.1, and a class that sends 100 packets in a cycle. With one
 * packet in excess the limit is 0.84 (one more packet may have been missed, because depths are
 * whole packets: two of the ten), with nine or more it is 0.2. If the class sends ten packets or
 * fewer, it is 0.2.
 *
 * @param longQueue limit where the queue is long, above 0
 * @param shortQueue limit where the queue is short, above 0; below {@code longQueue} it counts as
 *     {@code longQueue}
 * @param shortPart excess packets, as a part of those that the class sends in a cycle, from which a
 *     queue is long; above 0
 */
public record GrowthLimit(double longQueue, double shortQueue, double shortPart) {
    /**
     * A limit.
     *
     * @throws IllegalArgumentException if a part is not above 0
     */
    public GrowthLimit {
        if (!(longQueue > 0 && shortQueue > 0 && shortPart > 0)) {
            throw new IllegalArgumentException(
                    "parts must be above 0: " + longQueue + ", " + shortQueue + ", " + shortPart);
        }
    }

    /** The same limit for all queues. */
    public static GrowthLimit of(double part) {
        return new GrowthLimit(part, part, 1);
    }

    /**
     * The limit as a part of the rate.
     *
     * @param excessPackets packets above the planned depth, 0 or more
     * @param cyclePackets packets that the class sends in a cycle, above 0
     */
    double part(double excessPackets, double cyclePackets) {
        // Depths are whole packets: one more may have been missed.
        double ofLong = (excessPackets + 1) / (shortPart * cyclePackets);
        return longQueue + Math.max(0, shortQueue - longQueue) * Math.max(0, 1 - ofLong);
    }
}
