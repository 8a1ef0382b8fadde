// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortId;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.scheme.Installation;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.Variant;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.datacentre.QueueSamples;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.transport.ProbeTimes;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Values;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** One scheme on one network with one seed. */
public final class CompareRun {
    private static final int LOOKS_PER_PERIOD = 200;

    // Times of a sender that hears nothing, in packet times beside round trips. A loss probe is
    // short and costs little. Only where many packets wait does a sender probe in vain before its
    // first sample of the round trip.
    private static final int FIRST_PROBE_PACKETS = 32;
    private static final int LEAST_PROBE_PACKETS = 8;
    private static final int MOST_PROBE_PACKETS = 1000;

    private final SchemeChoice choice;
    private final ComparedNetwork network;
    private final int periods;
    private final long seed;

    /**
     * @param periods length of the run, in the controller's periods, at least 2
     * @param seed of all that is random
     */
    public CompareRun(SchemeChoice choice, ComparedNetwork network, int periods, long seed) {
        this.choice = choice;
        this.network = network;
        this.periods = periods;
        this.seed = seed;
    }

    /**
     * Runs it. The same arguments give the same row. Of a choice in hindsight all candidates run,
     * and the row is that of the one that keeps most class-periods, the first of several.
     */
    public RunOutcome run() {
        if (choice.variant() == Variant.FLUID) {
            return new FluidRun(choice, network, periods, seed).run();
        }
        if (choice.variant() != Variant.HINDSIGHT) {
            return runOnce();
        }
        RunOutcome best = null;
        for (SchemeChoice one : choice.hindsight()) {
            RunOutcome run = new CompareRun(one, network, periods, seed).runOnce();
            if (best == null
                    || Double.isNaN(best.row().keptPart())
                    || run.row().keptPart() > best.row().keptPart()) {
                best = run;
            }
        }
        return best.labelled(choice.label());
    }

    private RunOutcome runOnce() {
        NetworkSpec spec =
                network.shape()
                        .create(network.access(), network.fabric(), network.trafficSeed(seed));
        LoadPlan plan = new LoadPlan(network, spec, periods, seed);
        Values values = choice.values(network);
        Engine engine = new Engine(Pacing.FREE);
        Network running = new Network(spec, engine);
        RateTransport transport =
                new RateTransport(
                        choice.reaction(values, network.linkBps()),
                        network.payloadBytes(),
                        probes());
        Installation installed;
        try {
            installed = Installation.install(choice, running, values, plan);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + choice.label(), e);
        }
        RunMeasurement measured = new RunMeasurement(engine, network, plan, periods);
        running.hosts().forEach(host -> host.use(transport, measured.log()));
        for (TimedMessage one : plan.messages()) {
            engine.schedule(
                    one.startNs(), () -> running.hosts().get(one.from()).send(one.message()));
        }
        Optional<PortPromises> promises =
                installed
                        .loop()
                        .map(one -> new PortPromises(running, one, network.periodNs(), periods));
        promises.ifPresent(one -> one.follow(2 * values.msAsNs("controlDelayMs") + 1));
        Events events = new Events(running, plan, installed);
        plan.phases().forEach(events::schedule);
        QueueSamples queues = new QueueSamples(running, network.frameBytes());
        look(engine, queues, measured.warmUpNs(), plan.runNs());
        running.start();
        measured.run();
        Map<Metric, Double> metrics = measured.metrics();
        measured.putDelays(metrics);
        metrics.put(Metric.QUEUE_MEAN, queues.mean());
        promises.ifPresent(one -> metrics.putAll(one.metrics()));
        return measured.outcome(choice.label(), seed, metrics, true);
    }

    private ProbeTimes probes() {
        double packetNs = network.packetNs();
        double roundTripNs = network.roundTripNs();
        return new ProbeTimes(
                Math.round(3 * roundTripNs + FIRST_PROBE_PACKETS * packetNs),
                Math.round(2 * roundTripNs + LEAST_PROBE_PACKETS * packetNs),
                Math.round(3 * roundTripNs + MOST_PROBE_PACKETS * packetNs));
    }

    private void look(Engine engine, QueueSamples queues, long fromNs, long untilNs) {
        if (fromNs < untilNs) {
            engine.schedule(
                    fromNs,
                    () -> {
                        queues.take();
                        look(
                                engine,
                                queues,
                                fromNs + network.periodNs() / LOOKS_PER_PERIOD,
                                untilNs);
                    });
        }
    }

    /** Changes of the network itself. */
    private final class Events {
        private final Network running;
        private final LoadPlan plan;
        private final Installation installed;
        private final Rerouting rerouting;
        private boolean slow;
        private boolean rerouted;

        Events(Network running, LoadPlan plan, Installation installed) {
            this.running = running;
            this.plan = plan;
            this.installed = installed;
            rerouting = new Rerouting(running);
        }

        void schedule(LoadPlan.Phase phase) {
            if (phase.has(LoadEvent.Kind.FLOOD)) {
                flood(phase);
            }
            running.engine()
                    .schedule(
                            phase.fromNs(),
                            () -> {
                                setSlow(phase.has(LoadEvent.Kind.SLOW_LINK));
                                setRerouted(phase.has(LoadEvent.Kind.REROUTE));
                            });
        }

        private void flood(LoadPlan.Phase phase) {
            List<Host> hosts = running.hosts();
            Flood.add(
                    TrafficClass.values()[phase.classOf(LoadEvent.Kind.FLOOD)],
                    hosts.get(hosts.size() - 1),
                    hosts.get(0),
                    network.frameBytes(),
                    new LoadSchedule(
                            List.of(
                                    new LoadSchedule.Step(
                                            phase.fromNs(), Math.round(phase.floodBps())),
                                    new LoadSchedule.Step(phase.untilNs(), 0)),
                            0),
                    choice.scheme(),
                    choice.values(network),
                    network.trafficSeed(seed));
        }

        private void setSlow(boolean now) {
            if (now == slow) {
                return;
            }
            slow = now;
            for (LinkSpec.End end : plan.slowEnds()) {
                long nominal = plan.routes().port(end).rateBps();
                long rateBps = now ? Math.round(LoadEvent.SLOW_LINK_PART * nominal) : nominal;
                running.node(end.node()).setPortRate(end.port(), rateBps);
                installed
                        .controller()
                        .filter(
                                one ->
                                        one.ratesBps()
                                                .containsKey(new PortId(end.node(), end.port())))
                        .ifPresent(
                                one ->
                                        one.rateChanged(
                                                new PortId(end.node(), end.port()), rateBps));
            }
        }

        private void setRerouted(boolean now) {
            if (now == rerouted) {
                return;
            }
            rerouted = now;
            plan.reroutes()
                    .forEach(
                            change ->
                                    rerouting.set(
                                            change.device(),
                                            change.receiver(),
                                            now
                                                    ? change.port()
                                                    : original(
                                                            change.device(), change.receiver())));
        }

        private int original(String device, int receiver) {
            return plan.routes().portTowards(device, receiver);
        }
    }
}
