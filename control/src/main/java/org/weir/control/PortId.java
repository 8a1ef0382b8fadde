// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.Objects;

/**
 * Identifier of one egress port of one switch. Ordered by device, then by port number, so that work
 * on many ports has the same order each time.
 */
public final class PortId implements Comparable<PortId> {
    private final String device;
    private final long port;

    /**
     * @param device the controller's name of the switch, e.g. {@code device:s1}; not empty
     * @param port the port's number on that switch, at least 0
     * @throws IllegalArgumentException if the device is empty or the port negative
     */
    public PortId(String device, long port) {
        this.device = Objects.requireNonNull(device, "device");
        this.port = port;
        if (device.isEmpty()) {
            throw new IllegalArgumentException("device must not be empty");
        }
        if (port < 0) {
            throw new IllegalArgumentException("port must be at least 0, was " + port);
        }
    }

    /** The switch's name. */
    public String device() {
        return device;
    }

    /** The port's number on the switch. */
    public long port() {
        return port;
    }

    @Override
    public int compareTo(PortId other) {
        int byDevice = device.compareTo(other.device);
        return byDevice != 0 ? byDevice : Long.compare(port, other.port);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PortId
                && device.equals(((PortId) other).device)
                && port == ((PortId) other).port;
    }

    @Override
    public int hashCode() {
        return 31 * device.hashCode() + Long.hashCode(port);
    }

    /** {@code device/port}, e.g. {@code device:s1/4}. */
    @Override
    public String toString() {
        return device + "/" + port;
    }
}
