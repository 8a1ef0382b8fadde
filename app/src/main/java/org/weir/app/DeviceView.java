// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;

/** A switch that runs one of Weir's programs, or should. */
public final class DeviceView {

    private final String device;
    private final boolean available;
    private final DropsView drops;

    /**
     * A switch.
     *
     * @param device ONOS device id
     * @param available whether it can be talked to
     * @param drops what it dropped outside the queues of classes
     */
    public DeviceView(String device, boolean available, DropsView drops) {
        this.device = Objects.requireNonNull(device);
        this.available = available;
        this.drops = Objects.requireNonNull(drops);
    }

    /** ONOS device id, such as {@code device:s1}. */
    public String device() {
        return device;
    }

    /** True if ONOS is in contact with the switch. */
    public boolean available() {
        return available;
    }

    /** Packets that the switch dropped outside the queues of classes. */
    public DropsView drops() {
        return drops;
    }
}
