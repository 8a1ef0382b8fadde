// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.engine.Engine;
import org.weir.lab.experiment.datacentre.MessageRecords;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.ProbeTimes;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.stats.Sample;
import org.weir.lab.workload.IdealTime;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** Measurements of the messages of one run, for packets and for a fluid. */
final class RunMeasurement {
    /** Time until what has begun has ended, at most, over the run's. */
    private static final double DRAIN_RATIO = 1;

    private final Engine engine;
    private final ComparedNetwork network;
    private final LoadPlan plan;
    private final MessageRecords records;
    private final ClassPeriods targets;
    private final long[] idealNs;
    private double goodputBps;

    /** Of a run that has not begun. */
    RunMeasurement(Engine engine, ComparedNetwork network, LoadPlan plan, int periods) {
        this.engine = engine;
        this.network = network;
        this.plan = plan;
        records = new MessageRecords(engine, plan.messages(), warmUpNs(), plan.runNs());
        targets = new ClassPeriods(engine, network, plan, periods);
        idealNs = idealNs();
    }

    private long[] idealNs() {
        RateTransport transport =
                new RateTransport(Optional.empty(), network.payloadBytes(), ProbeTimes.from(1));
        List<TimedMessage> messages = plan.messages();
        long[] times = new long[messages.size()];
        for (int i = 0; i < times.length; i++) {
            TimedMessage one = messages.get(i);
            times[i] =
                    IdealTime.ns(
                            transport,
                            one.message().bytes(),
                            plan.routes().lines(one.from(), one.to()));
        }
        return times;
    }

    /** Time that a message takes in a network that carries nothing else, ns. */
    long idealNs(int messageId) {
        return idealNs[messageId];
    }

    /** Takes what receivers and senders tell of messages. */
    MessageLog log() {
        return both(records, targets);
    }

    /**
     * Runs the engine until the run's end, and on until what has begun has ended, except for
     * endless messages.
     */
    void run() {
        engine.runUntil(warmUpNs());
        long before = records.deliveredBytes();
        engine.runUntil(plan.runNs());
        goodputBps = 8 * (records.deliveredBytes() - before) / seconds();
        long lastNs = Math.round((1 + DRAIN_RATIO) * plan.runNs());
        List<TimedMessage> messages = plan.messages();
        while (records.undelivered(id -> !plan.isBulk(messages.get(id))) > 0
                && engine.nowNs() < lastNs) {
            engine.runUntil(Math.min(lastNs, engine.nowNs() + network.periodNs()));
        }
    }

    /** Beginning of what is measured: the network is empty before its first period. */
    long warmUpNs() {
        return network.periodNs();
    }

    private double seconds() {
        return (plan.runNs() - warmUpNs()) / 1e9;
    }

    /** Every metric of messages; those of queues and promises are NaN. */
    Map<Metric, Double> metrics() {
        Map<Metric, Double> metrics = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            metrics.put(metric, Double.NaN);
        }
        double offeredBps = plan.offeredBytes(warmUpNs()) * 8 / seconds();
        metrics.put(Metric.GOODPUT_MBPS, goodputBps / 1e6);
        metrics.put(Metric.CARRIED_PERCENT, 100 * goodputBps / offeredBps);
        putSlowdowns(metrics);
        metrics.put(Metric.RESENT_PERCENT, 100 * records.resentFraction());
        return metrics;
    }

    /** Adds the delays of packets. */
    void putDelays(Map<Metric, Double> metrics) {
        for (TrafficClass one : TrafficClass.values()) {
            if (records.delay(one).count() > 0) {
                metrics.put(Metric.delayMean(one), records.delay(one).meanNs() / 1e3);
                metrics.put(Metric.delayP99(one), records.delay(one).percentileNs(0.99) / 1e3);
            }
        }
    }

    private void putSlowdowns(Map<Metric, Double> metrics) {
        List<TimedMessage> messages = plan.messages();
        IntPredicate judged =
                id -> messages.get(id).startNs() >= warmUpNs() && !plan.isBulk(messages.get(id));
        double[] slowdowns = records.slowdowns(judged, idealNs);
        metrics.put(Metric.SLOWDOWN_P50, Sample.percentile(slowdowns, 0.5));
        metrics.put(Metric.SLOWDOWN_P99, Sample.percentile(slowdowns, 0.99));
        metrics.put(Metric.SLOWDOWN_P999, Sample.percentile(slowdowns, 0.999));
        metrics.put(Metric.MESSAGES, (double) slowdowns.length);
        for (TrafficClass one : TrafficClass.values()) {
            double[] ofClass =
                    records.slowdowns(
                            id ->
                                    judged.test(id)
                                            && messages.get(id).message().dscp() == one.dscp(),
                            idealNs);
            metrics.put(
                    Metric.slowdownP99(one),
                    ofClass.length == 0 ? Double.NaN : Sample.percentile(ofClass, 0.99));
        }
        metrics.put(Metric.FINISHED_PERCENT, 100 * records.deliveredFraction(judged));
    }

    /**
     * All of it under a label.
     *
     * @param withDelays whether packets have delays of which the distribution is told
     */
    RunOutcome outcome(String label, long seed, Map<Metric, Double> metrics, boolean withDelays) {
        return new RunOutcome(
                new RunRow(label, network.name(), seed, metrics, targets.verdicts()),
                new RunDetail(
                        withDelays ? delays() : List.of(), targets.points(), targets.misses()));
    }

    private List<RunDetail.DelayPoint> delays() {
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
}
