// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;

/**
 * Lists the configured switches that cannot be talked to, or cannot run their pipeline, and says if
 * this node lacks a driver that they need.
 */
public final class DeviceWatch {

    private static final String DEVICE_UNREACHABLE = AlertType.DEVICE_UNREACHABLE.word();
    private static final String PIPECONF_MISFIT = AlertType.PIPECONF_MISFIT.word();
    private static final String DRIVER_MISSING = AlertType.DRIVER_MISSING.word();

    /** Time switches have to connect after the application has started, in ms. */
    private static final long GRACE_MS = 15_000;

    private final Fabric fabric;
    private final AlertBoard alerts;
    private final String node;
    private final Predicate<String> hasDriver;
    private final LongSupplier clockNs;
    private final long startedNs;

    /** Switches that were configured at the last look. */
    private Set<DeviceId> configured = Set.of();

    /** Switches that were configured once and are not any more. */
    private final Set<DeviceId> removed = new HashSet<>();

    /**
     * A watch.
     *
     * @param fabric the network
     * @param alerts list of alerts, for unreachable switches
     * @param node id of this instance of ONOS
     * @param hasDriver whether this instance has a driver, by name
     * @param clockNs monotonic time, ns
     */
    public DeviceWatch(
            Fabric fabric,
            AlertBoard alerts,
            String node,
            Predicate<String> hasDriver,
            LongSupplier clockNs) {
        this.fabric = fabric;
        this.alerts = alerts;
        this.node = node;
        this.hasDriver = hasDriver;
        this.clockNs = clockNs;
        startedNs = clockNs.getAsLong();
    }

    /** Looks which switches answer now. */
    public void update() {
        forgetRemoved();
        alerts.replace(PIPECONF_MISFIT, fabric.misfits());
        if (clockNs.getAsLong() - startedNs < GRACE_MS * 1_000_000) {
            return;
        }
        List<DeviceId> available = fabric.availableDevices();
        Set<String> missing = missingDrivers();
        Map<String, String> texts = new TreeMap<>();
        fabric.configuredDevices()
                .forEach(
                        (device, address) -> {
                            if (!available.contains(device)) {
                                String driver = fabric.driver(device);
                                texts.put(
                                        device.toString(),
                                        missing.contains(driver)
                                                ? "not asked: ONOS has no driver " + driver
                                                : "no answer at " + address);
                            }
                        });
        alerts.replace(DEVICE_UNREACHABLE, texts);
        alerts.replace(
                DRIVER_MISSING, missing.isEmpty() ? Map.of() : Map.of(node, missingText(missing)));
    }

    /**
     * Nothing else ends the alerts about a switch that is no longer configured. A write that was
     * under way may fail, and raise one, many seconds later.
     */
    private void forgetRemoved() {
        Set<DeviceId> present = Set.copyOf(fabric.configuredDevices().keySet());
        for (DeviceId device : configured) {
            if (!present.contains(device)) {
                alerts.forget(device.toString());
                removed.add(device);
            }
        }
        removed.removeAll(present);
        removed.forEach(device -> alerts.forgetRaised(device.toString()));
        configured = present;
    }

    private Set<String> missingDrivers() {
        Set<String> missing = new TreeSet<>();
        for (DeviceId device : fabric.configuredDevices().keySet()) {
            missing.add(fabric.driver(device));
        }
        missing.removeIf(hasDriver);
        return missing;
    }

    /** ONOS loads the drivers of an active application in no fixed order, and may miss one. */
    private static String missingText(Set<String> missing) {
        return "this node has no driver "
                + String.join(", ", missing)
                + ", which netcfg names (basic.driver), and cannot control these switches: activate"
                + " the driver's application; if it is active, enter bundle:restart"
                + " org.onosproject.onos-drivers-stratum and then bundle:restart"
                + " org.onosproject.onos-drivers-bmv2 in the shell of this node";
    }
}
