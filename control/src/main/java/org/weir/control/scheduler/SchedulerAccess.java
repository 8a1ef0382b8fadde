// SPDX-License-Identifier: Apache-2.0
package org.weir.control.scheduler;

/**
 * Address of the scheduler of one switch. Immutable; two are equal if they lead to the same
 * scheduler, and {@link #toString} names the server.
 */
public interface SchedulerAccess {

    /** The type of the scheduler. */
    SchedulerType type();

    /**
     * A scheduler that connects by itself, and again when it loses the switch. The caller closes
     * it.
     *
     * @param changed is called, from any thread, when something about the scheduler has changed
     * @return the scheduler
     */
    PortScheduler connect(Runnable changed);
}
