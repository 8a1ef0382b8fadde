// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.List;

/** Decisions of one round of the control loop, and the time that the round took. */
public final class SolveReport {

    private final List<DecisionView> decisions;
    private final double solveMs;

    /**
     * A report.
     *
     * @param decisions one per controlled port that has been measured
     * @param solveMs time the round took, ms
     */
    public SolveReport(List<DecisionView> decisions, double solveMs) {
        this.decisions = List.copyOf(decisions);
        this.solveMs = solveMs;
    }

    /** One decision per controlled port that has been measured. */
    public List<DecisionView> decisions() {
        return decisions;
    }

    /** Time that measuring and solving took, in ms. */
    public double solveMs() {
        return solveMs;
    }
}
