// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.List;
import org.weir.control.QueueSettings;

/** The solver's answer for one class: settings of its queue, and what they lead to. Immutable. */
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
     * Settings of the class's queue. Its weight is the share that its packets per level give. The
     * least time between feedback packets is 0: the policy decides it, not the solver.
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
     * Part of the service rate that the class can lose before it misses a target, bit/s; negative
     * by the rate that it lacks, negative infinity if it would lack the whole port.
     */
    public double slackRate() {
        return slackRate;
    }

    /** The targets that the present load cannot have. */
    public List<MissedTarget> missed() {
        return missed;
    }
}
