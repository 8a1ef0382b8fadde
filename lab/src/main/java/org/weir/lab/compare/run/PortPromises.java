// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.control.PortId;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.loop.Forecast;
import org.weir.control.loop.PortState;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.policy.PolicyClass;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.network.Network;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * The promises that Weir's controller makes for the classes of each port, beside what the port
 * counted in the period for which they were made. A promise is that a decision expects all targets
 * of a class to be kept. What the controller says afterwards is what it shows as missed targets
 * when it has read the counters of that period. Only class-periods with {@value
 * ClassPeriods#LEAST_PACKETS} packets or more count, and none of the first period.
 */
final class PortPromises {
    private static final int CLASSES_PER_PORT = 8;
    private static final double PERCENT = 100;

    private final Network network;
    private final VirtualController controller;
    private final long periodNs;
    private final int periods;
    private final Map<PortId, Forecast[]> forecasts = new HashMap<>();
    private final Map<PortId, boolean[]> promised = new HashMap<>();
    private final Map<PortId, List<PortCount>> counted = new HashMap<>();
    private final Map<PortId, PortCount.Verdict[]> verdicts = new HashMap<>();
    private int promises;
    private int broken;
    private int silent;
    private int judged;
    private int kept;
    private int undecided;
    private int falseAlarms;
    private int measuredForecasts;
    private int withinMeasured;
    private int modelForecasts;
    private int withinModel;

    /**
     * @param periodNs of the controller
     * @param periods of the run
     */
    PortPromises(Network network, VirtualController controller, long periodNs, int periods) {
        this.network = network;
        this.controller = controller;
        this.periodNs = periodNs;
        this.periods = periods;
    }

    /**
     * Looks at the end of each period, and again when the controller has read and solved.
     *
     * @param settledNs after which it has, ns, below a period
     */
    void follow(long settledNs) {
        for (int i = 0; i <= periods; i++) {
            int period = i;
            network.engine().schedule(i * periodNs, () -> count(period > 1));
            network.engine().schedule(i * periodNs + settledNs, this::hear);
        }
    }

    /**
     * Reads counters and judges the period that ends.
     *
     * @param isJudged whether the period counts
     */
    private void count(boolean isJudged) {
        verdicts.clear();
        controller
                .loop()
                .states()
                .forEach(
                        state -> {
                            PortId port = state.port();
                            List<PortCount> now = read(port, state.delayHistogram());
                            List<PortCount> before = counted.put(port, now);
                            if (isJudged && before != null) {
                                verdicts.put(port, judge(port, before, now));
                            }
                        });
    }

    private PortCount.Verdict[] judge(PortId port, List<PortCount> before, List<PortCount> now) {
        PortCount.Verdict[] found = new PortCount.Verdict[now.size()];
        boolean[] promise = promised.getOrDefault(port, new boolean[now.size()]);
        Forecast[] told = forecasts.getOrDefault(port, new Forecast[now.size()]);
        for (int i = 0; i < found.length; i++) {
            Targets targets = controller.policy().classes().get(i).spec().targets();
            found[i] = now.get(i).since(before.get(i)).judge(targets, periodNs);
            if (found[i] == PortCount.Verdict.TOO_FEW) {
                continue;
            }
            judged++;
            kept += found[i] == PortCount.Verdict.KEPT ? 1 : 0;
            undecided += found[i] == PortCount.Verdict.UNDECIDED ? 1 : 0;
            promises += promise[i] ? 1 : 0;
            compare(now.get(i).since(before.get(i)), told[i]);
            broken += promise[i] && found[i] == PortCount.Verdict.MISSED ? 1 : 0;
        }
        return found;
    }

    private void compare(PortCount measured, Forecast delay) {
        if (delay != null && delay.isKnown()) {
            double ms = measured.delayMeanMs();
            int inside = ms >= delay.low() && ms <= delay.high() ? 1 : 0;
            if (delay.isMeasured()) {
                measuredForecasts++;
                withinMeasured += inside;
            } else {
                modelForecasts++;
                withinModel += inside;
            }
        }
    }

    private List<PortCount> read(PortId port, DelayHistogram histogram) {
        SwitchControl device = network.node(port.device()).device().orElseThrow();
        List<PortCount> counts = new ArrayList<>();
        for (PolicyClass one : controller.policy().classes()) {
            int queue = (int) port.port() * CLASSES_PER_PORT + counts.size();
            CounterValue arrived = value(device, WeirIngress.VirtualQueue.ARRIVALS, queue);
            CounterValue departed = value(device, WeirEgress.QueueStatistics.DEPARTURES, queue);
            CounterValue dropped = value(device, WeirIngress.VirtualQueue.DROPS, queue);
            counts.add(
                    new PortCount(
                            arrived.packets(),
                            arrived.bytes(),
                            departed.bytes(),
                            dropped.packets(),
                            histogram,
                            PortCount.delays(device, queue)));
        }
        return counts;
    }

    private static CounterValue value(SwitchControl device, String counter, int index) {
        return device.counter(counter).orElseThrow().read(index);
    }

    /**
     * Takes the verdict of the controller on the period that has ended, and its promises for the
     * next.
     */
    private void hear() {
        for (PortState state : controller.loop().states()) {
            PortCount.Verdict[] found = verdicts.get(state.port());
            boolean[] before = promised.get(state.port());
            for (int i = 0; found != null && before != null && i < found.length; i++) {
                boolean says = !state.classes().get(i).missedTargets().isEmpty();
                silent += before[i] && found[i] == PortCount.Verdict.MISSED && !says ? 1 : 0;
                falseAlarms += found[i] == PortCount.Verdict.KEPT && says ? 1 : 0;
            }
            controller
                    .loop()
                    .decision(state.port())
                    .ifPresent(
                            decision -> {
                                var classes = decision.solution().classes();
                                boolean[] now = new boolean[classes.size()];
                                Forecast[] delays = new Forecast[classes.size()];
                                for (int i = 0; i < now.length; i++) {
                                    now[i] = decision.promise(i).isGiven();
                                    delays[i] = decision.forecast(i, TargetKind.DELAY);
                                }
                                promised.put(state.port(), now);
                                forecasts.put(state.port(), delays);
                            });
        }
    }

    /** Counts as metrics; NaN where there was nothing to judge. */
    Map<Metric, Double> metrics() {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        metrics.put(Metric.PROMISES, (double) promises);
        metrics.put(Metric.BROKEN_PERCENT, part(broken, promises));
        metrics.put(Metric.SILENT_PERCENT, part(silent, promises));
        metrics.put(Metric.FALSE_ALARM_PERCENT, part(falseAlarms, kept));
        metrics.put(Metric.UNDECIDED_PERCENT, part(undecided, judged));
        metrics.put(Metric.WITHIN_PERCENT, part(withinMeasured, measuredForecasts));
        metrics.put(Metric.MODEL_WITHIN_PERCENT, part(withinModel, modelForecasts));
        return metrics;
    }

    private static double part(int count, int of) {
        return of == 0 ? Double.NaN : PERCENT * count / of;
    }
}
