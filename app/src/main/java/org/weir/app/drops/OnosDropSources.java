// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.flow.FlowId;
import org.onosproject.net.flow.FlowRuleService;
import org.weir.app.fabric.Fabric;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.SwitchDropCounters;
import org.weir.pipelines.SwitchDropReading;

/** Drops as the drivers of switches and ONOS's stores tell them. */
final class OnosDropSources implements DropSources {

    private final Fabric fabric;
    private final DeviceService devices;
    private final AccessListDrops accessList;

    /**
     * Sources.
     *
     * @param fabric the network
     * @param devices statistics of ports
     * @param flowRules counters of the access list
     */
    OnosDropSources(Fabric fabric, DeviceService devices, FlowRuleService flowRules) {
        this.fabric = fabric;
        this.devices = devices;
        this.accessList = new AccessListDrops(flowRules, System::nanoTime);
    }

    @Override
    public Set<Long> ports(DeviceId device) {
        Set<Long> ports = new TreeSet<>(fabric.ports(device));
        fabric.platform(device).ifPresent(platform -> ports.remove((long) platform.cpuPort()));
        ports.removeIf(port -> port < 0 || port > P4Limits.MAX_PORT);
        return ports;
    }

    @Override
    public CompletableFuture<SwitchDropReading> program(DeviceId id, Set<Long> ports) {
        return fabric.behaviour(id, SwitchDropCounters.class)
                .map(counters -> counters.read(ports))
                .orElseGet(
                        () ->
                                CompletableFuture.failedFuture(
                                        new IllegalStateException(
                                                id
                                                        + ": its pipeconf cannot read what its program drops")));
    }

    @Override
    public List<PortStatistics> statistics(DeviceId device, Set<Long> ports) {
        List<PortStatistics> found = new ArrayList<>();
        for (PortStatistics port : devices.getPortStatistics(device)) {
            if (ports.contains(port.portNumber().toLong())) {
                found.add(port);
            }
        }
        return found;
    }

    @Override
    public Map<FlowId, Long> accessList(DeviceId device) {
        return accessList.packets(device);
    }

    @Override
    public void start() {
        accessList.start();
    }

    @Override
    public void stop() {
        accessList.stop();
    }
}
