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
    private final Prediction predicted;
    private final Prediction afterFeedback;
    private final double slackRate;
    private final List<MissedTarget> missed;

    ClassSolution(
            String name,
            QueueSettings queue,
            Prediction predicted,
            Prediction afterFeedback,
            double slackRate,
            List<MissedTarget> missed) {
        this.name = name;
        this.queue = queue;
        this.predicted = predicted;
        this.afterFeedback = afterFeedback;
        this.slackRate = slackRate;
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

    /** Predicted delay, jitter and loss under the present load, before any sender slows down. */
    public Prediction predicted() {
        return predicted;
    }

    /** Predicted delay, jitter and loss once no sender exceeds the target rate. */
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

    /** The targets that the class misses under the present load; empty if all are promised. */
    public List<MissedTarget> missed() {
        return missed;
    }
}
