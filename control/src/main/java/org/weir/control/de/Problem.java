// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/**
 * A function of real variables to be minimised within bounds, maybe under constraints. Evaluated on
 * the thread that solves; need not be safe for several.
 */
public interface Problem {
    /** Lower bounds, one for each variable. */
    double[] lower();

    /** Upper bounds, none below its lower bound. */
    double[] upper();

    /** Number of constraints. */
    default int constraints() {
        return 0;
    }

    /**
     * Evaluates one point.
     *
     * @param x a point within the bounds; must not be changed
     * @param violations filled with how much each constraint is violated, 0 or less where it holds;
     *     an equality gives its distance less the tolerance
     * @return the function's value; NaN if there is none here, which makes the point infeasible
     */
    double evaluate(double[] x, double[] violations);
}
