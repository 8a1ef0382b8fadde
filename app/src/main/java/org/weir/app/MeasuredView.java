// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

/**
 * What was measured of one queue over the last round. Counts are totals since the application began
 * to control the port.
 */
public final class MeasuredView {

    private final double offeredBps;
    private final double goodputBps;
    private final double depthMeanPackets;
    private final long depthMaxPackets;
    private final double delayP50Ms;
    private final double delayP99Ms;
    private final long marks;
    private final long feedback;
    private final long drops;

    private MeasuredView(Builder builder) {
        this.offeredBps = builder.offeredBps;
        this.goodputBps = builder.goodputBps;
        this.depthMeanPackets = builder.depthMeanPackets;
        this.depthMaxPackets = builder.depthMaxPackets;
        this.delayP50Ms = builder.delayP50Ms;
        this.delayP99Ms = builder.delayP99Ms;
        this.marks = builder.marks;
        this.feedback = builder.feedback;
        this.drops = builder.drops;
    }

    /** Starts from all zero. */
    public static Builder builder() {
        return new Builder();
    }

    /** Arrival rate λ, in bit/s. */
    public double offeredBps() {
        return offeredBps;
    }

    /** Rate that left through the port, in bit/s. */
    public double goodputBps() {
        return goodputBps;
    }

    /** Mean packets waiting. */
    public double depthMeanPackets() {
        return depthMeanPackets;
    }

    /** Most packets waiting. */
    public long depthMaxPackets() {
        return depthMaxPackets;
    }

    /** Median queueing delay, in ms. */
    public double delayP50Ms() {
        return delayP50Ms;
    }

    /** 99th percentile of the queueing delay, in ms. */
    public double delayP99Ms() {
        return delayP99Ms;
    }

    /** Packets that met a queue at or over its threshold. */
    public long marks() {
        return marks;
    }

    /** Feedback packets sent to senders. */
    public long feedback() {
        return feedback;
    }

    /** Packets dropped. */
    public long drops() {
        return drops;
    }

    /** Collects the measures; what is not set is zero. */
    public static final class Builder {
        private double offeredBps;
        private double goodputBps;
        private double depthMeanPackets;
        private long depthMaxPackets;
        private double delayP50Ms;
        private double delayP99Ms;
        private long marks;
        private long feedback;
        private long drops;

        private Builder() {}

        /** Arrival rate and departure rate, in bit/s. */
        public Builder rates(double newOfferedBps, double newGoodputBps) {
            offeredBps = newOfferedBps;
            goodputBps = newGoodputBps;
            return this;
        }

        /** Mean and most packets waiting. */
        public Builder depth(double meanPackets, long maxPackets) {
            depthMeanPackets = meanPackets;
            depthMaxPackets = maxPackets;
            return this;
        }

        /** Median and 99th percentile of the queueing delay, in ms. */
        public Builder delay(double p50Ms, double p99Ms) {
            delayP50Ms = p50Ms;
            delayP99Ms = p99Ms;
            return this;
        }

        /** Packets marked, feedback packets sent, packets dropped. */
        public Builder counts(long newMarks, long newFeedback, long newDrops) {
            marks = newMarks;
            feedback = newFeedback;
            drops = newDrops;
            return this;
        }

        /** The measures. */
        public MeasuredView build() {
            return new MeasuredView(this);
        }
    }
}
