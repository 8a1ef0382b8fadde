// SPDX-License-Identifier: Apache-2.0
package org.weir.control.scheduler;

import java.util.Objects;
import java.util.OptionalLong;

/** Share of a port for one class's queue: its weight and its maximum rate. Immutable. */
public final class QueueShare {
    private final double weightFraction;
    private final OptionalLong maxRateBps;

    /**
     * @param weightFraction ω: the class's part of the port while every class is backlogged, above
     *     0, at most 1
     * @param maxRateBps largest rate of the queue even when the port is idle, bit/s, above 0; empty
     *     for no limit
     * @throws IllegalArgumentException if a value is out of range
     */
    public QueueShare(double weightFraction, OptionalLong maxRateBps) {
        this.weightFraction = weightFraction;
        this.maxRateBps = Objects.requireNonNull(maxRateBps, "maxRateBps");
        if (!(weightFraction > 0 && weightFraction <= 1)) {
            throw new IllegalArgumentException(
                    "weightFraction must be above 0 and at most 1, was " + weightFraction);
        }
        if (maxRateBps.isPresent() && maxRateBps.getAsLong() <= 0) {
            throw new IllegalArgumentException(
                    "maxRateBps must be above 0, was " + maxRateBps.getAsLong());
        }
    }

    /** ω: the class's part of the port while every class is backlogged. */
    public double weightFraction() {
        return weightFraction;
    }

    /** Largest rate of the queue, bit/s; empty for no limit. */
    public OptionalLong maxRateBps() {
        return maxRateBps;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueueShare
                && Double.compare(weightFraction, ((QueueShare) other).weightFraction) == 0
                && maxRateBps.equals(((QueueShare) other).maxRateBps);
    }

    @Override
    public int hashCode() {
        return Objects.hash(weightFraction, maxRateBps);
    }

    @Override
    public String toString() {
        return maxRateBps.isPresent()
                ? weightFraction + " to " + maxRateBps.getAsLong() + " bit/s"
                : Double.toString(weightFraction);
    }
}
