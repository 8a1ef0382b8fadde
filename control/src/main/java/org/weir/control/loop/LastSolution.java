// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import org.weir.control.policy.Policy;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.tuning.Tuning;

/** The last answer of the solver for a port. An unchanged problem is not solved again. */
final class LastSolution {
    private PortProblem problem;
    private Policy policy;
    private PortSolution solution;

    /**
     * The solver's answer.
     *
     * @param wanted the same object as in the last round if no estimate has moved
     * @param current the policy in force
     * @param tuning the policy's, as the port's switch can have it
     */
    synchronized PortSolution of(
            PortProblem wanted, Policy current, Objective objective, Tuning tuning) {
        if (wanted != problem || current != policy) {
            solution = objective.solve(wanted, tuning, current.seed());
            problem = wanted;
            policy = current;
        }
        return solution;
    }
}
