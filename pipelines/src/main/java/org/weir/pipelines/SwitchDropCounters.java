// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.driver.HandlerBehaviour;

/**
 * Reader of the counters of packets that the program of a device dropped before they came to a
 * queue. The device runs one of Weir's programs.
 */
public interface SwitchDropCounters extends HandlerBehaviour {

    /**
     * Reads the counters.
     *
     * @param ports ports to read, 0..{@link P4Limits#MAX_PORT}; packets that came in by others are
     *     not in the answer
     * @return the sums over the ports; fails when the device does not answer, when it refuses the
     *     read or when it leaves a counter out
     */
    CompletableFuture<SwitchDropReading> read(Set<Long> ports);
}
