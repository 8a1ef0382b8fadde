// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.List;
import java.util.Objects;

/** The solver's answer for one port, with an explanation. Immutable. */
public final class PortSolution {
    private final String objective;
    private final boolean feasible;
    private final double objectiveValue;
    private final double violation;
    private final int evaluations;
    private final String stop;
    private final List<ClassSolution> classes;

    PortSolution(
            String objective,
            boolean feasible,
            double objectiveValue,
            double violation,
            int evaluations,
            String stop,
            List<ClassSolution> classes) {
        this.objective = Objects.requireNonNull(objective, "objective");
        this.feasible = feasible;
        this.objectiveValue = objectiveValue;
        this.violation = violation;
        this.evaluations = evaluations;
        this.stop = Objects.requireNonNull(stop, "stop");
        this.classes = List.copyOf(classes);
    }

    /** Name of the objective that was solved. */
    public String objective() {
        return objective;
    }

    /** True if all constraints hold; for {@code targets}, if no target is missed. */
    public boolean feasible() {
        return feasible;
    }

    /**
     * Value of the objective. For {@code targets}: the part of the port that its classes need for
     * all targets; above 1 some classes miss targets.
     */
    public double objectiveValue() {
        return objectiveValue;
    }

    /** Sum of the violations of constraints; for {@code targets}, of the relative misses. */
    public double violation() {
        return violation;
    }

    /** Number of evaluations of the objective; for {@code targets}, of the queue model. */
    public int evaluations() {
        return evaluations;
    }

    /** Reason for which the solver stopped, or the way the answer was found, in a few words. */
    public String stop() {
        return stop;
    }

    /** The classes' answers in the problem's order. */
    public List<ClassSolution> classes() {
        return classes;
    }
}
