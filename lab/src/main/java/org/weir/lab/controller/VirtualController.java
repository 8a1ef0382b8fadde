// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.controller;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.loop.ControlLoop;
import org.weir.control.measurement.DepthReport;
import org.weir.control.measurement.QueueSample;
import org.weir.control.measurement.ReadingTurns;
import org.weir.control.policy.Policy;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.EthernetHeader;
import org.weir.lab.program.WeirProgram;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * Weir's controller in virtual time: the same {@link ControlLoop} as in ONOS, fed with counters and
 * telemetry reports of the simulated switches, over a control channel that takes time each way.
 */
public final class VirtualController {
    private static final int PACKET_IN_BYTES = 2;
    private static final long NS_PER_US = 1000;
    private static final long NS_PER_MS = 1_000_000;

    private final Engine engine;
    private final long channelDelayNs;
    private final Map<String, WeirProgram> programs;
    private final Map<PortId, WeirProgram> ports = new TreeMap<>();
    private final Map<PortId, Long> ratesBps = new TreeMap<>();
    private final ControlLoop loop;
    private Policy policy;
    private UnaryOperator<PortSettings> onTheWay = UnaryOperator.identity();
    private boolean preparing;
    private boolean solvesAtRateChanges;
    private long packetIns;
    private Optional<ReadingTurns<String>> turns = Optional.empty();

    /** Ports that have reported a change which no reading has confirmed yet. */
    private final Set<PortId> changed = new LinkedHashSet<>();

    /**
     * @param network network whose switches run Weir's program
     * @param programs of the switches, by name
     * @param policy the policy; its classes' positions are the data plane's
     * @param channelDelayNs time that a reading, a report or a setting is under way, ns
     */
    public VirtualController(
            Network network,
            Map<String, WeirProgram> programs,
            Policy policy,
            long channelDelayNs) {
        engine = network.engine();
        this.policy = policy;
        this.channelDelayNs = channelDelayNs;
        this.programs = new LinkedHashMap<>(programs);
        loop = new ControlLoop(policy, engine::nowNs, this::install);
    }

    /** Takes a port under control. */
    public void control(SwitchNode node, SwitchSpec.PortSpec port) {
        PortId id = new PortId(node.spec().name(), port.number());
        WeirProgram program = programs.get(node.spec().name());
        program.reportInterval(port.number(), policy.reportIntervalUs());
        loop.setPort(policy.portSpec(id, port.rateBps()).orElseThrow());
        ports.put(id, program);
        ratesBps.put(id, port.rateBps());
    }

    /**
     * Puts another policy in force, from the next round on.
     *
     * @param changed with as many classes as the one before, and the same interval between reports
     * @throws IllegalArgumentException naming the field and the rule
     */
    public void setPolicy(Policy changed) {
        if (changed.classes().size() != policy.classes().size()) {
            throw new IllegalArgumentException(
                    "classes must be " + policy.classes().size() + " as before");
        }
        if (changed.reportIntervalUs() != policy.reportIntervalUs()) {
            throw new IllegalArgumentException(
                    "reportIntervalUs must be " + policy.reportIntervalUs() + " as before");
        }
        policy = changed;
        loop.setPolicy(changed);
        ratesBps.forEach(
                (id, rateBps) -> loop.setPort(changed.portSpec(id, rateBps).orElseThrow()));
    }

    /**
     * Changes settings on their way to a switch, as an ablation does; before any is sent.
     *
     * @param change makes what a switch is given of what the loop sends
     */
    public void changeOnTheWay(UnaryOperator<PortSettings> change) {
        onTheWay = change;
    }

    /** From now on each change of a port's rate is followed by a round, whatever the period. */
    public void solveAtRateChanges() {
        solvesAtRateChanges = true;
    }

    /**
     * From now on switches take turns in being read, as the application's do in ONOS, and those
     * that report a change are read sooner ({@link ReadingTurns}). Else all are read in each round.
     */
    public void readInTurns() {
        turns = Optional.of(new ReadingTurns<>());
    }

    /**
     * Changes the rate of a port under control. The controller gets the new rate one delay of the
     * control channel later.
     *
     * @param rateBps bit/s, above 0
     */
    public void rateChanged(PortId port, long rateBps) {
        if (ratesBps.replace(port, rateBps) == null) {
            throw new IllegalArgumentException(port + " is not under control");
        }
        later(
                () -> {
                    loop.setPort(policy.portSpec(port, rateBps).orElseThrow());
                    if (solvesAtRateChanges) {
                        // Nothing was read for it.
                        loop.step(Set.of());
                    }
                });
    }

    /** Gives a port settings of somebody else's at once, unchanged; the loop does not learn so. */
    public void put(PortSettings settings) {
        ports.get(settings.port()).install(settings);
    }

    /** The policy in force. */
    public Policy policy() {
        return policy;
    }

    /** Rates of the ports under control, bit/s. */
    public Map<PortId, Long> ratesBps() {
        return Collections.unmodifiableMap(ratesBps);
    }

    /**
     * Gives ports the settings that they get before anything is measured, as in a network that was
     * set up before it is used. Without this they have them two ways of the control channel later.
     */
    public void prepare() {
        preparing = true;
        loop.step();
        preparing = false;
    }

    /** Starts to listen, to read and to solve; before the engine runs. */
    public void start(Network network) {
        for (SwitchNode node : network.nodes()) {
            String name = node.spec().name();
            node.device().orElseThrow().onPacketIn(frame -> onPacketIn(name, frame));
        }
        engine.schedule(engine.nowNs(), this::round);
    }

    private void onPacketIn(String device, byte[] packetIn) {
        packetIns++;
        if (packetIn.length <= PACKET_IN_BYTES + EthernetHeader.BYTES) {
            return;
        }
        byte[] frame = Arrays.copyOfRange(packetIn, PACKET_IN_BYTES, packetIn.length);
        if (EthernetHeader.etherType(frame) != TelemetryReport.ETHER_TYPE) {
            return;
        }
        byte[] payload = Arrays.copyOfRange(frame, EthernetHeader.BYTES, frame.length);
        Optional<TelemetryReport> report = TelemetryReport.parse(payload);
        report.ifPresent(read -> later(() -> onReport(device, read)));
    }

    private void onReport(String device, TelemetryReport report) {
        PortId port = new PortId(device, report.port());
        if (ports.containsKey(port)) {
            DepthReport depth =
                    new DepthReport(
                            port,
                            report.classIndex(),
                            report.timeUs() * NS_PER_US,
                            report.depthPackets(),
                            report.maxDepthPackets(),
                            report.delayUs(),
                            report.arrivalRateKbps());
            if (turns.isPresent() && loop.contradicts(depth)) {
                changed.add(port);
            }
            loop.onReport(depth);
        }
    }

    /** Readings taken now reach the controller later, and are solved with then. */
    private void round() {
        Set<PortId> due = due();
        for (PortId port : due) {
            for (int i = 0; i < policy.classes().size(); i++) {
                QueueSample sample = read(ports.get(port), port, i);
                later(() -> loop.onSample(sample));
            }
        }
        later(() -> loop.step(due));
        engine.scheduleAfter(policy.periodMs() * NS_PER_MS, this::round);
    }

    /** Ports to read in a round. */
    private Set<PortId> due() {
        if (turns.isEmpty()) {
            return ports.keySet();
        }
        Set<String> switches = new LinkedHashSet<>();
        ports.keySet().forEach(port -> switches.add(port.device()));
        Set<String> asked = turns.get().next(switches, policy.periodMs());
        Set<String> others = new LinkedHashSet<>();
        changed.forEach(port -> others.add(port.device()));
        others.removeAll(asked);
        Set<String> askedOfChanges = ReadingTurns.changed(others, policy.periodMs());
        Set<PortId> due = new LinkedHashSet<>();
        for (PortId port : ports.keySet()) {
            if (asked.contains(port.device())
                    || changed.contains(port) && askedOfChanges.contains(port.device())) {
                due.add(port);
            }
        }
        changed.removeAll(due);
        return due;
    }

    private QueueSample read(WeirProgram program, PortId id, int classIndex) {
        int port = (int) id.port();
        var arrived = program.arrivals(port, classIndex);
        var departed = program.departures(port, classIndex);
        return QueueSample.builder(id, classIndex, engine.nowNs())
                .arrived(arrived.packets(), arrived.bytes())
                .departed(departed.packets(), departed.bytes())
                .dropped(program.drops(port, classIndex).packets())
                .marked(program.marks(port, classIndex).packets())
                .feedback(program.feedback(port, classIndex).packets())
                .delayHistogram(program.delays(port, classIndex))
                .build();
    }

    private CompletableFuture<Void> install(PortSettings settings) {
        if (preparing) {
            put(onTheWay.apply(settings));
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        later(
                () -> {
                    put(onTheWay.apply(settings));
                    later(() -> confirmed.complete(null));
                });
        return confirmed;
    }

    private void later(Runnable task) {
        engine.scheduleAfter(channelDelayNs, task);
    }

    /** Frames that switches have sent to it. */
    public long packetIns() {
        return packetIns;
    }

    /** The loop, to look into. */
    public ControlLoop loop() {
        return loop;
    }
}
