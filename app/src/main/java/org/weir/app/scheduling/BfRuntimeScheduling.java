// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.weir.control.scheduler.PortScheduler;
import org.weir.tofino.SwitchAccess;
import org.weir.tofino.TofinoScheduler;

/** Weights are in a Tofino's traffic manager, which BF Runtime reaches. */
public final class BfRuntimeScheduling extends AbstractHandlerBehaviour implements QueueScheduling {

    @Override
    public boolean inProgram() {
        return false;
    }

    @Override
    public PortScheduler connect(SwitchAccess access, Runnable changed) {
        return new TofinoScheduler(access, changed);
    }
}
