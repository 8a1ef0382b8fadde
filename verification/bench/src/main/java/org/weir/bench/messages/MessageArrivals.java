// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import java.util.SplittableRandom;

/** Random arrivals of messages: a Poisson process, the same for the same seed. */
public final class MessageArrivals {
    private static final double NS_PER_SECOND = 1e9;

    private final MessageSizes sizes;
    private final double meanGapNs;
    private final SplittableRandom random;
    private double timeNs;

    /**
     * The arrival of one message.
     *
     * @param dueNs time since the first begin, ns
     * @param group of its size
     * @param bytes its size
     */
    public record Arrival(long dueNs, int group, long bytes) {}

    /**
     * Arrivals from time 0 on.
     *
     * @param messagesPerSecond mean rate, above 0
     */
    public MessageArrivals(MessageSizes sizes, double messagesPerSecond, long seed) {
        this.sizes = sizes;
        meanGapNs = NS_PER_SECOND / messagesPerSecond;
        random = new SplittableRandom(seed);
    }

    /** The next one. */
    public Arrival next() {
        timeNs -= StrictMath.log(1 - random.nextDouble()) * meanGapNs;
        int group = sizes.group(random.nextDouble());
        return new Arrival(Math.round(timeNs), group, sizes.bytes().get(group));
    }
}
