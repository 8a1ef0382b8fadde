// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.weir.control.scheduler.PortScheduler;
import org.weir.tofino.SwitchAccess;

/** Weights are settings of the switch program, as on BMv2. */
public final class ProgramScheduling extends AbstractHandlerBehaviour implements QueueScheduling {

    @Override
    public boolean inProgram() {
        return true;
    }

    @Override
    public PortScheduler connect(SwitchAccess access, Runnable changed) {
        throw new UnsupportedOperationException("weights are settings of the program");
    }
}
