// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Objects;
import java.util.OptionalDouble;
import org.weir.control.ClassKind;
import org.weir.control.Targets;

/**
 * Input of the solver for one class at a port. All rates are in bit/s. If packet sizes do not
 * matter, as in {@code weir solve}, a packet counts as one bit, and rates are in packets per
 * second. Immutable.
 */
public final class ClassProblem {
    private final String name;
    private final ClassKind kind;
    private final double importance;
    private final Targets targets;
    private final double arrivalRate;
    private final double packetBits;
    private final double measuredDelaySeconds;
    private final OptionalDouble dispersion;
    private final OptionalDouble pressure;

    /** A class with Poisson arrivals and without a pressure; the parameters are those below. */
    public ClassProblem(
            String name,
            ClassKind kind,
            double importance,
            Targets targets,
            double arrivalRate,
            double packetBits,
            double measuredDelaySeconds) {
        this(
                name,
                kind,
                importance,
                targets,
                arrivalRate,
                packetBits,
                measuredDelaySeconds,
                OptionalDouble.of(1),
                OptionalDouble.empty());
    }

    /**
     * @param name the class's name
     * @param kind kind of traffic; only the objective {@code published} uses it
     * @param importance above 0
     * @param targets the operator's targets for the class
     * @param arrivalRate λ, bit/s, at least 0
     * @param packetBits mean length of a packet, bits, above 0
     * @param measuredDelaySeconds mean delay measured last, s, for the published jitter; 0 if none
     * @param dispersion variance over mean of the number of arrivals in a reading, at least 0;
     *     empty if it is not known
     * @param pressure factor of the importance in shares by measured delays, above 0; empty if
     *     shares follow the queue model
     * @throws IllegalArgumentException if a value is out of range
     */
    public ClassProblem(
            String name,
            ClassKind kind,
            double importance,
            Targets targets,
            double arrivalRate,
            double packetBits,
            double measuredDelaySeconds,
            OptionalDouble dispersion,
            OptionalDouble pressure) {
        this.name = Objects.requireNonNull(name, "name");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.importance = importance;
        this.targets = Objects.requireNonNull(targets, "targets");
        this.arrivalRate = arrivalRate;
        this.packetBits = packetBits;
        this.measuredDelaySeconds = measuredDelaySeconds;
        this.dispersion = dispersion;
        this.pressure = pressure;
        require(dispersion.orElse(1) >= 0, "dispersion", dispersion.orElse(1));
        require(importance > 0 && importance < Double.POSITIVE_INFINITY, "importance", importance);
        require(
                arrivalRate >= 0 && arrivalRate < Double.POSITIVE_INFINITY,
                "arrivalRate",
                arrivalRate);
        double factor = pressure.orElse(1);
        require(factor > 0 && factor < Double.POSITIVE_INFINITY, "pressure", factor);
        require(packetBits > 0 && packetBits < Double.POSITIVE_INFINITY, "packetBits", packetBits);
        require(measuredDelaySeconds >= 0, "measuredDelaySeconds", measuredDelaySeconds);
    }

    private void require(boolean holds, String field, double value) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "class " + name + ": " + field + " is out of range: " + value);
        }
    }

    /** The class's name. */
    public String name() {
        return name;
    }

    /** Kind of traffic that the class carries. */
    public ClassKind kind() {
        return kind;
    }

    /** Importance, above 0. */
    public double importance() {
        return importance;
    }

    /** The operator's targets for the class. */
    public Targets targets() {
        return targets;
    }

    /** λ, bit/s. */
    public double arrivalRate() {
        return arrivalRate;
    }

    /** Mean length of a packet, bits. */
    public double packetBits() {
        return packetBits;
    }

    /**
     * Variance over mean of the number of arrivals in a reading; 1 for Poisson arrivals; empty if
     * it is not known.
     */
    public OptionalDouble dispersion() {
        return dispersion;
    }

    /** Mean delay measured last, s; 0 if none. */
    public double measuredDelaySeconds() {
        return measuredDelaySeconds;
    }

    /** Arrival rate that the port should carry, bit/s: λ, but at most the class's maximum rate. */
    public double entitledRate() {
        return Math.min(arrivalRate, targets.maxRateBps().orElse(Double.POSITIVE_INFINITY));
    }

    /**
     * Factor of the importance in shares by measured delays; empty if shares follow the queue
     * model.
     */
    public OptionalDouble pressure() {
        return pressure;
    }
}
