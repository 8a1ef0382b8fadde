// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import org.weir.control.PortId;
import org.weir.control.policy.PortAqm;

/** The AQM algorithms of ports, as far as their switches have confirmed them. */
@FunctionalInterface
public interface PortAlgorithms {

    /**
     * True if a switch has confirmed an algorithm of a port, or the algorithm is none. Else
     * thresholds have to mark.
     *
     * @param port port
     * @param aqm the algorithm that the policy in force has for it
     */
    boolean has(PortId port, PortAqm aqm);

    /**
     * True if a port may have an algorithm: its switch's program has it, and the switch has not
     * failed to confirm it.
     *
     * @param port port
     * @param aqm the algorithm that a policy has for it that is not in force
     */
    default boolean mayHave(PortId port, PortAqm aqm) {
        return has(port, aqm);
    }
}
