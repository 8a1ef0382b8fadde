// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.driver.HandlerBehaviour;

/** Reader of the queue counters of a device that runs one of Weir's programs. */
public interface QueueCounters extends HandlerBehaviour {

    /**
     * Reads counters of queues, all in one request.
     *
     * @param selection the queues, of ports that the program manages ({@link Platform#managed}),
     *     and how much of each
     * @return one reading per queue, by port and then class; fails when the device does not answer,
     *     when it refuses the read or when it leaves a counter out
     */
    CompletableFuture<List<QueueReading>> read(QueueSelection selection);
}
