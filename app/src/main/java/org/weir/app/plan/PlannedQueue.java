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
import org.weir.control.TargetKind;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Expectation;
import org.weir.control.solver.MissedTarget;

/** Settings of a class at a port, with what the model predicts of them. Immutable. */
final class PlannedQueue {
    private static final String LOW = "Value that one of twenty is expected to be below.";
    private static final String HIGH = "Value that one of twenty is expected to exceed.";
    private static final String SURE = "Value if all other classes are backlogged.";

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
                            "Expected mean delay at the present loads of all classes, ms.",
                            expected(TargetKind.DELAY))
                    .field(
                            "p99DelayMs",
                            NUMBER.orNull(),
                            "Expected 99th percentile of the delay, ms.",
                            expected(TargetKind.P99_DELAY))
                    .field(
                            "lossFraction",
                            NUMBER.orNull(),
                            "Expected loss, part of the packets.",
                            expected(TargetKind.LOSS))
                    .field(
                            "goodputBps",
                            NUMBER.orNull(),
                            "Expected rate of departures, bit/s.",
                            one -> one.expected.goodputBps())
                    .field("low.delayMs", NUMBER.orNull(), LOW, low(TargetKind.DELAY))
                    .field("low.p99DelayMs", NUMBER.orNull(), LOW, low(TargetKind.P99_DELAY))
                    .field("low.lossFraction", NUMBER.orNull(), LOW, low(TargetKind.LOSS))
                    .field("high.delayMs", NUMBER.orNull(), HIGH, high(TargetKind.DELAY))
                    .field("high.p99DelayMs", NUMBER.orNull(), HIGH, high(TargetKind.P99_DELAY))
                    .field("high.lossFraction", NUMBER.orNull(), HIGH, high(TargetKind.LOSS))
                    .field(
                            "guaranteed.delayMs",
                            NUMBER.orNull(),
                            SURE,
                            guaranteed(TargetKind.DELAY))
                    .field(
                            "guaranteed.p99DelayMs",
                            NUMBER.orNull(),
                            SURE,
                            guaranteed(TargetKind.P99_DELAY))
                    .field(
                            "guaranteed.lossFraction",
                            NUMBER.orNull(),
                            SURE,
                            guaranteed(TargetKind.LOSS))
                    .field(
                            "slackBps",
                            NUMBER.orNull(),
                            "Service rate that the class can lose and still meet all its targets,"
                                    + " bit/s. A negative value is the rate that it lacks; null if"
                                    + " even the whole port does not suffice.",
                            one -> one.solution.slackRate())
                    .field(
                            "missed",
                            STRING.list(),
                            "Targets that the class may miss at the present loads: the upper end of"
                                    + " the interval is beyond the target.",
                            one -> one.texts(ClassSolution::missed))
                    .field(
                            "notGuaranteed",
                            STRING.list(),
                            "Targets that the class misses if all other classes are backlogged,"
                                    + " each with the value.",
                            one -> one.texts(ClassSolution::notGuaranteed))
                    .end();

    private final QueueSettings settings;
    private final ClassSolution solution;
    private final Expectation expected;

    /**
     * A class at a port.
     *
     * @param settings its settings
     * @param solution the solver's answer
     * @param expected values at the present loads with these settings
     */
    PlannedQueue(QueueSettings settings, ClassSolution solution, Expectation expected) {
        this.settings = settings;
        this.solution = solution;
        this.expected = expected;
    }

    QueueSettings settings() {
        return settings;
    }

    private List<String> texts(Function<ClassSolution, List<MissedTarget>> targets) {
        return targets.apply(solution).stream().map(Object::toString).collect(Collectors.toList());
    }

    private static Function<PlannedQueue, Object> of(Function<QueueSettings, Object> value) {
        return one -> value.apply(one.settings);
    }

    private static Function<PlannedQueue, Object> expected(TargetKind kind) {
        return one -> one.expected.prediction().of(kind);
    }

    private static Function<PlannedQueue, Object> low(TargetKind kind) {
        return one -> one.expected.low(kind);
    }

    private static Function<PlannedQueue, Object> high(TargetKind kind) {
        return one -> one.expected.high(kind);
    }

    private static Function<PlannedQueue, Object> guaranteed(TargetKind kind) {
        return one -> one.solution.guaranteed().of(kind);
    }
}
