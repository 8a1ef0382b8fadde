// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/** A point with its value and violation, compared by Deb's rules. */
final class Candidate {
    final double[] x;
    final double value;
    final double violation;

    Candidate(double[] x, double value, double violation) {
        this.x = x;
        this.value = value;
        this.violation = violation;
    }

    /**
     * Evaluates a point. No number, as value or as violation, counts as an unlimited violation.
     *
     * @param violations scratch space for the constraints
     */
    static Candidate of(Problem problem, double[] x, double[] violations) {
        double value = problem.evaluate(x, violations);
        double violation = 0;
        for (double one : violations) {
            violation += one > 0 || Double.isNaN(one) ? one : 0;
        }
        if (Double.isNaN(value) || Double.isNaN(violation)) {
            return new Candidate(x, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        return new Candidate(x, value, violation);
    }

    boolean isFeasible() {
        return violation == 0;
    }

    /**
     * Whether this is at least as good: feasible beats infeasible, among feasible ones the value
     * decides, among infeasible ones the violation.
     */
    boolean isAsGoodAs(Candidate other) {
        if (isFeasible() && other.isFeasible()) {
            return value <= other.value;
        }
        return violation <= other.violation;
    }
}
