// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.weir.app.ClassChange.Target;

/** Targets of a class at every port. A target that is absent does not bind. */
public final class TargetsView {

    private final Map<Target, Double> values;

    /**
     * Targets.
     *
     * @param values value of each target that is promised, in its unit
     */
    public TargetsView(Map<Target, Double> values) {
        this.values = new EnumMap<>(Target.class);
        this.values.putAll(values);
    }

    /**
     * One target.
     *
     * @param target the target
     * @return its value in its unit, or empty when it is not promised
     */
    public OptionalDouble of(Target target) {
        Double value = values.get(target);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Largest mean queueing delay, in ms. */
    public OptionalDouble delayMs() {
        return of(Target.DELAY_MS);
    }

    /** Largest 99th percentile of the queueing delay, in ms. */
    public OptionalDouble p99DelayMs() {
        return of(Target.P99_DELAY_MS);
    }

    /** Largest standard deviation of the queueing delay, in ms. */
    public OptionalDouble jitterMs() {
        return of(Target.JITTER_MS);
    }

    /** Largest dropped share of the packets that arrive, 0..1. */
    public OptionalDouble lossFraction() {
        return of(Target.LOSS_FRACTION);
    }

    /** Rate that is served whenever it is offered, in bit/s. */
    public OptionalDouble minRateBps() {
        return of(Target.MIN_RATE_BPS);
    }

    /** Rate the class is kept to, in bit/s. */
    public OptionalDouble maxRateBps() {
        return of(Target.MAX_RATE_BPS);
    }
}
