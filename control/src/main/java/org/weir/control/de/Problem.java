// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/**
 * A function of real or whole variables to be minimised within bounds, maybe under constraints. A
 * search that was given an executor evaluates on several threads at once; otherwise it stays on the
 * thread that called it.
 */
public interface Problem {
    /** Lower bounds, one for each variable. */
    double[] lower();

    /** Upper bounds, none below its lower bound. */
    double[] upper();

    /** Number of inequalities, g(x) ≤ 0. */
    default int inequalities() {
        return 0;
    }

    /** Number of equalities, h(x) = 0, which hold within the search's tolerance. */
    default int equalities() {
        return 0;
    }

    /**
     * True if a variable takes whole numbers only. {@link #evaluate} then gets whole numbers.
     *
     * @param variable index of the variable
     */
    default boolean isWhole(int variable) {
        return false;
    }

    /**
     * Evaluates one point.
     *
     * @param x a point within the bounds; must not be changed or kept
     * @param constraints to be filled with g(x), above 0 where violated, and after these with h(x)
     * @return the function's value; NaN if there is none here, which makes the point infeasible
     */
    double evaluate(double[] x, double[] constraints);
}
