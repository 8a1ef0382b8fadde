// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.weir.app.shape.JsonShape;
import org.weir.control.QueueSettings;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Prediction;

/** Settings of a class at a port, with what the model predicts of them. Immutable. */
final class PlannedQueue {

    /** As JSON. */
    static final JsonShape<PlannedQueue> SHAPE =
            JsonShape.<PlannedQueue>named("PlannedQueue")
                    .field(
                            "weight",
                            NUMBER,
                            "Share of the port while every class is backlogged.",
                            of(QueueSettings::weightFraction))
                    .field(
                            "weightPackets",
                            INTEGER,
                            "Packets per level: the weight as a whole number.",
                            of(QueueSettings::weightPackets))
                    .field(
                            "marking",
                            STRING.oneOf("depth", "rate", "off"),
                            "Rule by which packets are marked.",
                            of(one -> one.marking().kind().word()))
                    .field(
                            "thresholdPackets",
                            INTEGER.orNull(),
                            "Marking threshold; null unless marking is depth.",
                            of(one -> one.marking().thresholdPackets()))
                    .field(
                            "limitPackets",
                            INTEGER,
                            "Depth from which packets are dropped.",
                            of(QueueSettings::limitPackets))
                    .field(
                            "serviceRateBps",
                            INTEGER,
                            "Rate that the weight gives, bit/s.",
                            of(QueueSettings::serviceRateBps))
                    .field(
                            "targetRateBps",
                            INTEGER,
                            "λ*: target rate of all senders of the class together, bit/s.",
                            of(QueueSettings::targetRateBps))
                    .field(
                            "delayMs",
                            NUMBER.orNull(),
                            "Predicted mean delay, ms; null if nothing was solved yet.",
                            predicted(Prediction::delayMs))
                    .field(
                            "p99DelayMs",
                            NUMBER.orNull(),
                            "Predicted 99th percentile of the delay, ms.",
                            predicted(Prediction::p99DelayMs))
                    .field(
                            "lossFraction",
                            NUMBER.orNull(),
                            "Predicted loss, part of the packets.",
                            predicted(Prediction::lossFraction))
                    .field(
                            "slackBps",
                            NUMBER.orNull(),
                            "Service rate that the class can lose and still meet all its targets,"
                                    + " bit/s. A negative value is the rate that it lacks; null if"
                                    + " even the whole port does not suffice.",
                            one -> one.solution == null ? null : one.solution.slackRate())
                    .field(
                            "missed",
                            STRING.list(),
                            "Targets that the class misses, each with the reason.",
                            PlannedQueue::missed)
                    .end();

    private final QueueSettings settings;
    private final ClassSolution solution;

    /**
     * A class at a port.
     *
     * @param settings its settings
     * @param solution the solver's answer; null if there is none
     */
    PlannedQueue(QueueSettings settings, ClassSolution solution) {
        this.settings = settings;
        this.solution = solution;
    }

    QueueSettings settings() {
        return settings;
    }

    private List<String> missed() {
        return solution == null
                ? List.of()
                : solution.missed().stream().map(Object::toString).collect(Collectors.toList());
    }

    private static Function<PlannedQueue, Object> of(Function<QueueSettings, Object> value) {
        return one -> value.apply(one.settings);
    }

    private static Function<PlannedQueue, Object> predicted(Function<Prediction, Double> value) {
        return one -> one.solution == null ? null : value.apply(one.solution.predicted());
    }
}
