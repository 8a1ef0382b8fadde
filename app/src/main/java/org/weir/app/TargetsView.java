// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.OptionalDouble;

/** What a class is promised at every port. A target that is absent is not promised. */
public final class TargetsView {

    private final OptionalDouble delayMs;
    private final OptionalDouble p99DelayMs;
    private final OptionalDouble lossFraction;
    private final OptionalDouble minRateBps;

    /**
     * Targets.
     *
     * @param delayMs mean queueing delay, ms
     * @param p99DelayMs 99th percentile of the queueing delay, ms
     * @param lossFraction dropped share of the packets that arrive, 0..1
     * @param minRateBps rate that is served when it is offered, bit/s
     */
    public TargetsView(
            OptionalDouble delayMs,
            OptionalDouble p99DelayMs,
            OptionalDouble lossFraction,
            OptionalDouble minRateBps) {
        this.delayMs = delayMs;
        this.p99DelayMs = p99DelayMs;
        this.lossFraction = lossFraction;
        this.minRateBps = minRateBps;
    }

    /** Largest mean queueing delay, in ms. */
    public OptionalDouble delayMs() {
        return delayMs;
    }

    /** Largest 99th percentile of the queueing delay, in ms. */
    public OptionalDouble p99DelayMs() {
        return p99DelayMs;
    }

    /** Largest dropped share of the packets that arrive, 0..1. */
    public OptionalDouble lossFraction() {
        return lossFraction;
    }

    /** Rate that is served whenever it is offered, in bit/s. */
    public OptionalDouble minRateBps() {
        return minRateBps;
    }
}
