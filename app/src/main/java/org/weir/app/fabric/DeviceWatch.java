// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.onosproject.net.DeviceId;
import org.weir.app.alerts.AlertBoard;

/** Lists the configured switches that cannot be talked to, or cannot run their pipeline. */
public final class DeviceWatch {

    private static final String DEVICE_UNREACHABLE = "device-unreachable";
    private static final String PIPECONF_MISFIT = "pipeconf-misfit";

    /** Time switches have to connect after the application has started, in ms. */
    private static final long GRACE_MS = 15_000;

    private final Fabric fabric;
    private final AlertBoard alerts;
    private final long startedNs = System.nanoTime();

    /**
     * A watch.
     *
     * @param fabric the network
     * @param alerts list of alerts, for unreachable switches
     */
    public DeviceWatch(Fabric fabric, AlertBoard alerts) {
        this.fabric = fabric;
        this.alerts = alerts;
    }

    /** Looks which switches answer now. */
    public void update() {
        alerts.replace(PIPECONF_MISFIT, fabric.misfits());
        if (System.nanoTime() - startedNs < GRACE_MS * 1_000_000) {
            return;
        }
        List<DeviceId> available = fabric.availableDevices();
        Map<String, String> texts = new TreeMap<>();
        fabric.configuredDevices()
                .forEach(
                        (device, address) -> {
                            if (!available.contains(device)) {
                                texts.put(device.toString(), "no answer at " + address);
                            }
                        });
        alerts.replace(DEVICE_UNREACHABLE, texts);
    }
}
