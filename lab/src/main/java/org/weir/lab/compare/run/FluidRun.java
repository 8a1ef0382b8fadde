// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.compare.fluid.FluidFlow;
import org.weir.lab.compare.fluid.FluidLine;
import org.weir.lab.compare.fluid.FluidShares;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.Routes;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/**
 * The messages of a plan as a fluid: at each moment the messages share the ports of switches by the
 * importance of their classes. The messages of a class share equally, and so do all messages on
 * their host's own line. There are neither packets nor queues nor losses, and rates follow each
 * change at once. So a message takes as long as the division by importance alone requires.
 *
 * <p>Of a class-period only the received packets are judged; delays and queues are NaN. A sender
 * that ignores feedback is a flow of its rate at most.
 */
final class FluidRun {
    private static final double NS_PER_SECOND = 1e9;

    /** Rest that counts as nothing, bits. */
    private static final double NOTHING_BITS = 1e-3;

    private final SchemeChoice choice;
    private final ComparedNetwork network;
    private final int periods;
    private final long seed;
    private final Engine engine = new Engine(Pacing.FREE);
    private final FluidShares shares = new FluidShares();
    private final Map<LinkSpec.End, FluidLine> ports = new HashMap<>();
    private final List<FluidLine> hostLines = new ArrayList<>();
    private final Map<Integer, Progress> active = new LinkedHashMap<>();
    private final LoadPlan plan;
    private final RunMeasurement measured;
    private final MessageLog log;
    private final double[] weights;
    private Routes routes;
    private long lastNs;
    private long version;
    private boolean isDivided = true;

    FluidRun(SchemeChoice choice, ComparedNetwork network, int periods, long seed) {
        this.choice = choice;
        this.network = network;
        this.periods = periods;
        this.seed = seed;
        NetworkSpec spec = network.shape().create(network.access(), network.fabric(), seed);
        plan = new LoadPlan(network, spec, periods, seed);
        routes = plan.routes();
        measured = new RunMeasurement(engine, network, plan, periods);
        log = measured.log();
        weights = choice.importance(network);
        spec.hosts().forEach(host -> hostLines.add(new FluidLine(host.rateBps(), 1)));
    }

    /** Progress of a message that is under way. */
    private static final class Progress {
        final int id;
        final FluidFlow flow;
        final double bits;
        double leftBits;
        int received;

        Progress(int id, FluidFlow flow, double bits, double leftBits, int received) {
            this.id = id;
            this.flow = flow;
            this.bits = bits;
            this.leftBits = leftBits;
            this.received = received;
        }
    }

    RunOutcome run() {
        List<TimedMessage> messages = plan.messages();
        for (int i = 0; i < messages.size(); i++) {
            int id = i;
            engine.schedule(messages.get(i).startNs(), () -> start(id));
        }
        // At its end the next period has begun already, to which all would count.
        for (int period = 1; period <= periods; period++) {
            engine.schedule(period * network.periodNs() - 1, this::advance);
        }
        plan.phases().forEach(phase -> engine.schedule(phase.fromNs(), () -> enter(phase)));
        measured.run();
        return measured.outcome(choice.label(), seed, measured.metrics(), false);
    }

    private void start(int id) {
        TimedMessage one = plan.messages().get(id);
        double bits = bits(one);
        FluidFlow flow = flow(classOf(one), Double.POSITIVE_INFINITY, one.from(), one.to());
        advance();
        active.put(id, new Progress(id, flow, bits, bits, 0));
        shares.add(flow);
        divideSoon();
    }

    private long packets(TimedMessage one) {
        return (one.message().bytes() + network.payloadBytes() - 1) / network.payloadBytes();
    }

    /** Length of all frames of a message. */
    private double bits(TimedMessage one) {
        int overhead = network.frameBytes() - network.payloadBytes();
        return 8.0 * (one.message().bytes() + packets(one) * overhead);
    }

    private static int classOf(TimedMessage one) {
        return TrafficClass.ofDscp(one.message().dscp()).ordinal();
    }

    private FluidFlow flow(int classIndex, double limitBps, int from, int to) {
        List<FluidLine> way = new ArrayList<>();
        way.add(hostLines.get(from));
        for (LinkSpec.End end : routes.ports(from, to)) {
            way.add(
                    ports.computeIfAbsent(
                            end, key -> new FluidLine(routes.port(key).rateBps(), weights)));
        }
        return new FluidFlow(classIndex, limitBps, way);
    }

    /** Divides lines after all that happens at this moment. */
    private void divideSoon() {
        if (isDivided) {
            isDivided = false;
            engine.schedule(engine.nowNs(), this::divide);
        }
    }

    private void divide() {
        isDivided = true;
        shares.divide();
        long now = ++version;
        double soonestNs = Double.POSITIVE_INFINITY;
        for (Progress one : active.values()) {
            soonestNs = Math.min(soonestNs, one.leftBits / one.flow.rateBps() * NS_PER_SECOND);
        }
        if (soonestNs < Double.POSITIVE_INFINITY) {
            engine.scheduleAfter(
                    (long) Math.ceil(soonestNs),
                    () -> {
                        if (version == now) {
                            advance();
                        }
                    });
        }
    }

    /** Counts what was sent since the last time, and ends what is complete. */
    private void advance() {
        double seconds = (engine.nowNs() - lastNs) / NS_PER_SECOND;
        lastNs = engine.nowNs();
        List<Progress> ended = new ArrayList<>();
        for (Progress one : active.values()) {
            one.leftBits -= one.flow.rateBps() * seconds;
            if (one.leftBits <= NOTHING_BITS) {
                ended.add(one);
            } else {
                receive(one, (int) ((one.bits - one.leftBits) / (8.0 * network.frameBytes())));
            }
        }
        for (Progress one : ended) {
            TimedMessage message = plan.messages().get(one.id);
            receive(one, Math.toIntExact(packets(message)));
            active.remove(one.id);
            shares.remove(one.flow);
            engine.scheduleAfter(pipelineNs(one.id), () -> log.delivered(one.id, engine.nowNs()));
        }
        if (!ended.isEmpty()) {
            divideSoon();
        }
    }

    /** Time by which a message alone in the network arrives later than a fluid would. */
    private long pipelineNs(int id) {
        TimedMessage message = plan.messages().get(id);
        double slowestBps =
                plan.routes().lines(message.from(), message.to()).stream()
                        .mapToLong(LineSpec::rateBps)
                        .min()
                        .orElseThrow();
        double aloneNs = bits(message) / slowestBps * NS_PER_SECOND;
        return Math.max(0, Math.round(measured.idealNs(id) - aloneNs));
    }

    private void receive(Progress one, int packets) {
        TimedMessage message = plan.messages().get(one.id);
        for (; one.received < packets; one.received++) {
            long from = (long) one.received * network.payloadBytes();
            long rest = message.message().bytes() - from;
            log.received(one.id, 0, (int) Math.min(network.payloadBytes(), rest));
        }
    }

    private void enter(LoadPlan.Phase phase) {
        advance();
        for (LinkSpec.End end : plan.slowEnds()) {
            double nominalBps = plan.routes().port(end).rateBps();
            boolean isSlow = phase.has(LoadEvent.Kind.SLOW_LINK);
            ports.computeIfAbsent(end, key -> new FluidLine(nominalBps, weights))
                    .setRateBps(isSlow ? LoadEvent.SLOW_LINK_PART * nominalBps : nominalBps);
        }
        boolean isRerouted = phase.has(LoadEvent.Kind.REROUTE);
        routes = isRerouted ? plan.routes().with(plan.reroutes()) : plan.routes();
        reroute();
        if (phase.has(LoadEvent.Kind.FLOOD)) {
            FluidFlow flood =
                    flow(
                            phase.classOf(LoadEvent.Kind.FLOOD),
                            phase.floodBps(),
                            network.shape().hosts() - 1,
                            0);
            shares.add(flood);
            engine.schedule(
                    phase.untilNs(),
                    () -> {
                        advance();
                        shares.remove(flood);
                        divideSoon();
                    });
        }
        divideSoon();
    }

    /** Moves the messages under way to the present routes. */
    private void reroute() {
        for (Map.Entry<Integer, Progress> entry : active.entrySet()) {
            Progress old = entry.getValue();
            TimedMessage message = plan.messages().get(old.id);
            FluidFlow flow =
                    flow(classOf(message), Double.POSITIVE_INFINITY, message.from(), message.to());
            shares.remove(old.flow);
            shares.add(flow);
            entry.setValue(new Progress(old.id, flow, old.bits, old.leftBits, old.received));
        }
    }
}
