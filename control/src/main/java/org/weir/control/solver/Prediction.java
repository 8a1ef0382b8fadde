// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.function.DoubleSupplier;
import org.weir.control.TargetKind;
import org.weir.control.model.MM1N;
import org.weir.control.model.SharedPort;

/**
 * Delay, jitter and loss of one class, by {@link MM1N} for a class with a service rate of its own,
 * or by {@link SharedPort} for a class beside others. Immutable.
 */
public final class Prediction {
    private final DoubleSupplier p99DelayMs;
    private final double delayMs;
    private final double jitterMs;
    private final double lossFraction;

    private Prediction(MM1N queue) {
        delayMs = 1000 * queue.delaySeconds();
        p99DelayMs = () -> 1000 * queue.delayQuantileSeconds(0.99);
        jitterMs = 1000 * queue.delayDeviationSeconds();
        lossFraction = queue.fullProbability();
    }

    private Prediction(SharedPort port, int index) {
        delayMs = 1000 * port.waitSeconds(index);
        p99DelayMs = () -> 1000 * port.waitQuantileSeconds(index, 0.99);
        jitterMs = 1000 * port.waitDeviationSeconds(index);
        lossFraction = port.lossFraction(index);
    }

    /**
     * The values for a queue with a service rate of its own. The delay ends with the packet's last
     * bit.
     *
     * @param arrivalPps λ, packet/s; a packet per hour is taken where it is 0
     * @param servicePps μ, packet/s, above 0
     * @param limitPackets N, at least 1
     */
    public static Prediction of(double arrivalPps, double servicePps, double limitPackets) {
        return new Prediction(new MM1N(Math.max(arrivalPps, 1.0 / 3600), servicePps, limitPackets));
    }

    /** The values for a class beside the others. The delay ends with the packet's first bit. */
    static Prediction of(SharedPort port, int index) {
        return new Prediction(port, index);
    }

    /** Mean delay, ms. */
    public double delayMs() {
        return delayMs;
    }

    /** 99th percentile of the delay, ms. */
    public double p99DelayMs() {
        return p99DelayMs.getAsDouble();
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
