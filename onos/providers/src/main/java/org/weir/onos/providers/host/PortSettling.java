// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.onosproject.net.ConnectPoint;

/**
 * Time for which each port has been usable. Link discovery needs a moment to find that a port leads
 * to another switch; until then, a packet received there must not be taken for a host's. While
 * links are still being found, as in a large network that starts, that moment is not over for any
 * new port.
 */
final class PortSettling {
    /** A port that has been usable for so long does not wait for links found elsewhere. */
    private static final long SETTLED_ANYWAY_MS = 60_000;

    private final LongSupplier clockMs;
    private volatile long linkFoundMs = Long.MIN_VALUE / 2;
    private final Map<ConnectPoint, Long> usableSinceMs = new ConcurrentHashMap<>();

    PortSettling(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /** A port is usable; hearing so again changes nothing. */
    void usable(ConnectPoint point) {
        usableSinceMs.putIfAbsent(point, clockMs.getAsLong());
    }

    void unusable(ConnectPoint point) {
        usableSinceMs.remove(point);
    }

    /** A link has been found, somewhere. */
    void linkFound() {
        linkFoundMs = clockMs.getAsLong();
    }

    /** Whether a port is usable and has been for a time in which no link was found either. */
    boolean isSettled(ConnectPoint point, long settleMs) {
        Long since = usableSinceMs.get(point);
        long nowMs = clockMs.getAsLong();
        return since != null
                && nowMs - since >= settleMs
                && (nowMs - since >= SETTLED_ANYWAY_MS || nowMs - linkFoundMs >= settleMs);
    }

    boolean isUsable(ConnectPoint point) {
        return usableSinceMs.containsKey(point);
    }
}
