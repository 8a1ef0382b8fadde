// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.IdealTime;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** Queueing delays of packets while a line between two switches has a tenth of its rate. */
class ClassPeriodsTest {
    private static final int PERIODS = 10;

    private final ComparedNetwork network = NetworkCatalogue.named("slow-link-1g").get(0);
    private final Engine engine = new Engine(Pacing.FREE);
    private final LoadPlan plan =
            new LoadPlan(
                    network,
                    network.shape().create(network.access(), network.fabric(), 1),
                    PERIODS,
                    1);
    private final ClassPeriods measured = new ClassPeriods(engine, network, plan, PERIODS);

    @Test
    void theTimeOnTheSlowLineIsNoQueueingDelay() {
        LoadPlan.Phase slow =
                plan.phases().stream()
                        .filter(one -> one.has(LoadEvent.Kind.SLOW_LINK))
                        .findFirst()
                        .orElseThrow();
        TimedMessage one = overTheSlowLine();
        List<LineSpec> lines = plan.routes().lines(one.from(), one.to());
        long nominalNs = IdealTime.ofFrame(network.frameBytes(), lines);
        long fabricNs = 8_000_000_000L * network.frameBytes() / network.fabric().rateBps();
        long slowNs = nominalNs + 9 * fabricNs;
        long queuedNs = 5000;
        int slowPeriod = (int) (slow.fromNs() / network.periodNs()) + 1;

        receive(one, network.periodNs() + network.periodNs() / 2, nominalNs + queuedNs);
        receive(one, slowPeriod * network.periodNs() + 1_000_000, slowNs + queuedNs);

        assertThat(queuedUs(one, 1)).isCloseTo(queuedNs / 1e3, within(0.001));
        assertThat(queuedUs(one, slowPeriod)).isCloseTo(queuedNs / 1e3, within(0.01));
    }

    private TimedMessage overTheSlowLine() {
        return plan.messages().stream()
                .filter(
                        one ->
                                plan.routes().ports(one.from(), one.to()).stream()
                                        .anyMatch(plan.slowEnds()::contains))
                .findFirst()
                .orElseThrow();
    }

    private void receive(TimedMessage one, long atNs, long delayNs) {
        engine.schedule(atNs, () -> measured.received(one.message().id(), delayNs, 1000));
        engine.runUntil(atNs);
    }

    private double queuedUs(TimedMessage one, int period) {
        TrafficClass own = TrafficClass.ofDscp(one.message().dscp());
        return measured.points().stream()
                .filter(point -> point.ofClass() == own && point.period() == period)
                .mapToDouble(RunDetail.PeriodPoint::queuedUs)
                .findFirst()
                .orElseThrow();
    }
}
