// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Optional;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;

/**
 * Settings and predictions for one port under a policy that is not in force, beside the present
 * ones. Immutable.
 */
public final class PortPlan {
    private final PortSpec spec;
    private final PortProblem problem;
    private final PortSolution solution;
    private final PortSettings settings;
    private final PortSettings installed;
    private final Decision decision;
    private final PortState measured;

    PortPlan(
            PortSpec spec,
            PortProblem problem,
            PortSolution solution,
            PortSettings settings,
            PortSettings installed,
            Decision decision,
            PortState measured) {
        this.spec = spec;
        this.problem = problem;
        this.solution = solution;
        this.settings = settings;
        this.installed = installed;
        this.decision = decision;
        this.measured = measured;
    }

    /** The port under the planned policy. */
    public PortSpec spec() {
        return spec;
    }

    /** The inputs: present loads in bit/s, packet sizes in bits, planned targets. */
    public PortProblem problem() {
        return problem;
    }

    /** The solver's answer, with predictions and missed targets. */
    public PortSolution solution() {
        return solution;
    }

    /** Settings that the port would get. */
    public PortSettings settings() {
        return settings;
    }

    /** Settings that its switch has now; empty if none are known. */
    public Optional<PortSettings> installed() {
        return Optional.ofNullable(installed);
    }

    /** The last decision under the policy in force; empty before the first. */
    public Optional<Decision> decision() {
        return Optional.ofNullable(decision);
    }

    /** Recent measurements under the policy in force; empty without a recent reading. */
    public Optional<PortState> measured() {
        return Optional.ofNullable(measured).filter(PortState::isFresh);
    }
}
