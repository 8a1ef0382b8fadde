// SPDX-License-Identifier: Apache-2.0
package org.weir.control.scheduler;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.weir.control.PortId;

/**
 * A switch's own packet scheduler, set at run time. A caller need not know the kind of switch. May
 * be used by several threads.
 */
public interface PortScheduler extends AutoCloseable {
    /**
     * Sets a port's weights and maximum rates. The scheduler remembers the last schedule of each
     * port, and sets it again when contact to the switch returns.
     *
     * @param schedule weight and maximum rate of each queue
     * @return completes when the switch has it; completes exceptionally if it refused, and then has
     *     what it had before, or cannot be reached at the moment
     */
    CompletableFuture<AppliedSchedule> apply(PortSchedule schedule);

    /**
     * The schedule that a port's scheduler has.
     *
     * @param port the port
     * @return the schedule confirmed by the switch; empty while the last request is not confirmed
     */
    Optional<AppliedSchedule> applied(PortId port);

    /**
     * Forgets a port. The switch keeps what the port was set to, but the port is not set again when
     * contact returns, and is no reason for {@link #trouble} any more.
     *
     * @param port the port
     */
    void forget(PortId port);

    /**
     * Reason for which the switch cannot be set at the moment, as one sentence; empty if it can.
     */
    Optional<String> trouble();

    /**
     * Reason for which a port cannot be set at the moment, as one sentence. That another port was
     * refused is none.
     *
     * @param port the port
     * @return the reason; empty if the port is set, or its request is on the way
     */
    Optional<String> trouble(PortId port);

    /** Ends the connection; the switch keeps what it was set to. */
    @Override
    void close();
}
