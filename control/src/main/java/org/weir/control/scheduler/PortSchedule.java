// SPDX-License-Identifier: Apache-2.0
package org.weir.control.scheduler;

import java.util.List;
import java.util.Objects;
import org.weir.control.PortId;

/** Weights and maximum rates of all classes' queues of one port. Immutable. */
public final class PortSchedule {
    private final PortId port;
    private final List<QueueShare> shares;

    /**
     * @param port the port
     * @param shares one for each class, in the order of their index, 1 to 8
     * @throws IllegalArgumentException if there are none or more than 8
     */
    public PortSchedule(PortId port, List<QueueShare> shares) {
        this.port = Objects.requireNonNull(port, "port");
        this.shares = List.copyOf(shares);
        if (shares.isEmpty() || shares.size() > 8) {
            throw new IllegalArgumentException(
                    port + ": must have 1 to 8 shares, has " + shares.size());
        }
    }

    /** The port. */
    public PortId port() {
        return port;
    }

    /** One for each class, in the order of their index. */
    public List<QueueShare> shares() {
        return shares;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PortSchedule
                && port.equals(((PortSchedule) other).port)
                && shares.equals(((PortSchedule) other).shares);
    }

    @Override
    public int hashCode() {
        return Objects.hash(port, shares);
    }

    @Override
    public String toString() {
        return port + " " + shares;
    }
}
