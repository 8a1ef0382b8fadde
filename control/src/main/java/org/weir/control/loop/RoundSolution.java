// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import org.weir.control.solver.PortSolution;

/** Solution of a port in a round, and the step towards it that the round may send. Immutable. */
final class RoundSolution {
    private final PortSolution wanted;
    private final PortSolution step;

    RoundSolution(PortSolution wanted, PortSolution step) {
        this.wanted = wanted;
        this.step = step;
    }

    /** The solver's answer. */
    PortSolution wanted() {
        return wanted;
    }

    /** The answer for shares within one step of the installed ones; the wanted one if it is. */
    PortSolution step() {
        return step;
    }
}
