// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortId;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.scheme.Installation;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.Variant;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.datacentre.MessageRecords;
import org.weir.lab.experiment.datacentre.QueueSamples;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.Sample;
import org.weir.lab.workload.IdealTime;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** One scheme on one network with one seed. */
public final class CompareRun {
    /** Time until what has begun has ended, at most, over the run's. */
    private static final double DRAIN_RATIO = 1;

    private static final int LOOKS_PER_PERIOD = 200;
    private static final double SLOWED = 0.1;
    private static final long FLOOD_SEED = 0x5eed;
    private static final int FLOOD_PORT = 4000;

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
        if (choice.variant() != Variant.HINDSIGHT) {
            return runOnce();
        }
        RunOutcome best = null;
        for (SchemeChoice one : choice.hindsight()) {
            RunOutcome run = new CompareRun(one, network, periods, seed).runOnce();
            if (best == null || run.row().keptPart() > best.row().keptPart()) {
                best = run;
            }
        }
        return best.labelled(choice.label());
    }

    private RunOutcome runOnce() {
        NetworkSpec spec = network.shape().create(network.access(), network.fabric(), seed);
        LoadPlan plan = new LoadPlan(network, spec, periods, seed);
        Values values = choice.values(network);
        Engine engine = new Engine(Pacing.FREE);
        Network running = new Network(spec, engine);
        RateTransport transport =
                new RateTransport(
                        choice.scheme().reaction(values), network.payloadBytes(), retransmitNs());
        Installation installed;
        try {
            installed = Installation.install(choice, running, values, plan);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + choice.label(), e);
        }
        MessageRecords records = new MessageRecords(engine, plan.messages());
        ClassPeriods targets = new ClassPeriods(engine, network, plan, periods);
        MessageLog log = both(records, targets);
        running.hosts().forEach(host -> host.use(transport, log));
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
        QueueSamples queues = new QueueSamples(running);
        long warmUpNs = network.periodNs();
        look(engine, queues, warmUpNs, plan.runNs());
        running.start();
        engine.runUntil(warmUpNs);
        long before = records.deliveredBytes();
        engine.runUntil(plan.runNs());
        double seconds = (plan.runNs() - warmUpNs) / 1e9;
        double goodputBps = 8 * (records.deliveredBytes() - before) / seconds;
        long lastNs = Math.round((1 + DRAIN_RATIO) * plan.runNs());
        long endless = plan.messages().stream().filter(plan::isBulk).count();
        while (records.undelivered() > endless && engine.nowNs() < lastNs) {
            engine.runUntil(Math.min(lastNs, engine.nowNs() + network.periodNs()));
        }
        Map<Metric, Double> metrics = new LinkedHashMap<>();
        double offeredBps = plan.offeredBytes(warmUpNs) * 8 / seconds;
        metrics.put(Metric.GOODPUT_MBPS, goodputBps / 1e6);
        metrics.put(Metric.CARRIED_PERCENT, 100 * goodputBps / offeredBps);
        metrics.put(Metric.QUEUE_MEAN, queues.mean());
        for (TrafficClass one : TrafficClass.values()) {
            boolean none = records.delay(one).count() == 0;
            metrics.put(
                    Metric.delayMean(one), none ? Double.NaN : records.delay(one).meanNs() / 1e3);
            metrics.put(
                    Metric.delayP99(one),
                    none ? Double.NaN : records.delay(one).percentileNs(0.99) / 1e3);
        }
        putSlowdowns(metrics, records, plan, transport, warmUpNs);
        metrics.put(Metric.RESENT_PERCENT, 100 * records.resentFraction());
        for (Metric metric : Metric.values()) {
            if (metric.isOfPromises()) {
                metrics.put(metric, Double.NaN);
            }
        }
        promises.ifPresent(one -> metrics.putAll(one.metrics()));
        return new RunOutcome(
                new RunRow(choice.label(), network.name(), seed, metrics, targets.verdicts()),
                new RunDetail(delays(records), targets.points(), targets.misses()));
    }

    private static List<RunDetail.DelayPoint> delays(MessageRecords records) {
        List<RunDetail.DelayPoint> points = new ArrayList<>();
        for (TrafficClass one : TrafficClass.values()) {
            for (double part : RunDetail.PARTS) {
                if (records.delay(one).count() > 0) {
                    double us = records.delay(one).percentileNs(part) / 1e3;
                    points.add(new RunDetail.DelayPoint(one, part, us));
                }
            }
        }
        return points;
    }

    private long retransmitNs() {
        double full = 3 * ComparedNetwork.QUEUE_PACKETS * network.packetNs();
        return Math.round(full + 3 * network.roundTripNs());
    }

    private static void putSlowdowns(
            Map<Metric, Double> metrics,
            MessageRecords records,
            LoadPlan plan,
            RateTransport transport,
            long warmUpNs) {
        List<TimedMessage> messages = plan.messages();
        long[] idealNs = new long[messages.size()];
        for (int i = 0; i < idealNs.length; i++) {
            TimedMessage one = messages.get(i);
            idealNs[i] =
                    IdealTime.ns(
                            transport,
                            one.message().bytes(),
                            plan.routes().lines(one.from(), one.to()));
        }
        IntPredicate judged =
                id -> messages.get(id).startNs() >= warmUpNs && !plan.isBulk(messages.get(id));
        double[] slowdowns = records.slowdowns(judged, idealNs);
        metrics.put(Metric.SLOWDOWN_P50, Sample.percentile(slowdowns, 0.5));
        metrics.put(Metric.SLOWDOWN_P99, Sample.percentile(slowdowns, 0.99));
        metrics.put(Metric.SLOWDOWN_P999, Sample.percentile(slowdowns, 0.999));
        for (TrafficClass one : TrafficClass.values()) {
            double[] ofClass =
                    records.slowdowns(
                            id ->
                                    judged.test(id)
                                            && messages.get(id).message().dscp() == one.dscp(),
                            idealNs);
            metrics.put(
                    Metric.slowdownP999(one),
                    ofClass.length == 0 ? Double.NaN : Sample.percentile(ofClass, 0.999));
        }
        metrics.put(Metric.FINISHED_PERCENT, 100 * records.deliveredFraction(judged));
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

    private static MessageLog both(MessageLog one, MessageLog other) {
        return new MessageLog() {
            @Override
            public void received(int messageId, long delayNs, int bytes) {
                one.received(messageId, delayNs, bytes);
                other.received(messageId, delayNs, bytes);
            }

            @Override
            public void delivered(int messageId, long nowNs) {
                one.delivered(messageId, nowNs);
                other.delivered(messageId, nowNs);
            }

            @Override
            public void resent(int messageId) {
                one.resent(messageId);
                other.resent(messageId);
            }
        };
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
            Host from = hosts.get(hosts.size() - 1);
            int id = from.senders().size();
            TrafficClass own = TrafficClass.values()[phase.classOf(LoadEvent.Kind.FLOOD)];
            from.addFlow(
                    new FlowConfig(
                            id,
                            "flood " + id,
                            own.name(),
                            from.config().ipv4(),
                            hosts.get(0).config().ipv4(),
                            FLOOD_PORT + id,
                            FLOOD_PORT + id,
                            own.dscp(),
                            true,
                            network.frameBytes(),
                            ArrivalProcess.POISSON,
                            new LoadSchedule(
                                    List.of(
                                            new LoadSchedule.Step(
                                                    phase.fromNs(), Math.round(phase.floodBps())),
                                            new LoadSchedule.Step(phase.untilNs(), 0)),
                                    0),
                            FlowConfig.DEFAULT_BACKLOG_PACKETS,
                            Optional.empty()),
                    seed ^ FLOOD_SEED + id);
        }

        private void setSlow(boolean now) {
            if (now == slow) {
                return;
            }
            slow = now;
            for (LinkSpec.End end : plan.slowEnds()) {
                long nominal = plan.routes().port(end).rateBps();
                long rateBps = now ? Math.round(SLOWED * nominal) : nominal;
                var traffic = running.node(end.node()).device().orElseThrow().traffic();
                var before = traffic.portTraffic(end.port());
                traffic.setPortTraffic(end.port(), before.withRates(rateBps, before.ratePps()));
                choice.scheme().rateChanged(running.node(end.node()), end.port(), rateBps);
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
