// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import org.onosproject.net.driver.HandlerBehaviour;
import org.weir.control.scheduler.PortScheduler;
import org.weir.tofino.SwitchAccess;

/**
 * Who keeps the weights of a device's queues. A behaviour of ONOS's driver framework: each of
 * Weir's pipeconfs brings the one of its target, ONOS adds it to the driver of the devices that run
 * it, and the application asks the device, whatever it is.
 */
public interface QueueScheduling extends HandlerBehaviour {

    /** Whether weights are settings of the program, so that nothing else has to be told. */
    boolean inProgram();

    /**
     * A scheduler for weights that are not.
     *
     * @param access how the device's own scheduler is reached
     * @param changed is called when something about it has changed, from its own threads
     * @return the scheduler, which connects by itself and again when it loses the device; whoever
     *     asked for it closes it
     * @throws UnsupportedOperationException if weights are settings of the program
     */
    PortScheduler connect(SwitchAccess access, Runnable changed);
}
