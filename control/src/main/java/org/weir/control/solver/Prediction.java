// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import org.weir.control.TargetKind;
import org.weir.control.model.MM1N;

/** Prediction of the queue model for one class: delay, jitter and loss. Immutable. */
public final class Prediction {
    private final MM1N queue;
    private final double delayMs;
    private final double jitterMs;
    private final double lossFraction;

    private Prediction(MM1N queue) {
        delayMs = 1000 * queue.delaySeconds();
        this.queue = queue;
        jitterMs = 1000 * queue.delayDeviationSeconds();
        lossFraction = queue.fullProbability();
    }

    /**
     * The model's values for one queue.
     *
     * @param arrivalPps λ, packet/s; a packet per hour is taken where it is 0
     * @param servicePps μ, packet/s, above 0
     * @param limitPackets N, at least 1
     */
    public static Prediction of(double arrivalPps, double servicePps, double limitPackets) {
        return new Prediction(new MM1N(Math.max(arrivalPps, 1.0 / 3600), servicePps, limitPackets));
    }

    /** Mean delay, ms. */
    public double delayMs() {
        return delayMs;
    }

    /** 99th percentile of the delay, ms. */
    public double p99DelayMs() {
        return 1000 * queue.delayQuantileSeconds(0.99);
    }

    /** Standard deviation of the delay, ms. */
    public double jitterMs() {
        return jitterMs;
    }

    /** Lost over arrived packets. */
    public double lossFraction() {
        return lossFraction;
    }

    /**
     * The value that a target of the kind is about.
     *
     * @throws IllegalArgumentException for the minimum rate, which is not predicted but allotted
     */
    public double of(TargetKind kind) {
        switch (kind) {
            case DELAY:
                return delayMs;
            case P99_DELAY:
                return p99DelayMs();
            case JITTER:
                return jitterMs;
            case LOSS:
                return lossFraction;
            default:
                throw new IllegalArgumentException(kind + " is not predicted");
        }
    }
}
