// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.flow.IndexTableId;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiTableAction;
import org.weir.app.fabric.Fabric;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.SwitchDropCounters;
import org.weir.pipelines.SwitchDropReading;

/** Drops as the drivers of switches and ONOS's stores tell them. */
final class OnosDropSources implements DropSources {

    /** The access list is the table that ONOS's applications know as number 0. */
    private static final IndexTableId ACL_INDEX = IndexTableId.of(0);

    private final Fabric fabric;
    private final DeviceService devices;
    private final FlowRuleService flowRules;

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
        this.flowRules = flowRules;
    }

    @Override
    public Set<Long> ports(DeviceId device) {
        Set<Long> ports = new TreeSet<>(fabric.ports(device));
        fabric.target(device).ifPresent(target -> ports.remove((long) target.cpuPort()));
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
                                                id + ": nothing tells what its program drops")));
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
        Map<FlowId, Long> packets = new HashMap<>();
        for (FlowEntry entry : flowRules.getFlowEntries(device)) {
            if (inAccessList(entry) && drops(entry)) {
                packets.put(entry.id(), entry.packets());
            }
        }
        return packets;
    }

    private static boolean inAccessList(FlowRule rule) {
        return rule.table().equals(P4Names.TABLE_ACL) || rule.table().equals(ACL_INDEX);
    }

    /** As the programs' interpreter understands it: what does nothing drops. */
    private static boolean drops(FlowRule rule) {
        List<Instruction> instructions = rule.treatment().allInstructions();
        if (instructions.isEmpty() || instructions.get(0).type() == Instruction.Type.NOACTION) {
            return true;
        }
        if (!(instructions.get(0) instanceof PiInstruction)) {
            return false;
        }
        PiTableAction action = ((PiInstruction) instructions.get(0)).action();
        return action instanceof PiAction
                && ((PiAction) action).id().equals(P4Names.ACTION_ACL_DROP);
    }
}
