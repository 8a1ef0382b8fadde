// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.List;
import java.util.Objects;

/** The settings of a port and of all its virtual queues, to be installed together. Immutable. */
public final class PortSettings {
    private final PortId port;
    private final RateWindow rateWindow;
    private final List<QueueSettings> queues;

    /**
     * @param port the port
     * @param rateWindow over which the switch measures the classes' arrival rates
     * @param queues one entry for each class, in the order of their index
     * @throws IllegalArgumentException if there is no queue or the indices are not 0, 1, 2, …
     */
    public PortSettings(PortId port, RateWindow rateWindow, List<QueueSettings> queues) {
        this.port = Objects.requireNonNull(port, "port");
        this.rateWindow = Objects.requireNonNull(rateWindow, "rateWindow");
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

    /** The window over which the switch measures the classes' arrival rates. */
    public RateWindow rateWindow() {
        return rateWindow;
    }

    /** One entry for each class, in the order of their index. */
    public List<QueueSettings> queues() {
        return queues;
    }

    /** False for settings that were read from a switch, which keeps shares of packets only. */
    public boolean areSharesKnown() {
        return queues.stream().anyMatch(QueueSettings::isShareKnown);
    }

    /**
     * True if all values sent to the switch are equal; predicted and measured rates are ignored.
     */
    public boolean sameInDataPlane(PortSettings other) {
        if (!port.equals(other.port)
                || !rateWindow.equals(other.rateWindow)
                || queues.size() != other.queues.size()) {
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
                && rateWindow.equals(((PortSettings) other).rateWindow)
                && queues.equals(((PortSettings) other).queues);
    }

    @Override
    public int hashCode() {
        return Objects.hash(port, rateWindow, queues);
    }

    @Override
    public String toString() {
        return port + " λ over " + rateWindow + " " + queues;
    }
}
