// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.Objects;

/** Next hop of a packet: a port, and another port to use while that one is down. */
final class Hop {

    /** Alternate of a hop that has none. */
    static final long NONE = 0;

    /** Output port. */
    final long port;

    /** Port that the switch uses by itself while {@link #port} is down; {@link #NONE} for none. */
    final long alternate;

    Hop(long port, long alternate) {
        this.port = port;
        this.alternate = alternate;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hop
                && port == ((Hop) other).port
                && alternate == ((Hop) other).alternate;
    }

    @Override
    public int hashCode() {
        return Objects.hash(port, alternate);
    }

    @Override
    public String toString() {
        return alternate == NONE ? "port " + port : "port " + port + ", else " + alternate;
    }
}
