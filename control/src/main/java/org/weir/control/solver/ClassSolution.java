// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.List;
import org.weir.control.Marking;

/** The solver's answer for one class. Rates are in the unit of the problem. Immutable. */
public final class ClassSolution {
    private final String name;
    private final double serviceRate;
    private final double weight;
    private final int weightPackets;
    private final Marking marking;
    private final int limitPackets;
    private final double targetRate;
    private final Prediction predicted;
    private final Prediction afterFeedback;
    private final double slackRate;
    private final List<MissedTarget> missed;

    ClassSolution(Builder builder) {
        name = builder.name;
        serviceRate = builder.serviceRate;
        weight = builder.weight;
        weightPackets = builder.weightPackets;
        marking = builder.marking;
        limitPackets = builder.limitPackets;
        targetRate = builder.targetRate;
        predicted = builder.predicted;
        afterFeedback = builder.afterFeedback;
        slackRate = builder.slackRate;
        missed = List.copyOf(builder.missed);
    }

    /** The class's name. */
    public String name() {
        return name;
    }

    /** μ: the rate the class is served at when every class is backlogged, work/s. */
    public double serviceRate() {
        return serviceRate;
    }

    /** ω = μ/Γ as {@link #weightPackets} represents it. */
    public double weight() {
        return weight;
    }

    /**
     * Packets per priority level and round, {@link org.weir.control.QueueSettings#weightPackets()}.
     */
    public int weightPackets() {
        return weightPackets;
    }

    /** The rule by which arrivals are marked. */
    public Marking marking() {
        return marking;
    }

    /** Drop limit, packets. */
    public int limitPackets() {
        return limitPackets;
    }

    /** λ*, the target rate that the class's senders together should keep, work/s. */
    public double targetRate() {
        return targetRate;
    }

    /** Predicted delay, jitter and loss under the present load, before any sender slows down. */
    public Prediction predicted() {
        return predicted;
    }

    /** Predicted delay, jitter and loss once no sender exceeds the target rate. */
    public Prediction afterFeedback() {
        return afterFeedback;
    }

    /**
     * Part of the service rate that the class can lose before it misses a target, work/s; negative
     * by the rate that it lacks, negative infinity if it would lack the whole port.
     */
    public double slackRate() {
        return slackRate;
    }

    /** The targets that the present load cannot have. */
    public List<MissedTarget> missed() {
        return missed;
    }

    /** Collects a class's answer. */
    static final class Builder {
        String name;
        double serviceRate;
        double weight;
        int weightPackets;
        Marking marking;
        int limitPackets;
        double targetRate;
        Prediction predicted;
        Prediction afterFeedback;
        double slackRate;
        List<MissedTarget> missed = List.of();
    }
}
