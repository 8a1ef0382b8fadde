// SPDX-License-Identifier: Apache-2.0
package org.weir.control.measurement;

import java.util.Objects;
import org.weir.control.PortId;

/**
 * One reading of a virtual queue's cumulative counters. Counters only grow, except that a switch
 * that restarts begins at 0 again. The control loop uses the differences between readings and
 * detects a restart. Immutable.
 */
public final class QueueSample {
    private final PortId port;
    private final int classIndex;
    private final long timeNs;
    private final long arrivedPackets;
    private final long arrivedBytes;
    private final long departedPackets;
    private final long departedBytes;
    private final long droppedPackets;
    private final long markedPackets;
    private final long feedbackPackets;
    private final long[] delayHistogram;
    private final boolean hasDelays;
    private final boolean hasNewDelays;

    private QueueSample(Builder builder) {
        port = builder.port;
        classIndex = builder.classIndex;
        timeNs = builder.timeNs;
        arrivedPackets = builder.arrivedPackets;
        arrivedBytes = builder.arrivedBytes;
        departedPackets = builder.departedPackets;
        departedBytes = builder.departedBytes;
        droppedPackets = builder.droppedPackets;
        markedPackets = builder.markedPackets;
        feedbackPackets = builder.feedbackPackets;
        delayHistogram = builder.delayHistogram.clone();
        hasDelays = builder.hasDelays;
        hasNewDelays = builder.hasNewDelays;
    }

    /**
     * A builder whose counters all read 0.
     *
     * @param port the egress port
     * @param classIndex 0 to 7
     * @param timeNs time at which the counters were read, ns on the control loop's clock
     */
    public static Builder builder(PortId port, int classIndex, long timeNs) {
        return new Builder(port, classIndex, timeNs);
    }

    /** The egress port. */
    public PortId port() {
        return port;
    }

    /** Index of the class, 0 to 7. */
    public int classIndex() {
        return classIndex;
    }

    /** Time at which the counters were read, ns on the control loop's clock. */
    public long timeNs() {
        return timeNs;
    }

    /** Packets routed to the queue, dropped ones included. */
    public long arrivedPackets() {
        return arrivedPackets;
    }

    /** Bytes routed to the queue, dropped ones included. */
    public long arrivedBytes() {
        return arrivedBytes;
    }

    /** Packets sent. */
    public long departedPackets() {
        return departedPackets;
    }

    /** Bytes sent. */
    public long departedBytes() {
        return departedBytes;
    }

    /** Packets dropped because the queue was at its limit. */
    public long droppedPackets() {
        return droppedPackets;
    }

    /** Packets marked. */
    public long markedPackets() {
        return markedPackets;
    }

    /** Feedback packets made. */
    public long feedbackPackets() {
        return feedbackPackets;
    }

    /** True if the packets per delay bucket are known; if not, they are 0 here. */
    public boolean hasDelays() {
        return hasDelays;
    }

    /** True if the packets per delay bucket are those of this time, not of an earlier reading. */
    public boolean hasNewDelays() {
        return hasNewDelays;
    }

    /** Packets per delay bucket, a copy; see {@link DelayHistogram}. */
    public long[] delayHistogram() {
        return delayHistogram.clone();
    }

    /** Packets in one delay bucket. */
    public long delayCount(int bucket) {
        return delayHistogram[bucket];
    }

    /** Collects a reading's counters. */
    public static final class Builder {
        private final PortId port;
        private final int classIndex;
        private final long timeNs;
        private long arrivedPackets;
        private long arrivedBytes;
        private long departedPackets;
        private long departedBytes;
        private long droppedPackets;
        private long markedPackets;
        private long feedbackPackets;
        private long[] delayHistogram = new long[DelayHistogram.BUCKETS];
        private boolean hasDelays;
        private boolean hasNewDelays;

        private Builder(PortId port, int classIndex, long timeNs) {
            this.port = Objects.requireNonNull(port, "port");
            this.classIndex = classIndex;
            this.timeNs = timeNs;
            if (classIndex < 0 || classIndex > 7) {
                throw new IllegalArgumentException("classIndex must be 0 to 7, was " + classIndex);
            }
        }

        /** Packets and bytes routed to the queue since the switch started. */
        public Builder arrived(long packets, long bytes) {
            arrivedPackets = counter(packets);
            arrivedBytes = counter(bytes);
            return this;
        }

        /** Packets and bytes sent since the switch started. */
        public Builder departed(long packets, long bytes) {
            departedPackets = counter(packets);
            departedBytes = counter(bytes);
            return this;
        }

        /** Packets dropped since the switch started. */
        public Builder dropped(long packets) {
            droppedPackets = counter(packets);
            return this;
        }

        /** Packets marked since the switch started. */
        public Builder marked(long packets) {
            markedPackets = counter(packets);
            return this;
        }

        /** Feedback packets made since the switch started. */
        public Builder feedback(long packets) {
            feedbackPackets = counter(packets);
            return this;
        }

        /**
         * Packets per delay bucket since the switch started. Without a call the delays count as not
         * known.
         *
         * @param counts 64 counters, see {@link DelayHistogram}
         */
        public Builder delayHistogram(long[] counts) {
            if (counts.length != DelayHistogram.BUCKETS) {
                throw new IllegalArgumentException(
                        "delayHistogram must have 64 buckets, has " + counts.length);
            }
            delayHistogram = counts.clone();
            hasDelays = true;
            hasNewDelays = true;
            return this;
        }

        /**
         * Packets per delay bucket as they were in an earlier reading; they were not read now.
         *
         * @param counts 64 counters, see {@link DelayHistogram}
         */
        public Builder earlierDelayHistogram(long[] counts) {
            delayHistogram(counts);
            hasNewDelays = false;
            return this;
        }

        /** The finished reading. */
        public QueueSample build() {
            return new QueueSample(this);
        }

        private long counter(long value) {
            if (value < 0) {
                throw new IllegalArgumentException(port + ": counter is negative: " + value);
            }
            return value;
        }
    }
}
