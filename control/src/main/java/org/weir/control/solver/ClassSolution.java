// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.List;
import org.weir.control.QueueSettings;

/**
 * The solver's answer for one class at a port: settings of its queue, and predictions. Immutable.
 */
public final class ClassSolution {
    private final String name;
    private final QueueSettings queue;
    private final Prediction guaranteed;
    private final Expectation expected;
    private final Prediction afterFeedback;
    private final double slackRate;
    private final List<MissedTarget> notGuaranteed;
    private final List<MissedTarget> missed;

    ClassSolution(
            String name,
            QueueSettings queue,
            Prediction guaranteed,
            Expectation expected,
            Prediction afterFeedback,
            double slackRate,
            List<MissedTarget> notGuaranteed,
            List<MissedTarget> missed) {
        this.name = name;
        this.queue = queue;
        this.guaranteed = guaranteed;
        this.expected = expected;
        this.afterFeedback = afterFeedback;
        this.slackRate = slackRate;
        this.notGuaranteed = List.copyOf(notGuaranteed);
        this.missed = List.copyOf(missed);
    }

    /** The class's name. */
    public String name() {
        return name;
    }

    /**
     * Settings of the class's queue. The weight is the share that results from the packets per
     * level. The feedback interval is 0, because the policy sets it, not the solver.
     */
    public QueueSettings queue() {
        return queue;
    }

    /**
     * Guaranteed delay, jitter and loss under the class's present load, whatever the others send:
     * the class is served at its own share, as if all others were backlogged.
     */
    public Prediction guaranteed() {
        return guaranteed;
    }

    /** Expected values at the present loads of all classes. */
    public Expectation expected() {
        return expected;
    }

    /** The same as {@link #guaranteed}, for the load after feedback: at most the target rate. */
    public Prediction afterFeedback() {
        return afterFeedback;
    }

    /**
     * Service rate that the class can lose and still meet all its targets, bit/s. A negative value
     * is the rate that it lacks; negative infinity if even the whole port does not suffice.
     */
    public double slackRate() {
        return slackRate;
    }

    /**
     * The targets that the class misses under its present load while all others are backlogged;
     * empty if all are guaranteed.
     */
    public List<MissedTarget> notGuaranteed() {
        return notGuaranteed;
    }

    /**
     * The targets that the class may miss at the present loads of all classes. Empty if all are
     * met, the upper end of the model's interval included.
     */
    public List<MissedTarget> missed() {
        return missed;
    }
}
