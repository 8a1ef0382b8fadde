// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;

import java.util.Optional;
import java.util.function.Function;
import org.weir.app.shape.JsonShape;
import org.weir.control.loop.ClassState;
import org.weir.control.loop.PortPlan;

/** Measurements of a class at a port at the time at which a plan was made. Immutable. */
final class MeasuredQueue {

    /** As JSON. */
    static final JsonShape<MeasuredQueue> SHAPE =
            JsonShape.<MeasuredQueue>named("MeasuredQueue")
                    .field(
                            "offeredBps",
                            INTEGER,
                            "Arrival rate, bit/s.",
                            of(ClassState::arrivalRateBps))
                    .field(
                            "goodputBps",
                            INTEGER,
                            "Rate that left through the port, bit/s.",
                            of(ClassState::goodputBps))
                    .field(
                            "packetBytes",
                            NUMBER.orNull(),
                            "Mean size of a packet, bytes; null without packets.",
                            busy(ClassState::meanPacketBytes))
                    .field(
                            "delayMs",
                            NUMBER.orNull(),
                            "Mean queueing delay, ms; null without packets.",
                            busy(ClassState::delayMeanMs))
                    .field(
                            "p99DelayMs",
                            NUMBER.orNull(),
                            "99th percentile of the queueing delay, ms.",
                            busy(ClassState::delayP99Ms))
                    .field(
                            "lossFraction",
                            NUMBER.orNull(),
                            "Dropped packets over arrived ones.",
                            busy(ClassState::lossFraction))
                    .end();

    private final ClassState state;

    private MeasuredQueue(ClassState state) {
        this.state = state;
    }

    /** A class of a plan's port; empty without a recent reading or if the policy has it not yet. */
    static Optional<MeasuredQueue> of(PortPlan plan, String className) {
        return plan.measured().stream()
                .flatMap(port -> port.classes().stream())
                .filter(one -> one.spec().name().equals(className))
                .map(MeasuredQueue::new)
                .findFirst();
    }

    private static Function<MeasuredQueue, Object> of(Function<ClassState, Double> value) {
        return one -> value.apply(one.state);
    }

    private static Function<MeasuredQueue, Object> busy(Function<ClassState, Double> value) {
        return one -> one.state.arrivalRateBps() > 0 ? value.apply(one.state) : null;
    }
}
