// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/**
 * Result of a search: the best point, its value, and the reason for which the search ended.
 * Immutable.
 */
public final class SearchResult {
    private final double[] best;
    private final double value;
    private final boolean feasible;
    private final double[] slacks;
    private final int evaluations;
    private final StopReason stopReason;
    private final double[] history;

    SearchResult(Candidate best, int evaluations, StopReason stopReason, double[] history) {
        this.best = best.point.clone();
        this.value = best.value;
        this.feasible = best.isFeasible();
        this.slacks = new double[best.violations.length];
        for (int k = 0; k < slacks.length; k++) {
            slacks[k] = -best.violations[k];
        }
        this.evaluations = evaluations;
        this.stopReason = stopReason;
        this.history = history;
    }

    /** The best point, a copy; if no point was feasible, the one with the least violation. */
    public double[] best() {
        return best.clone();
    }

    /** The function's value at the best point; infinite if the function has no value there. */
    public double value() {
        return value;
    }

    /** True if every constraint holds at the best point. */
    public boolean feasible() {
        return feasible;
    }

    /** Sum of the violations at the best point, each in its own unit; NaN if one is NaN. */
    public double violation() {
        double sum = 0;
        for (double slack : slacks) {
            sum += slack >= 0 ? 0 : -slack;
        }
        return sum;
    }

    /**
     * Each constraint's slack at the best point, a copy: −g(x), and the tolerance less |h(x)|;
     * negative by as much as it is violated.
     */
    public double[] slacks() {
        return slacks.clone();
    }

    /** Number of evaluations of the function. */
    public int evaluations() {
        return evaluations;
    }

    /** Reason for which the search ended. */
    public StopReason stopReason() {
        return stopReason;
    }

    /** The best value after each generation, a copy; NaN while no point was feasible. */
    public double[] history() {
        return history.clone();
    }
}
