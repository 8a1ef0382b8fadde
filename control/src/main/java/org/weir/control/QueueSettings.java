// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.Objects;
import java.util.OptionalInt;
import org.weir.control.depth.DepthUnit;

/** Settings of one virtual queue in a switch, with the rates they were computed from. Immutable. */
public final class QueueSettings {
    /**
     * Turns of a scheduler round. In a turn a class may add 1/64 of its packets per level at its
     * priority level. Example: a class with 171 packets per level adds 2.67 packets.
     */
    public static final int TURNS_PER_ROUND = 64;

    /** Largest number of packets in a round: the most that Σ {@link #weightPackets} may be. */
    public static final int MAX_ROUND_PACKETS = 65535;

    private final int classIndex;
    private final int weightPackets;
    private final Marking marking;
    private final int limitPackets;
    private final double arrivalRateBps;
    private final double serviceRateBps;
    private final double targetRateBps;
    private final double weightFraction;
    private final long feedbackIntervalUs;
    private final double unitsPerPacket;

    private QueueSettings(Builder builder) {
        classIndex = builder.classIndex;
        weightPackets = within("weightPackets", builder.weightPackets, 1, 65535);
        marking = Objects.requireNonNull(builder.marking, "marking");
        limitPackets = within("limitPackets", builder.limitPackets, 1, 65535);
        arrivalRateBps = builder.arrivalRateBps;
        serviceRateBps = builder.serviceRateBps;
        targetRateBps = builder.targetRateBps;
        weightFraction = builder.weightFraction;
        feedbackIntervalUs = builder.feedbackIntervalUs;
        unitsPerPacket = builder.unitsPerPacket;
    }

    /**
     * A builder; the two packet counts and the marking must be set.
     *
     * @param classIndex 0 to 7
     */
    public static Builder builder(int classIndex) {
        return new Builder(classIndex);
    }

    /** A builder that begins with these settings. */
    public Builder toBuilder() {
        return new Builder(classIndex)
                .weightPackets(weightPackets)
                .marking(marking)
                .limitPackets(limitPackets)
                .arrivalRateBps(arrivalRateBps)
                .serviceRateBps(serviceRateBps)
                .targetRateBps(targetRateBps)
                .weightFraction(weightFraction)
                .feedbackIntervalUs(feedbackIntervalUs)
                .unitsPerPacket(unitsPerPacket);
    }

    /** Index of the class, 0 to 7. */
    public int classIndex() {
        return classIndex;
    }

    /**
     * Packets the queue may put into a priority level in a round of {@value #TURNS_PER_ROUND}
     * turns, 1 to 65535.
     */
    public int weightPackets() {
        return weightPackets;
    }

    /** The rule by which the switch marks arriving packets and sends feedback. */
    public Marking marking() {
        return marking;
    }

    /** Queue limit: number of waiting packets from which arrivals are dropped, 1 to 65535. */
    public int limitPackets() {
        return limitPackets;
    }

    /** λ: arrival rate the settings were solved for, bit/s; 0 if not known. */
    public double arrivalRateBps() {
        return arrivalRateBps;
    }

    /** μ: rate the class is served at when every class is backlogged, bit/s; 0 if not known. */
    public double serviceRateBps() {
        return serviceRateBps;
    }

    /** λ*: target rate of all senders of the class together, bit/s. */
    public double targetRateBps() {
        return targetRateBps;
    }

    /** λ* in the data plane's unit, kbit/s: rounded, 1 to 2³² − 1. */
    public long targetRateKbps() {
        return Math.min(0xFFFFFFFFL, Math.max(1, Math.round(targetRateBps / 1000)));
    }

    /**
     * ω: the share of the port's bits the class gets when every class is backlogged, in [0, 1]; 0
     * if not known.
     */
    public double weightFraction() {
        return weightFraction;
    }

    /** False for settings that were read from a switch, which keeps a share of packets only. */
    public boolean isShareKnown() {
        return weightFraction > 0;
    }

    /** Least time between two feedback packets of one flow, µs. */
    public long feedbackIntervalUs() {
        return feedbackIntervalUs;
    }

    /** {@link DepthUnit Units} of the switch's depths that a packet of the class makes. */
    public double unitsPerPacket() {
        return unitsPerPacket;
    }

    /** K in the switch's unit, rounded, at least 1; empty if the queue's depth does not mark. */
    public OptionalInt thresholdUnits() {
        OptionalInt packets = marking.thresholdPackets();
        return packets.isEmpty() ? packets : OptionalInt.of(units(packets.getAsInt()));
    }

    /**
     * Queue limit in the switch's unit, rounded, 1 to 65535; above K if it is so in packets, since
     * packets are marked before they are dropped.
     */
    public int limitUnits() {
        int units = units(limitPackets);
        int threshold = thresholdUnits().orElse(0);
        boolean isAbove = limitPackets > marking.thresholdPackets().orElse(0);
        return Math.min(65535, isAbove ? Math.max(threshold + 1, units) : units);
    }

    private int units(int packets) {
        return (int) Math.max(1, Math.min(65535, Math.round(packets * unitsPerPacket)));
    }

    /**
     * True if all values sent to the switch are equal; predicted and measured rates are ignored.
     */
    public boolean sameInDataPlane(QueueSettings other) {
        return classIndex == other.classIndex
                && weightPackets == other.weightPackets
                && marking.equals(other.marking)
                && limitPackets == other.limitPackets
                && thresholdUnits().equals(other.thresholdUnits())
                && limitUnits() == other.limitUnits()
                && targetRateKbps() == other.targetRateKbps()
                && feedbackIntervalUs == other.feedbackIntervalUs;
    }

    private static int within(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    name + " must be " + min + " to " + max + ", was " + value);
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof QueueSettings)) {
            return false;
        }
        QueueSettings that = (QueueSettings) other;
        return sameInDataPlane(that)
                && Double.compare(arrivalRateBps, that.arrivalRateBps) == 0
                && Double.compare(serviceRateBps, that.serviceRateBps) == 0
                && Double.compare(targetRateBps, that.targetRateBps) == 0
                && Double.compare(weightFraction, that.weightFraction) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(classIndex, weightPackets, marking, limitPackets, targetRateBps);
    }

    @Override
    public String toString() {
        return "class "
                + classIndex
                + ": weight "
                + weightPackets
                + ", "
                + marking
                + ", limit "
                + limitPackets
                + " packets, target "
                + targetRateKbps()
                + " kbit/s";
    }

    /** Collects one queue's settings. */
    public static final class Builder {
        private final int classIndex;
        private int weightPackets;
        private Marking marking;
        private int limitPackets;
        private double arrivalRateBps;
        private double serviceRateBps;
        private double targetRateBps;
        private double weightFraction;
        private long feedbackIntervalUs;
        private double unitsPerPacket = 1;

        private Builder(int classIndex) {
            this.classIndex = within("classIndex", classIndex, 0, 7);
        }

        /** Packets per priority level and round, 1 to 65535. */
        public Builder weightPackets(int value) {
            weightPackets = value;
            return this;
        }

        /** The rule by which arrivals are marked. */
        public Builder marking(Marking value) {
            marking = value;
            return this;
        }

        /** Queue limit, packets, 1 to 65535. */
        public Builder limitPackets(int value) {
            limitPackets = value;
            return this;
        }

        /** λ, bit/s. */
        public Builder arrivalRateBps(double value) {
            arrivalRateBps = value;
            return this;
        }

        /** μ, bit/s. */
        public Builder serviceRateBps(double value) {
            serviceRateBps = value;
            return this;
        }

        /** λ*, bit/s. */
        public Builder targetRateBps(double value) {
            targetRateBps = value;
            return this;
        }

        /** ω, in [0, 1]; 0 if not known. */
        public Builder weightFraction(double value) {
            weightFraction = value;
            return this;
        }

        /** Least time between feedback packets of one flow, µs. */
        public Builder feedbackIntervalUs(long value) {
            feedbackIntervalUs = value;
            return this;
        }

        /** Units of the switch's depths that a packet makes, above 0; 1 unless it is set. */
        public Builder unitsPerPacket(double value) {
            unitsPerPacket = value;
            return this;
        }

        /**
         * The finished settings.
         *
         * @throws IllegalArgumentException if a packet count is out of range
         */
        public QueueSettings build() {
            return new QueueSettings(this);
        }
    }
}
