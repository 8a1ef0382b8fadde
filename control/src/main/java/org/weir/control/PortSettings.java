// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.List;
import java.util.Objects;

/** The settings of all virtual queues of one port, to be installed together. Immutable. */
public final class PortSettings {
    private final PortId port;
    private final List<QueueSettings> queues;

    /**
     * @param port the port
     * @param queues one entry for each class, in the order of their index
     * @throws IllegalArgumentException if there is no queue or the indices are not 0, 1, 2, …
     */
    public PortSettings(PortId port, List<QueueSettings> queues) {
        this.port = Objects.requireNonNull(port, "port");
        this.queues = List.copyOf(queues);
        if (queues.isEmpty()) {
            throw new IllegalArgumentException(port + ": no queues");
        }
        for (int i = 0; i < queues.size(); i++) {
            if (queues.get(i).classIndex() != i) {
                throw new IllegalArgumentException(
                        port + ": queue " + i + " has index " + queues.get(i).classIndex());
            }
        }
    }

    /** The port. */
    public PortId port() {
        return port;
    }

    /** One entry for each class, in the order of their index. */
    public List<QueueSettings> queues() {
        return queues;
    }

    /** Whether a switch would be told the same, whatever the rates behind it. */
    public boolean sameInDataPlane(PortSettings other) {
        if (!port.equals(other.port) || queues.size() != other.queues.size()) {
            return false;
        }
        for (int i = 0; i < queues.size(); i++) {
            if (!queues.get(i).sameInDataPlane(other.queues.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PortSettings
                && port.equals(((PortSettings) other).port)
                && queues.equals(((PortSettings) other).queues);
    }

    @Override
    public int hashCode() {
        return Objects.hash(port, queues);
    }

    @Override
    public String toString() {
        return port + " " + queues;
    }
}
