// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.util.List;
import org.weir.lab.network.Network;

/**
 * A time in which a network that keeps to the wall clock stood still, because the machine did
 * something else.
 *
 * @param atNs begin, ns since the run's
 * @param lengthNs length, ns, above 0
 */
record Stall(long atNs, long lengthNs) {
    /**
     * Makes the network stand still in virtual time: its hosts get no frame until the end, and then
     * at once all that were due.
     */
    static void replay(List<Stall> stalls, Network network) {
        for (Stall stall : stalls) {
            long endNs = stall.atNs + stall.lengthNs;
            network.engine()
                    .schedule(
                            stall.atNs,
                            () -> network.hosts().forEach(host -> host.standStillUntil(endNs)));
        }
    }
}
