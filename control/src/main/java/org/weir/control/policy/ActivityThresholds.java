// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Objects;

/**
 * Thresholds of the queues of a port with the scheme {@code abc} (docs/abc.md). A packet of
 * activity A is dropped when more than max(qMin, qBase − gamma · (A − mean activity)) packets wait.
 * Immutable.
 */
public final class ActivityThresholds {
    /** Default of {@link #averageMemoryMs}, M_AA of P4-ABC, section 6.1.3. */
    public static final long DEFAULT_AVERAGE_MEMORY_MS = 300;

    /** Default of {@link #qMinPackets}. */
    public static final long DEFAULT_Q_MIN_PACKETS = 6;

    /** Default of {@link #qBasePackets}. */
    public static final long DEFAULT_Q_BASE_PACKETS = 20;

    /** Default of {@link #gammaPackets}. */
    public static final long DEFAULT_GAMMA_PACKETS = 16;

    /** Shortest memory, ms; the switch's arithmetic has no digits for shorter ones. */
    public static final long MIN_MEMORY_MS = 10;

    /** Longest memory, ms. */
    public static final long MAX_MEMORY_MS = 100_000;

    /** Largest {@link #qMinPackets} and {@link #qBasePackets}. */
    public static final long MAX_PACKETS = 65_535;

    /** Largest {@link #gammaPackets}. */
    public static final long MAX_GAMMA_PACKETS = 4095;

    /** Defaults of all. */
    public static final ActivityThresholds DEFAULT =
            new ActivityThresholds(
                    DEFAULT_AVERAGE_MEMORY_MS,
                    DEFAULT_Q_MIN_PACKETS,
                    DEFAULT_Q_BASE_PACKETS,
                    DEFAULT_GAMMA_PACKETS);

    private final long averageMemoryMs;
    private final long qMinPackets;
    private final long qBasePackets;
    private final long gammaPackets;

    /**
     * @param averageMemoryMs memory of the mean activity, ms, {@value #MIN_MEMORY_MS} to {@value
     *     #MAX_MEMORY_MS}
     * @param qMinPackets depth up to which no packet is dropped for its activity, 0 to {@value
     *     #MAX_PACKETS}
     * @param qBasePackets depth above which packets of mean activity are dropped, from {@code
     *     qMinPackets} to {@value #MAX_PACKETS}
     * @param gammaPackets packets by which this depth is smaller for twice the rate, 0 to {@value
     *     #MAX_GAMMA_PACKETS}
     */
    public ActivityThresholds(
            long averageMemoryMs, long qMinPackets, long qBasePackets, long gammaPackets) {
        this.averageMemoryMs = averageMemoryMs;
        this.qMinPackets = qMinPackets;
        this.qBasePackets = qBasePackets;
        this.gammaPackets = gammaPackets;
    }

    /** Memory of the mean activity, ms. */
    public long averageMemoryMs() {
        return averageMemoryMs;
    }

    /** Depth up to which no packet is dropped for its activity. */
    public long qMinPackets() {
        return qMinPackets;
    }

    /** Depth above which packets of mean activity are dropped. */
    public long qBasePackets() {
        return qBasePackets;
    }

    /** Packets by which that depth is smaller for twice the rate. */
    public long gammaPackets() {
        return gammaPackets;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof ActivityThresholds)) {
            return false;
        }
        ActivityThresholds that = (ActivityThresholds) other;
        return averageMemoryMs == that.averageMemoryMs
                && qMinPackets == that.qMinPackets
                && qBasePackets == that.qBasePackets
                && gammaPackets == that.gammaPackets;
    }

    @Override
    public int hashCode() {
        return Objects.hash(averageMemoryMs, qMinPackets, qBasePackets, gammaPackets);
    }

    @Override
    public String toString() {
        return qMinPackets
                + "/"
                + qBasePackets
                + "/"
                + gammaPackets
                + " "
                + averageMemoryMs
                + " ms";
    }
}
