// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.function.UnaryOperator;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortSettings;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.network.Network;

/** A scheme whose switches a {@link VirtualController} sets. */
public interface ControlledScheme extends Scheme {
    /**
     * Does what {@link #install} does, with settings that may be changed on their way.
     *
     * @param onTheWay makes what a switch is given of what the controller sends
     * @return the controller, which has started
     * @throws ProgramException when a switch refuses the program
     */
    VirtualController control(Network network, Values values, UnaryOperator<PortSettings> onTheWay)
            throws ProgramException;
}
