// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.weir.app.DeviceView;
import org.weir.app.WeirService;

/** Reasons for which ports are not under control. */
public final class PortAbsence {

    private final boolean isConfigured;
    private final List<DeviceView> devices;

    /**
     * Reasons at this moment.
     *
     * @param weir has the switches
     */
    public PortAbsence(WeirService weir) {
        this(weir.configured(), weir.devices());
    }

    /**
     * Reasons at some moment.
     *
     * @param isConfigured true if a policy is in force
     * @param devices switches of the network configuration
     */
    public PortAbsence(boolean isConfigured, List<DeviceView> devices) {
        this.isConfigured = isConfigured;
        this.devices = List.copyOf(devices);
    }

    /**
     * The reason for which a port, or every port of a switch, is not under control.
     *
     * @param device ONOS device id
     * @param port port number; empty for all of the switch
     * @return a sentence that names the port
     */
    public String text(String device, OptionalLong port) {
        return "no port under control is "
                + device
                + (port.isPresent() ? "/" + port.getAsLong() : "")
                + ": "
                + reason(device, port.isPresent());
    }

    private String reason(String device, boolean isOnePort) {
        Optional<DeviceView> known =
                devices.stream().filter(one -> one.device().equals(device)).findFirst();
        if (known.isEmpty()) {
            return Names.unknown(
                    "switch",
                    device,
                    devices.stream().map(DeviceView::device).collect(Collectors.toList()));
        }
        if (!known.get().available()) {
            return "the controller has no contact with " + device;
        }
        if (!isConfigured) {
            return "no policy is in force";
        }
        if (known.get().confirmedRules().isEmpty()) {
            return "no node of the cluster that is ready is the master of " + device;
        }
        return (isOnePort ? "it is down, leads" : "each of its ports is down, leads")
                + " to no host or switch, or has the alert port-unmanaged";
    }
}
