// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One class at one port: what was measured, what is set, and whether the promise is kept. */
public final class QueueView {

    private final int classIndex;
    private final String className;
    private final MeasuredView measured;
    private final SettingsView settings;
    private final Boolean targetMet;
    private final List<String> missed;
    private final List<String> losses;

    /**
     * A queue.
     *
     * @param classIndex index of the class, 0..7
     * @param className name of the class
     * @param measured what was measured over the last round
     * @param settings settings in force, or null before the first were installed
     * @param targetMet whether all of the class's targets are met, or null when it has none or
     *     nothing was measured yet
     * @param missed the targets that are missed, by their field name in the policy
     */
    public QueueView(
            int classIndex,
            String className,
            MeasuredView measured,
            SettingsView settings,
            Boolean targetMet,
            List<String> missed) {
        this(classIndex, className, measured, settings, targetMet, missed, List.of());
    }

    private QueueView(
            int classIndex,
            String className,
            MeasuredView measured,
            SettingsView settings,
            Boolean targetMet,
            List<String> missed,
            List<String> losses) {
        this.classIndex = classIndex;
        this.className = Objects.requireNonNull(className);
        this.measured = Objects.requireNonNull(measured);
        this.settings = settings;
        this.targetMet = targetMet;
        this.missed = List.copyOf(missed);
        this.losses = List.copyOf(losses);
    }

    /**
     * The same queue, of whose class packets may have been lost outside queues.
     *
     * @param sentences what was lost, a sentence each; at least one
     * @return the queue, with a class that is missed
     */
    public QueueView withLosses(List<String> sentences) {
        return new QueueView(classIndex, className, measured, settings, false, missed, sentences);
    }

    /** Index of the class, 0..7. */
    public int classIndex() {
        return classIndex;
    }

    /** Name of the class. */
    public String className() {
        return className;
    }

    /** What was measured over the last round. */
    public MeasuredView measured() {
        return measured;
    }

    /** Settings in force; empty before the first were installed. */
    public Optional<SettingsView> settings() {
        return Optional.ofNullable(settings);
    }

    /**
     * Whether all targets of the class are met, and no packets were lost outside queues that may be
     * the class's; empty when none were, and it has no targets or nothing was measured.
     */
    public Optional<Boolean> targetMet() {
        return Optional.ofNullable(targetMet);
    }

    /** The targets that are missed, by their field name in the policy, such as {@code delayMs}. */
    public List<String> missed() {
        return missed;
    }

    /** What was lost outside queues, lately, and may be the class's: a sentence each. */
    public List<String> losses() {
        return losses;
    }
}
