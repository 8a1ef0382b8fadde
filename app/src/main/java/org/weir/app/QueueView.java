// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.weir.control.QueueSettings;
import org.weir.control.Targets;
import org.weir.control.loop.Promise;

/** One class at one port: measured figures, settings, and which targets are missed. */
public final class QueueView {

    private final int classIndex;
    private final String className;
    private final Map<QueueFigure, Number> measured;
    private final QueueSettings settings;
    private final Boolean targetMet;
    private final List<String> missed;
    private final List<String> undecided;
    private final List<String> losses;
    private final Promise promise;
    private final QueueForecasts forecasts;
    private final boolean isMeasured;
    private final Targets targets;

    /**
     * A queue.
     *
     * @param classIndex index of the class, 0..7
     * @param className name of the class
     * @param measured the measured figures; one that is absent is 0
     * @param settings settings in force, or null before the first were installed
     * @param targetMet whether all of the class's targets are met, or null when it has none or
     *     nothing was measured yet
     * @param missed the targets that are missed, by their field name in the policy
     */
    public QueueView(
            int classIndex,
            String className,
            Map<QueueFigure, Number> measured,
            QueueSettings settings,
            Boolean targetMet,
            List<String> missed) {
        this(new Fields(classIndex, className, measured, settings, targetMet, missed));
    }

    private QueueView(Fields fields) {
        classIndex = fields.classIndex;
        className = Objects.requireNonNull(fields.className);
        measured = new EnumMap<>(QueueFigure.class);
        measured.putAll(fields.measured);
        settings = fields.settings;
        targetMet = fields.targetMet;
        missed = List.copyOf(fields.missed);
        undecided = List.copyOf(fields.undecided);
        losses = List.copyOf(fields.losses);
        promise = fields.promise;
        forecasts = Objects.requireNonNull(fields.forecasts);
        isMeasured = fields.isMeasured;
        targets = Objects.requireNonNull(fields.targets);
    }

    /**
     * The same queue, of whose class packets may have been lost outside queues.
     *
     * @param sentences losses, one sentence each; at least one
     * @return the queue, with a class that is missed
     */
    public QueueView withLosses(List<String> sentences) {
        Fields next = new Fields(this);
        next.targetMet = false;
        next.losses = sentences;
        return new QueueView(next);
    }

    /**
     * The same queue with what was promised and predicted of it.
     *
     * @param given the promise; null if there is none
     * @param predicted predictions with their intervals
     * @return the queue
     */
    public QueueView withPromise(Promise given, QueueForecasts predicted) {
        Fields next = new Fields(this);
        next.promise = given;
        next.forecasts = predicted;
        return new QueueView(next);
    }

    /**
     * The same queue, with targets of which the measurements cannot tell. A class that misses none
     * for certain is then neither met nor missed.
     *
     * @param unclear their field names in the policy
     * @return the queue
     */
    public QueueView withUndecided(List<String> unclear) {
        boolean open = Boolean.TRUE.equals(targetMet) && !unclear.isEmpty();
        Fields next = new Fields(this);
        next.targetMet = open ? null : targetMet;
        next.undecided = unclear;
        return new QueueView(next);
    }

    /** The same queue with or without a recent reading; without, nothing is known of targets. */
    QueueView withMeasured(boolean hasReading) {
        Fields next = new Fields(this);
        next.targetMet = hasReading ? targetMet : null;
        next.missed = hasReading ? missed : List.of();
        next.undecided = hasReading ? undecided : List.of();
        next.isMeasured = hasReading;
        return new QueueView(next);
    }

    /**
     * The same queue with the targets of its class.
     *
     * @param present targets that the policy in force states; those that nothing states are absent
     * @return the queue
     */
    public QueueView withTargets(Targets present) {
        Fields next = new Fields(this);
        next.targets = present;
        return new QueueView(next);
    }

    /** Targets of the class at this port; none unless they were given. */
    public Targets targets() {
        return targets;
    }

    /** True if there is a recent reading; without one the measured figures are not those of now. */
    boolean isMeasured() {
        return isMeasured;
    }

    /** Index of the class, 0..7. */
    public int classIndex() {
        return classIndex;
    }

    /** Name of the class. */
    public String className() {
        return className;
    }

    /**
     * A measured figure. Rates, depths and delays are those of the last round, counts are totals
     * since the application began to control the port.
     */
    public Number measured(QueueFigure figure) {
        return measured.getOrDefault(figure, 0.0);
    }

    /** Settings in force; empty before the first were installed. */
    public Optional<QueueSettings> settings() {
        return Optional.ofNullable(settings);
    }

    /**
     * Whether all targets of the class are met, and no packets were lost outside queues that may be
     * the class's; empty when none were, and it has no targets, nothing was measured, or the
     * measurements cannot tell.
     */
    public Optional<Boolean> targetMet() {
        return Optional.ofNullable(targetMet);
    }

    /** The targets that are missed, by their field name in the policy, such as {@code delayMs}. */
    public List<String> missed() {
        return missed;
    }

    /** The targets of which the measurements cannot tell, by their field name in the policy. */
    public List<String> undecided() {
        return undecided;
    }

    /** Word for the last decision's promise: given, not given or withdrawn; null without one. */
    public String promise() {
        return promise == null ? null : promise.status().word();
    }

    /** Word for what a given promise rests on: guaranteed or present load; null without one. */
    public String promiseBasis() {
        return promise == null ? null : promise.basis().map(Promise.Basis::word).orElse(null);
    }

    /** Reason for which the promise is not given; null if it is, or without one. */
    public String promiseReason() {
        return promise == null || promise.isGiven() ? null : promise.reason();
    }

    /** Predictions with their intervals. */
    public QueueForecasts forecasts() {
        return forecasts;
    }

    /** Recent losses outside queues that may be the class's, one sentence each. */
    public List<String> losses() {
        return losses;
    }

    /** {@link #missed()}, then {@link #losses()}. */
    List<String> missedAndLosses() {
        List<String> all = new ArrayList<>(missed);
        all.addAll(losses);
        return all;
    }

    /** The fields of a view that is being made: each method above changes some of them. */
    private static final class Fields {
        private final int classIndex;
        private final String className;
        private final Map<QueueFigure, Number> measured;
        private final QueueSettings settings;
        private List<String> missed;
        private Boolean targetMet;
        private List<String> undecided = List.of();
        private List<String> losses = List.of();
        private Promise promise;
        private QueueForecasts forecasts = QueueForecasts.NONE;
        private boolean isMeasured = true;
        private Targets targets = Targets.NONE;

        Fields(
                int classIndex,
                String className,
                Map<QueueFigure, Number> measured,
                QueueSettings settings,
                Boolean targetMet,
                List<String> missed) {
            this.classIndex = classIndex;
            this.className = className;
            this.measured = measured;
            this.settings = settings;
            this.targetMet = targetMet;
            this.missed = missed;
        }

        Fields(QueueView of) {
            this(of.classIndex, of.className, of.measured, of.settings, of.targetMet, of.missed);
            undecided = of.undecided;
            losses = of.losses;
            promise = of.promise;
            forecasts = of.forecasts;
            isMeasured = of.isMeasured;
            targets = of.targets;
        }
    }
}
