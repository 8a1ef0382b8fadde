// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/** What a search found. Immutable. */
public final class SearchResult {
    private final double[] best;
    private final double value;
    private final boolean feasible;
    private final double violation;
    private final double[] violations;
    private final int evaluations;
    private final StopReason stopReason;
    private final double[] history;

    SearchResult(
            Candidate best,
            double[] violations,
            int evaluations,
            StopReason stopReason,
            double[] history) {
        this.best = best.x.clone();
        this.value = best.value;
        this.feasible = best.isFeasible();
        this.violation = best.violation;
        this.violations = violations.clone();
        this.evaluations = evaluations;
        this.stopReason = stopReason;
        this.history = history;
    }

    /** The best point, a copy; of infeasible ones the one violating least. */
    public double[] best() {
        return best.clone();
    }

    /** The function's value at the best point; infinite if it has none there. */
    public double value() {
        return value;
    }

    /** Whether every constraint holds at the best point. */
    public boolean feasible() {
        return feasible;
    }

    /** Sum of the violations at the best point. */
    public double violation() {
        return violation;
    }

    /** Each constraint's violation at the best point, a copy; negative is slack. */
    public double[] violations() {
        return violations.clone();
    }

    /** How often the function was evaluated. */
    public int evaluations() {
        return evaluations;
    }

    /** Why the search ended. */
    public StopReason stopReason() {
        return stopReason;
    }

    /** The best value after each generation, a copy; NaN while no point was feasible. */
    public double[] history() {
        return history.clone();
    }
}
