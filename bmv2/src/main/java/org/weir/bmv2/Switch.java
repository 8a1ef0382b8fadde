// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.weir.bmv2.compiler.ProgramCompiler;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.ProgramException;
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
import org.weir.bmv2.time.Timeline;
import org.weir.bmv2.traffic.FrameSink;
import org.weir.bmv2.traffic.OutputPort;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.bmv2.traffic.TrafficManager;

/**
 * Switch that runs v1model programs. Call all methods on the thread of its timeline, except where
 * {@link SwitchControl} says otherwise; before the timeline runs, also on the thread that builds
 * the switch.
 */
public final class Switch implements SwitchControl {

    private static final int CPU_QUEUE_PACKETS = 16384;

    private final SwitchConfig config;
    private final Timeline timeline;
    private final Replication replication = new Replication();
    private final SwitchPorts ports;
    private final List<Consumer<PortStatus>> portListeners = new ArrayList<>();
    private final PacketEngine engine;
    private final TrafficManager traffic;
    private Consumer<byte[]> packetIn = frame -> {};
    private Consumer<IdleEntry> idleEntries = entry -> {};

    /** A switch without ports and without a program. */
    public Switch(SwitchConfig config, Timeline timeline) {
        this.config = config;
        this.timeline = timeline;
        this.ports = new SwitchPorts(config.name());
        this.engine =
                new PacketEngine(timeline, config.recirculationNs(), replication, ports::orAbsent);
        this.traffic =
                new TrafficManager(
                        config.name(),
                        timeline,
                        ports::orNull,
                        SwitchPorts.MAX_PORT,
                        this::rateChanged);
        ports.useAbsent(
                number ->
                        traffic.newAbsentPort(
                                number,
                                engine::egress,
                                (buffer, offset, length) -> engine.countNoPort()));
        PortConfig cpu =
                new PortConfig(config.name() + "-cpu", PortConfig.UNLIMITED, CPU_QUEUE_PACKETS);
        ports.set(
                config.cpuPort(),
                traffic.newPort(config.cpuPort(), cpu, engine::egress, this::toControlPlane));
    }

    private void toControlPlane(byte[] buffer, int offset, int length) {
        byte[] frame = new byte[length];
        System.arraycopy(buffer, offset, frame, 0, length);
        packetIn.accept(frame);
    }

    /** The switch's configuration. */
    public SwitchConfig config() {
        return config;
    }

    /**
     * Adds a port, or replaces the port with the same number.
     *
     * @param port its number, 0 to 510 and not the CPU port's
     * @param portConfig its rate, queues and delay
     * @param sink receives its frames
     * @throws ControlException if the buffer is too small for the port's reserved bytes
     */
    public void attachPort(int port, PortConfig portConfig, FrameSink sink) {
        if (port < 0 || port > SwitchPorts.MAX_PORT || port == config.cpuPort()) {
            throw new IllegalArgumentException(
                    "switch %s: port %d is not in 0..%d or is the CPU port"
                            .formatted(config.name(), port, SwitchPorts.MAX_PORT));
        }
        OutputPort added = traffic.newPort(port, portConfig, engine::egress, sink);
        ports.attach(added);
        notifyPort(added);
    }

    /** Removes a port and drops the packets that wait for it. */
    public void detachPort(int port) {
        OutputPort removed = ports.attached(port);
        removed.setLinkUp(false);
        traffic.remove(removed);
        ports.detach(port);
        notifyPort(removed);
    }

    /** Sets a port's link up or down. */
    public void setPortUp(int port, boolean up) {
        if (ports.attached(port).setLinkUp(up)) {
            notifyPort(ports.attached(port));
        }
    }

    @Override
    public void setPortAdminUp(int port, boolean adminUp) {
        if (ports.attached(port).setAdminUp(adminUp)) {
            notifyPort(ports.attached(port));
        }
    }

    private void notifyPort(OutputPort port) {
        if (engine.program() != null) {
            engine.program().portsChanged();
        }
        tellListeners(port.status());
    }

    private void rateChanged(int port) {
        // The CPU port is not among the ports that a control plane sees.
        if (port != config.cpuPort()) {
            tellListeners(ports.attached(port).status());
        }
    }

    private void tellListeners(PortStatus status) {
        portListeners.forEach(listener -> listener.accept(status));
    }

    /** Receives a complete frame at a port. */
    public void receive(int port, byte[] frame) {
        receive(port, frame, 0, frame.length);
    }

    /** Receives a complete frame at a port; copies its bytes. */
    public void receive(int port, byte[] buffer, int offset, int length) {
        OutputPort in = port == config.cpuPort() ? null : ports.orNull(port);
        if (in == null) {
            // The frame was on its way when the port was taken away.
            engine.countNoPort();
            return;
        }
        in.countReceived(length);
        if (!in.isUp()) {
            in.countReceiveDrop();
            return;
        }
        if (in.receivePause(buffer, offset, length)) {
            return;
        }
        if (engine.program() == null) {
            in.countReceiveDrop();
            return;
        }
        engine.receive(port, buffer, offset, length);
    }

    @Override
    public void packetOut(byte[] frame) {
        if (engine.program() == null) {
            throw new ControlException(
                    ControlException.Reason.NOT_FOUND,
                    "switch " + config.name() + ": no program is running");
        }
        ports.orNull(config.cpuPort()).countReceived(frame.length);
        engine.receive(config.cpuPort(), frame, 0, frame.length);
    }

    @Override
    public void reset() {
        flush();
        engine.setProgram(null);
    }

    private void flush() {
        ports.flush();
        engine.flush();
        replication.clear();
        if (engine.program() != null) {
            engine.program().stop();
        }
    }

    /**
     * Number of packets dropped because their ingress port, egress port or multicast group does not
     * exist.
     */
    public long droppedNoPort() {
        return engine.droppedNoPort() + ports.droppedByAbsent();
    }

    /** Number of packets in the switch: in a queue, on a line, or between two passes. */
    public int packetsInside() {
        return engine.packetsInside();
    }

    /** Number of packets that the program dropped. */
    public long droppedByProgram() {
        return engine.droppedByProgram();
    }

    @Override
    public PreparedProgram prepareProgram(byte[] json) throws ProgramException {
        return new LoadedProgram(
                this,
                ProgramCompiler.compile(json),
                timeline,
                config.seed(),
                config.modules(),
                port -> ports.orNull(port) != null && ports.orNull(port).isUp(),
                entry -> idleEntries.accept(entry));
    }

    @Override
    public void loadProgram(PreparedProgram program) {
        if (!(program instanceof LoadedProgram prepared) || prepared.owner() != this) {
            throw new IllegalArgumentException(
                    "switch " + config.name() + ": another has prepared this program");
        }
        flush();
        engine.setProgram(prepared);
    }

    @Override
    public void checkProgram(byte[] json) throws ProgramException {
        ProgramCompiler.compile(json).externs(config.modules(), timeline::nowNs);
    }

    @Override
    public SwitchControl spare(byte[] json) throws ProgramException {
        Switch spare = new Switch(config, timeline);
        spare.loadProgram(json);
        return spare;
    }

    @Override
    public boolean hasProgram() {
        return engine.program() != null;
    }

    @Override
    public List<TableControl> tables() {
        return hasProgram() ? List.copyOf(engine.program().tables().values()) : List.of();
    }

    @Override
    public Optional<TableControl> table(String name) {
        return hasProgram()
                ? Optional.ofNullable(engine.program().tables().get(name))
                : Optional.empty();
    }

    @Override
    public List<CounterControl> counters() {
        return hasProgram() ? List.copyOf(engine.program().counters().values()) : List.of();
    }

    @Override
    public Optional<CounterControl> counter(String name) {
        return hasProgram()
                ? Optional.ofNullable(engine.program().counters().get(name))
                : Optional.empty();
    }

    @Override
    public List<MeterControl> meters() {
        return hasProgram() ? List.copyOf(engine.program().meters().values()) : List.of();
    }

    @Override
    public Optional<MeterControl> meter(String name) {
        return hasProgram()
                ? Optional.ofNullable(engine.program().meters().get(name))
                : Optional.empty();
    }

    @Override
    public List<RegisterControl> registers() {
        return hasProgram() ? List.copyOf(engine.program().registers().values()) : List.of();
    }

    @Override
    public Optional<RegisterControl> register(String name) {
        return hasProgram()
                ? Optional.ofNullable(engine.program().registers().get(name))
                : Optional.empty();
    }

    @Override
    public List<ActionProfileControl> actionProfiles() {
        return hasProgram() ? List.copyOf(engine.program().profiles().values()) : List.of();
    }

    @Override
    public Optional<ActionProfileControl> actionProfile(String name) {
        return hasProgram()
                ? Optional.ofNullable(engine.program().profiles().get(name))
                : Optional.empty();
    }

    @Override
    public List<ValueSetControl> valueSets() {
        return hasProgram() ? List.copyOf(engine.program().valueSets().values()) : List.of();
    }

    @Override
    public Optional<ValueSetControl> valueSet(String name) {
        return hasProgram()
                ? Optional.ofNullable(engine.program().valueSets().get(name))
                : Optional.empty();
    }

    @Override
    public void setMirrorSession(int sessionId, MirrorSession session) {
        replication.setSession(sessionId, session);
    }

    @Override
    public void removeMirrorSession(int sessionId) {
        replication.removeSession(sessionId);
    }

    @Override
    public Map<Integer, MirrorSession> mirrorSessions() {
        return replication.sessions();
    }

    @Override
    public void setMulticastGroup(int groupId, List<Replica> replicas) {
        replication.setGroup(groupId, replicas);
    }

    @Override
    public void removeMulticastGroup(int groupId) {
        replication.removeGroup(groupId);
    }

    @Override
    public Map<Integer, List<Replica>> multicastGroups() {
        return replication.groups();
    }

    @Override
    public int multicastReplicas() {
        return replication.groupReplicas();
    }

    @Override
    public void onDigest(Consumer<Digest> listener) {
        engine.onDigest(listener);
    }

    @Override
    public void onIdleEntry(Consumer<IdleEntry> listener) {
        idleEntries = listener;
    }

    @Override
    public void onPacketIn(Consumer<byte[]> listener) {
        packetIn = listener;
    }

    @Override
    public int cpuPort() {
        return config.cpuPort();
    }

    @Override
    public TrafficControl traffic() {
        return traffic;
    }

    @Override
    public List<PortStatus> ports() {
        return ports.status();
    }

    @Override
    public void onPortChange(Consumer<PortStatus> listener) {
        portListeners.add(listener);
    }
}
