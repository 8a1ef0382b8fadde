// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** A switch that runs one of Weir's programs, or should. */
public final class DeviceView {

    private final String device;
    private final boolean available;
    private final DropsView drops;

    /** Null, as the next two fields, if no node that is ready is the switch's master. */
    private final Integer confirmedRules;

    private final Integer unconfirmedRules;
    private final Boolean classesInForce;

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

    private DeviceView(String device, boolean available) {
        this.device = Objects.requireNonNull(device);
        this.available = available;
        drops = DropsView.UNKNOWN;
        confirmedRules = null;
        unconfirmedRules = null;
        classesInForce = null;
    }

    /**
     * A switch of which no node that is ready is the master: of its rules and drops nothing is
     * known.
     *
     * @param device ONOS device id
     * @param available whether ONOS is in contact with it
     */
    public static DeviceView withoutMaster(String device, boolean available) {
        return new DeviceView(device, available);
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

    /**
     * Flow rules of the application that the switch has confirmed and that are wanted; empty
     * without a master that is ready.
     */
    public OptionalInt confirmedRules() {
        return number(confirmedRules);
    }

    /**
     * Flow rules that the switch was asked for and has not confirmed yet; empty without a master
     * that is ready.
     */
    public OptionalInt unconfirmedRules() {
        return number(unconfirmedRules);
    }

    /**
     * True if the switch has confirmed the match rules of all classes of the running policy; empty
     * without a master that is ready.
     */
    public Optional<Boolean> classesInForce() {
        return Optional.ofNullable(classesInForce);
    }

    private static OptionalInt number(Integer known) {
        return known == null ? OptionalInt.empty() : OptionalInt.of(known);
    }
}
