// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.Objects;
import java.util.OptionalLong;
import org.weir.tofino.bfrt.Entry;

/**
 * Scheduling of a queue: by priority first, by weight among those of one priority, up to its
 * maximum rate. Immutable.
 */
public final class QueueScheduling {
    /** Lowest priority, and what each queue has at start. */
    public static final int LOWEST_PRIORITY = 0;

    /** Highest priority. */
    public static final int HIGHEST_PRIORITY = 7;

    /** Smallest rate that the ASIC accepts, bit/s. */
    public static final long MIN_RATE_BPS = 1000;

    private static final long BITS_PER_KILOBIT = 1000;
    private static final long MAX_KILOBITS = 0xFFFFFFFFL;

    /** Burst that may be sent at once after a pause, bytes: the driver's own default. */
    private static final int BURST_BYTES = 16384;

    private final int priority;
    private final int weight;
    private final OptionalLong maxRateBps;

    /**
     * @param priority {@value #LOWEST_PRIORITY} to {@value #HIGHEST_PRIORITY}; queues of a higher
     *     one go first
     * @param weight weight among queues of one priority, 1 to 1023
     * @param maxRateBps rate that it is held to, bit/s, {@value #MIN_RATE_BPS} to 2³² - 1 kbit/s;
     *     empty if to none
     * @throws IllegalArgumentException if a value is out of range
     */
    public QueueScheduling(int priority, int weight, OptionalLong maxRateBps) {
        this.priority = priority;
        this.weight = weight;
        this.maxRateBps = Objects.requireNonNull(maxRateBps, "maxRateBps");
        if (priority < LOWEST_PRIORITY || priority > HIGHEST_PRIORITY) {
            throw new IllegalArgumentException("priority must be 0 to 7, was " + priority);
        }
        if (weight < DwrrWeights.MIN || weight > DwrrWeights.MAX) {
            throw new IllegalArgumentException("weight must be 1 to 1023, was " + weight);
        }
        if (maxRateBps.isPresent()
                && (maxRateBps.getAsLong() < MIN_RATE_BPS
                        || maxRateBps.getAsLong() / BITS_PER_KILOBIT > MAX_KILOBITS)) {
            throw new IllegalArgumentException(
                    "maxRateBps must be 1000 to 4294967295000, was " + maxRateBps.getAsLong());
        }
    }

    /**
     * Scheduling that the driver tells. It keeps weights of 0 and above 1023, which another client
     * may have written and the ASIC cannot hold: the nearest valid one stands for them.
     */
    static QueueScheduling read(Entry configuration, Entry shaping) {
        OptionalLong maxRateBps = OptionalLong.empty();
        if (configuration.flag("max_rate_enable") && shaping.text("unit").equals("BPS")) {
            maxRateBps = OptionalLong.of(shaping.number("max_rate") * BITS_PER_KILOBIT);
        }
        String priority = configuration.text("max_priority");
        return new QueueScheduling(
                priority.equals("LOW")
                        ? LOWEST_PRIORITY
                        : priority.equals("HIGH") ? HIGHEST_PRIORITY : Integer.parseInt(priority),
                (int)
                        Math.min(
                                DwrrWeights.MAX,
                                Math.max(DwrrWeights.MIN, configuration.number("dwrr_weight"))),
                maxRateBps);
    }

    Entry configuration(Entry entry) {
        return entry.data("max_priority", Integer.toString(priority))
                .data("dwrr_weight", weight)
                .data("max_rate_enable", maxRateBps.isPresent());
    }

    Entry shaping(Entry entry) {
        return entry.data("unit", "BPS")
                .data("provisioning", "MIN_ERROR")
                .data("max_rate", maxRateBps.orElseThrow() / BITS_PER_KILOBIT)
                .data("max_burst_size", BURST_BYTES);
    }

    /** Queues of a higher one go first. */
    public int priority() {
        return priority;
    }

    /** Weight among queues of one priority. */
    public int weight() {
        return weight;
    }

    /** Rate that it is held to, bit/s, as the driver reads it back; empty if to none. */
    public OptionalLong maxRateBps() {
        return maxRateBps;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueueScheduling
                && priority == ((QueueScheduling) other).priority
                && weight == ((QueueScheduling) other).weight
                && maxRateBps.equals(((QueueScheduling) other).maxRateBps);
    }

    @Override
    public int hashCode() {
        return Objects.hash(priority, weight, maxRateBps);
    }

    @Override
    public String toString() {
        String rate = maxRateBps.isPresent() ? maxRateBps.getAsLong() + " bit/s" : "any rate";
        return "priority " + priority + ", weight " + weight + ", " + rate;
    }
}
