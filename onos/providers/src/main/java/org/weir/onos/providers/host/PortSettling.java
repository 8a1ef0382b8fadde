// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.onosproject.net.ConnectPoint;

/**
 * For how long each port has been usable. Link discovery needs a moment to tell that a port leads
 * to another switch; until then, what is heard there must not be taken for a host's.
 */
final class PortSettling {
    private final LongSupplier clockMs;
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

    /** Whether a port is usable and has been for a time. */
    boolean isSettled(ConnectPoint point, long settleMs) {
        Long since = usableSinceMs.get(point);
        return since != null && clockMs.getAsLong() - since >= settleMs;
    }

    boolean isUsable(ConnectPoint point) {
        return usableSinceMs.containsKey(point);
    }
}
