// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Objects;
import org.weir.control.ClassKind;
import org.weir.control.Targets;

/**
 * One class at a port, as the solver sees it. Rates are in units of work per second, where the unit
 * is the caller's: bits where packet sizes are known (then {@code packetWork} is bits per packet),
 * packets where they are not ({@code packetWork} 1). The rates in the targets are in the same unit.
 * Immutable.
 */
public final class ClassProblem {
    private final String name;
    private final ClassKind kind;
    private final double importance;
    private final Targets targets;
    private final double arrivalRate;
    private final double packetWork;
    private final double measuredDelaySeconds;

    /**
     * @param name the class's name
     * @param kind kind of traffic; only the objective {@code published} uses it
     * @param importance above 0
     * @param targets the operator's targets for the class
     * @param arrivalRate λ, work/s, at least 0
     * @param packetWork mean work of a packet, above 0
     * @param measuredDelaySeconds mean delay measured last, s, for the published jitter; 0 if none
     * @throws IllegalArgumentException if a value is out of range
     */
    public ClassProblem(
            String name,
            ClassKind kind,
            double importance,
            Targets targets,
            double arrivalRate,
            double packetWork,
            double measuredDelaySeconds) {
        this.name = Objects.requireNonNull(name, "name");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.importance = importance;
        this.targets = Objects.requireNonNull(targets, "targets");
        this.arrivalRate = arrivalRate;
        this.packetWork = packetWork;
        this.measuredDelaySeconds = measuredDelaySeconds;
        require(importance > 0 && importance < Double.POSITIVE_INFINITY, "importance", importance);
        require(
                arrivalRate >= 0 && arrivalRate < Double.POSITIVE_INFINITY,
                "arrivalRate",
                arrivalRate);
        require(packetWork > 0 && packetWork < Double.POSITIVE_INFINITY, "packetWork", packetWork);
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

    /** λ, work/s. */
    public double arrivalRate() {
        return arrivalRate;
    }

    /** Mean work of a packet. */
    public double packetWork() {
        return packetWork;
    }

    /** Mean delay measured last, s; 0 if none. */
    public double measuredDelaySeconds() {
        return measuredDelaySeconds;
    }

    /**
     * Arrival rate that the class may ask to be carried, work/s: λ, but at most the stated maximum
     * rate.
     */
    public double entitledRate() {
        return Math.min(arrivalRate, targets.maxRateBps().orElse(Double.POSITIVE_INFINITY));
    }
}
