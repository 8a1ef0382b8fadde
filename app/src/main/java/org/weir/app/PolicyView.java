// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;

/** Fields of the running policy that concern neither a single class nor a single port. */
public final class PolicyView {

    private final String objective;
    private final String solver;
    private final long periodMs;
    private final String defaultClass;

    /**
     * The policy's general part.
     *
     * @param objective name of the objective that is solved for
     * @param solver word of the method by which {@code targets} finds whole numbers
     * @param periodMs time between rounds, in ms
     * @param defaultClass class of packets that match no rule
     */
    public PolicyView(String objective, String solver, long periodMs, String defaultClass) {
        this.objective = Objects.requireNonNull(objective);
        this.solver = Objects.requireNonNull(solver);
        this.periodMs = periodMs;
        this.defaultClass = Objects.requireNonNull(defaultClass);
    }

    /** Name of the objective: {@code targets} or {@code published}. */
    public String objective() {
        return objective;
    }

    /** The method by which {@code targets} finds whole numbers: {@code de} or {@code direct}. */
    public String solver() {
        return solver;
    }

    /** Time between rounds, in ms. */
    public long periodMs() {
        return periodMs;
    }

    /** Class of packets that match no rule. */
    public String defaultClass() {
        return defaultClass;
    }
}
