// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;

/** A switch that runs one of Weir's programs, or should. */
public final class DeviceView {

    private final String device;
    private final boolean available;
    private final DropsView drops;
    private final int confirmedRules;
    private final int unconfirmedRules;
    private final boolean classesInForce;

    /**
     * A switch.
     *
     * @param device ONOS device id
     * @param available whether it can be talked to
     * @param drops packets that it dropped outside the queues of classes
     * @param confirmedRules flow rules of the application that it has confirmed, at least 0
     * @param unconfirmedRules flow rules that it was asked for and has not confirmed, at least 0
     * @param classesInForce whether it has confirmed the match rules of the policy that runs
     */
    public DeviceView(
            String device,
            boolean available,
            DropsView drops,
            int confirmedRules,
            int unconfirmedRules,
            boolean classesInForce) {
        this.confirmedRules = confirmedRules;
        this.unconfirmedRules = unconfirmedRules;
        this.classesInForce = classesInForce;
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

    /** Flow rules of the application that the switch has confirmed and that are wanted. */
    public int confirmedRules() {
        return confirmedRules;
    }

    /** Flow rules that the switch was asked for and has not confirmed yet. */
    public int unconfirmedRules() {
        return unconfirmedRules;
    }

    /** Whether the switch has confirmed the match rules of all classes of the running policy. */
    public boolean classesInForce() {
        return classesInForce;
    }
}
