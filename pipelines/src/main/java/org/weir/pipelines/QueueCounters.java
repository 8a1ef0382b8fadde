// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.driver.HandlerBehaviour;

/** What a device that runs one of Weir's programs can tell about its queues. */
public interface QueueCounters extends HandlerBehaviour {

    /**
     * Reads the counters of queues.
     *
     * @param ports ports to read, each managed by the program ({@link SwitchTarget#managed})
     * @param classCount classes in use, 1..8: classes 0..classCount-1 are read
     * @return the readings, by port and then class; fails when the device does not answer, when it
     *     refuses the read or when it leaves a counter out
     */
    CompletableFuture<List<QueueReading>> read(Set<Long> ports, int classCount);
}
