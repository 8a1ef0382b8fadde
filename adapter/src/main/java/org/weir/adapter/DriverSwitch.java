// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.Replica;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.ValueSetControl;
import org.weir.bmv2.rpc.RequestException;
import org.weir.tofino.bfrt.TableInfo;

/**
 * A Tofino behind BF Runtime as a P4Runtime server sees a switch. It has what Weir uses: tables
 * without action profiles, counters, mirror sessions to one port, ports, and packets from and to
 * the CPU port.
 */
final class DriverSwitch implements SwitchControl {

    private static final String PREFIX = "pipe.";

    private final DriverLink link;
    private final CpuPort cpu;
    private final DriverPorts ports;
    private final MirrorTable mirrors;
    private final Map<String, TableControl> tables = new LinkedHashMap<>();
    private final Map<String, CounterControl> counters = new LinkedHashMap<>();
    private boolean hasProgram;

    DriverSwitch(DriverLink link, CpuPort cpu, DriverPorts ports) {
        this.link = link;
        this.cpu = cpu;
        this.ports = ports;
        mirrors = new MirrorTable(link);
        for (TableInfo info : link.session().info().tables()) {
            if (!info.name().startsWith(PREFIX)) {
                continue;
            }
            String name = info.name().substring(PREFIX.length());
            if (info.type().startsWith("MatchAction")) {
                tables.put(name, new DriverTable(link, name, info));
            } else if (info.type().equals("Counter")) {
                counters.put(name, new DriverCounter(link, name, info));
            }
        }
    }

    /** The program that the drivers run: there is nothing to prepare. */
    private enum RunningProgram implements PreparedProgram {
        ONLY
    }

    @Override
    public PreparedProgram prepareProgram(byte[] json) {
        return RunningProgram.ONLY;
    }

    @Override
    public void loadProgram(PreparedProgram program) {
        reset();
        hasProgram = true;
    }

    @Override
    public void checkProgram(byte[] json) {
        // DriverPipelineRules has compared it with the one that runs.
    }

    @Override
    public SwitchControl spare(byte[] json) {
        throw RequestException.unimplemented(
                "action: VERIFY_AND_SAVE: the drivers have no second program that takes entries;"
                        + " use VERIFY_AND_COMMIT");
    }

    @Override
    public void reset() {
        hasProgram = false;
        tables.values().forEach(table -> ((DriverTable) table).clear());
        mirrors.clear();
    }

    @Override
    public boolean hasProgram() {
        return hasProgram;
    }

    @Override
    public List<TableControl> tables() {
        return List.copyOf(tables.values());
    }

    @Override
    public Optional<TableControl> table(String name) {
        return Optional.ofNullable(tables.get(name));
    }

    @Override
    public List<CounterControl> counters() {
        return List.copyOf(counters.values());
    }

    @Override
    public Optional<CounterControl> counter(String name) {
        return Optional.ofNullable(counters.get(name));
    }

    @Override
    public void readAhead(Map<String, Set<Integer>> cells) {
        Map<DriverCounter, Set<Integer>> known = new LinkedHashMap<>();
        cells.forEach(
                (name, indices) ->
                        counter(name).ifPresent(one -> known.put((DriverCounter) one, indices)));
        DriverCounter.readAhead(link, known);
    }

    @Override
    public List<MeterControl> meters() {
        return List.of();
    }

    @Override
    public Optional<MeterControl> meter(String name) {
        return Optional.empty();
    }

    @Override
    public List<RegisterControl> registers() {
        return List.of();
    }

    @Override
    public Optional<RegisterControl> register(String name) {
        return Optional.empty();
    }

    @Override
    public List<ActionProfileControl> actionProfiles() {
        return List.of();
    }

    @Override
    public Optional<ActionProfileControl> actionProfile(String name) {
        return Optional.empty();
    }

    @Override
    public List<ValueSetControl> valueSets() {
        return List.of();
    }

    @Override
    public Optional<ValueSetControl> valueSet(String name) {
        return Optional.empty();
    }

    @Override
    public void setMirrorSession(int sessionId, MirrorSession session) {
        mirrors.set(sessionId, session);
    }

    @Override
    public void removeMirrorSession(int sessionId) {
        mirrors.remove(sessionId);
    }

    @Override
    public SortedMap<Integer, MirrorSession> mirrorSessions() {
        return mirrors.all();
    }

    @Override
    public void setMulticastGroup(int groupId, List<Replica> replicas) {
        throw RequestException.unimplemented("multicast group " + groupId);
    }

    @Override
    public void removeMulticastGroup(int groupId) {
        throw RequestException.unimplemented("multicast group " + groupId);
    }

    @Override
    public Map<Integer, List<Replica>> multicastGroups() {
        return new TreeMap<>();
    }

    @Override
    public int multicastReplicas() {
        return 0;
    }

    @Override
    public void onDigest(Consumer<Digest> listener) {
        // The drivers' digests are not passed on; Weir's program has none.
    }

    @Override
    public void onIdleEntry(Consumer<IdleEntry> listener) {
        // Tables with idle timeout are not supported.
    }

    @Override
    public void packetOut(byte[] frame) {
        cpu.send(frame);
    }

    @Override
    public void onPacketIn(Consumer<byte[]> listener) {
        cpu.onFrame(listener);
    }

    @Override
    public int cpuPort() {
        return cpu.number();
    }

    @Override
    public List<PortStatus> ports() {
        return new ArrayList<>(ports.all());
    }

    @Override
    public TrafficControl traffic() {
        throw RequestException.unimplemented("queues: BF Runtime has them, not gNMI");
    }

    @Override
    public boolean showsTraffic() {
        return false;
    }

    @Override
    public boolean writesAtomically() {
        return false;
    }

    @Override
    public void setPortAdminUp(int port, boolean adminUp) {
        ports.enable(port, adminUp);
    }

    @Override
    public void onPortChange(Consumer<PortStatus> listener) {
        ports.onChange(listener);
    }
}
