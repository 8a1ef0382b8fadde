// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Targets of an operator for one traffic class, the same at every port. Each target is optional.
 * Immutable.
 */
public final class Targets {
    /** No target stated. */
    public static final Targets NONE = builder().build();

    private final double delayMs;
    private final double p99DelayMs;
    private final double jitterMs;
    private final double lossFraction;
    private final double minRateBps;
    private final double maxRateBps;

    private Targets(Builder builder) {
        delayMs = builder.delayMs;
        p99DelayMs = builder.p99DelayMs;
        jitterMs = builder.jitterMs;
        lossFraction = builder.lossFraction;
        minRateBps = builder.minRateBps;
        maxRateBps = builder.maxRateBps;
        if (minRateBps > maxRateBps) {
            throw new IllegalArgumentException(
                    "minRateBps " + minRateBps + " is above maxRateBps " + maxRateBps);
        }
    }

    /** A builder with nothing stated. */
    public static Builder builder() {
        return new Builder();
    }

    /** Upper bound of the mean delay at a port, ms, above 0. */
    public OptionalDouble delayMs() {
        return optional(delayMs);
    }

    /** Upper bound of the 99th percentile of the delay at a port, ms, above 0. */
    public OptionalDouble p99DelayMs() {
        return optional(p99DelayMs);
    }

    /** Upper bound of the delay's standard deviation at a port, ms, above 0. */
    public OptionalDouble jitterMs() {
        return optional(jitterMs);
    }

    /** Upper bound of lost over arrived packets, in (0, 1). */
    public OptionalDouble lossFraction() {
        return optional(lossFraction);
    }

    /**
     * Guaranteed rate of the class, bit/s, above 0. It also limits the class's other targets in a
     * shortage: less important classes lose capacity to them only for a load up to the larger of
     * this rate and the class's share by importance. Without a guaranteed rate there is no such
     * limit.
     */
    public OptionalDouble minRateBps() {
        return optional(minRateBps);
    }

    /** Upper bound of the class's rate, above which its senders are slowed down, bit/s, above 0. */
    public OptionalDouble maxRateBps() {
        return optional(maxRateBps);
    }

    /**
     * The bound stated for one kind of target, in that kind's unit.
     *
     * @param kind the kind of target
     */
    public OptionalDouble of(TargetKind kind) {
        switch (kind) {
            case DELAY:
                return delayMs();
            case P99_DELAY:
                return p99DelayMs();
            case JITTER:
                return jitterMs();
            case LOSS:
                return lossFraction();
            case MIN_RATE:
                return minRateBps();
            default:
                throw new IllegalArgumentException("unknown target " + kind);
        }
    }

    private static OptionalDouble optional(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Targets)) {
            return false;
        }
        Targets that = (Targets) other;
        return Double.compare(delayMs, that.delayMs) == 0
                && Double.compare(p99DelayMs, that.p99DelayMs) == 0
                && Double.compare(jitterMs, that.jitterMs) == 0
                && Double.compare(lossFraction, that.lossFraction) == 0
                && Double.compare(minRateBps, that.minRateBps) == 0
                && Double.compare(maxRateBps, that.maxRateBps) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(delayMs, p99DelayMs, jitterMs, lossFraction, minRateBps, maxRateBps);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (TargetKind kind : TargetKind.values()) {
            of(kind).ifPresent(v -> append(text, kind.fieldName(), v));
        }
        maxRateBps().ifPresent(v -> append(text, "maxRateBps", v));
        return text.append('}').toString();
    }

    private static void append(StringBuilder text, String name, double value) {
        text.append(text.length() > 1 ? ", " : "").append(name).append(' ').append(value);
    }

    /** Collects targets; each setter checks its own range and refuses anything else. */
    public static final class Builder {
        private double delayMs = Double.NaN;
        private double p99DelayMs = Double.NaN;
        private double jitterMs = Double.NaN;
        private double lossFraction = Double.NaN;
        private double minRateBps = Double.NaN;
        private double maxRateBps = Double.NaN;

        private Builder() {}

        /** Upper bound of the mean delay, ms, above 0. */
        public Builder delayMs(double value) {
            delayMs = positive("delayMs", value);
            return this;
        }

        /** Upper bound of the 99th percentile of the delay, ms, above 0. */
        public Builder p99DelayMs(double value) {
            p99DelayMs = positive("p99DelayMs", value);
            return this;
        }

        /** Upper bound of the delay's standard deviation, ms, above 0. */
        public Builder jitterMs(double value) {
            jitterMs = positive("jitterMs", value);
            return this;
        }

        /** Upper bound of the fraction lost, in (0, 1). */
        public Builder lossFraction(double value) {
            lossFraction = positive("lossFraction", value);
            if (value >= 1) {
                throw new IllegalArgumentException("lossFraction must be below 1, was " + value);
            }
            return this;
        }

        /** Guaranteed rate, bit/s, above 0. */
        public Builder minRateBps(double value) {
            minRateBps = positive("minRateBps", value);
            return this;
        }

        /** Rate above which senders are slowed, bit/s, above 0 and at least the minimum rate. */
        public Builder maxRateBps(double value) {
            maxRateBps = positive("maxRateBps", value);
            return this;
        }

        /**
         * The finished targets.
         *
         * @throws IllegalArgumentException if the minimum rate is above the maximum rate
         */
        public Targets build() {
            return new Targets(this);
        }

        private static double positive(String name, double value) {
            if (!(value > 0) || Double.isInfinite(value)) {
                throw new IllegalArgumentException(name + " must be above 0, was " + value);
            }
            return value;
        }
    }
}
