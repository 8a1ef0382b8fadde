// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import org.weir.control.tuning.Tuning;

/**
 * Optimisation problem of a port, whose solution is the weights, marking thresholds, queue limits
 * and target rates of its classes. Implementations are stateless.
 */
public interface Objective {
    /** Name, as a policy gives it. */
    String name();

    /**
     * Solves one port. The same problem, tuning and seed give the same answer.
     *
     * @param problem the port
     * @param tuning chosen values of the tunables
     * @param seed seed of random numbers; not every objective uses it
     */
    PortSolution solve(PortProblem problem, Tuning tuning, long seed);

    /**
     * Evaluates given shares: thresholds, limits, target rates and predictions.
     *
     * @param problem the port
     * @param shares of the port's rate, one for each class, each above 0, Σ = 1
     * @param tuning chosen values of the tunables
     */
    PortSolution evaluate(PortProblem problem, double[] shares, Tuning tuning);

    /**
     * The objective of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Objective named(String name) {
        return named(name, SolverMethod.DE);
    }

    /**
     * The objective of that name with a method.
     *
     * @param method method by which {@code targets} finds whole numbers; {@code published} does not
     *     use it
     * @throws IllegalArgumentException if there is none
     */
    static Objective named(String name, SolverMethod method) {
        switch (name) {
            case TargetsObjective.NAME:
                return new TargetsObjective(method);
            case "published":
                return new PublishedObjective();
            default:
                throw new IllegalArgumentException(
                        "objective must be \"targets\" or \"published\", was \"" + name + "\"");
        }
    }
}
