// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/** A point with its value and violations. Only the weights of the violations may change later. */
final class Candidate {
    /** The point as the search moves it: whole variables are not rounded here. */
    final double[] x;

    /** Evaluated point: {@link #x} with whole variables rounded. */
    final double[] point;

    final double value;

    /** Violation of each constraint; 0 or less where it holds. */
    final double[] violations;

    /** Weighted sum of the violations; 0 if the point is feasible. */
    double violation;

    Candidate(double[] x, double[] point, double value, double[] violations) {
        this.x = x;
        this.point = point;
        this.value = value;
        this.violations = violations;
    }

    boolean isFeasible() {
        return violation == 0;
    }

    /**
     * Deb's rules (2000), relaxed: feasible beats infeasible, among feasible ones the value
     * decides, among infeasible ones the violation.
     *
     * @param level violation up to which a point counts as feasible (Takahama and Sakai 2006); 0
     *     for the plain rules
     * @return below 0 if the first is better, 0 if they are as good
     */
    static int compare(Candidate first, Candidate second, double level) {
        boolean firstCounts = first.violation <= level;
        boolean secondCounts = second.violation <= level;
        if (firstCounts && secondCounts) {
            return Double.compare(first.value, second.value);
        }
        return Double.compare(first.violation, second.violation);
    }
}
