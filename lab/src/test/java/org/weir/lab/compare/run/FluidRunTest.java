// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.network.NetworkDraw;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.network.NetworkSpec;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class FluidRunTest {
    private static final String EQUAL = ":aImportance=1:bImportance=1:cImportance=1";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dumbbell-10m",
                "incast-1g",
                "mix-100m",
                "tenant-1g",
                "flood-10m",
                "slow-link-1g",
                "reroute-1g",
                "contended-20261001-1"
            })
    void everyMessageEnds(String name) {
        Map<Metric, Double> fluid = run("targets-fluid", network(name)).row().metrics();
        assertThat(fluid.get(Metric.FINISHED_PERCENT)).isEqualTo(100);
        assertThat(fluid.get(Metric.SLOWDOWN_P50)).isGreaterThanOrEqualTo(1);
        assertThat(fluid.get(Metric.RESENT_PERCENT)).isZero();
        assertThat(fluid.get(Metric.QUEUE_MEAN)).isNaN();
        assertThat(fluid.get(Metric.P99_A_US)).isNaN();
    }

    /** With hardly any load messages do not meet. */
    @Test
    void aMessageAloneTakesItsIdealTime() {
        ComparedNetwork network = withLoad(network("dumbbell-1g"), 0.001);
        Map<Metric, Double> fluid = run("targets-fluid", network).row().metrics();
        assertThat(fluid.get(Metric.SLOWDOWN_P50)).isCloseTo(1, within(1e-3));
        assertThat(fluid.get(Metric.SLOWDOWN_P99)).isCloseTo(1, within(1e-2));
    }

    /** All that was offered arrives: in the periods, and as goodput. */
    @Test
    void allOfferedBytesArrive() {
        ComparedNetwork network = network("dumbbell-10m");
        RunOutcome fluid = run("targets-fluid", network);
        NetworkSpec spec = network.shape().create(network.access(), network.fabric(), 1);
        double offered =
                new LoadPlan(network, spec, 6, 1)
                        .messages().stream().mapToDouble(one -> one.message().bytes()).sum();
        double arrived =
                fluid.detail().periods().stream()
                        .mapToDouble(one -> one.goodputMbps() * 1e3 * network.periodMs() / 8)
                        .sum();
        assertThat(arrived).isBetween(0.8 * offered, offered * 1.0001);
    }

    /** Queues and feedback cost the slowest messages something, the division alone less. */
    @Test
    void isFasterThanPackets() {
        ComparedNetwork network = network("incast-1g");
        Map<Metric, Double> fluid = run("targets-fluid", network).row().metrics();
        Map<Metric, Double> packets = run("targets", network).row().metrics();
        assertThat(fluid.get(Metric.SLOWDOWN_P999)).isLessThan(packets.get(Metric.SLOWDOWN_P999));
        assertThat(fluid.get(Metric.GOODPUT_MBPS))
                .isCloseTo(packets.get(Metric.GOODPUT_MBPS), withinPercentage(3));
    }

    @Test
    void importanceDividesTheLines() {
        ComparedNetwork network = network("incast-1g");
        Map<Metric, Double> byImportance = run("targets-fluid", network).row().metrics();
        Map<Metric, Double> equal = run("targets-fluid" + EQUAL, network).row().metrics();
        assertThat(byImportance.get(Metric.SLOWDOWN_A_P99))
                .isLessThan(equal.get(Metric.SLOWDOWN_A_P99));
        assertThat(byImportance.get(Metric.SLOWDOWN_C_P99))
                .isGreaterThan(equal.get(Metric.SLOWDOWN_C_P99));
    }

    @Test
    void aSlowLineDelaysMessages() {
        ComparedNetwork network = network("slow-link-1g");
        assertThat(p999(network)).isGreaterThan(1.1 * p999(withEvents(network, nothing(0.35))));
    }

    @Test
    void reroutedMessagesMeetOnTheOtherUplink() {
        ComparedNetwork network = withNarrowFabric(network("reroute-1g"));
        assertThat(p999(network)).isGreaterThan(1.05 * p999(withEvents(network, nothing(0.35))));
    }

    @Test
    void aFloodDelaysMessagesWhileItLasts() {
        ComparedNetwork network = network("flood-10m");
        Metric half = Metric.SLOWDOWN_P50;
        double whole = of(half, withEvents(network, flood(1), nothing(0.25)));
        double part = of(half, withEvents(network, flood(0.25), nothing(0.25)));
        assertThat(whole).isGreaterThan(1.05 * part);
    }

    /** Of endless messages all periods have as much, also the first and the last. */
    @Test
    void whatArrivesCountsToItsPeriod() {
        ComparedNetwork network =
                with(
                        network("dumbbell-1g"),
                        0.001,
                        List.of(new LoadEvent(LoadEvent.Kind.BULK, 0, 1, 1)));
        double[] goodputMbps = new double[6];
        for (RunDetail.PeriodPoint one : run("targets-fluid", network).detail().periods()) {
            goodputMbps[one.period()] += one.goodputMbps();
        }
        for (double one : goodputMbps) {
            assertThat(one).isCloseTo(goodputMbps[2], withinPercentage(1));
        }
    }

    private static LoadEvent flood(double untilPart) {
        return new LoadEvent(LoadEvent.Kind.FLOOD, 0.2, untilPart, 2);
    }

    /**
     * Endless messages, none of them: as another event it divides the run, so the draw is equal.
     */
    private static LoadEvent nothing(double fromPart) {
        return new LoadEvent(LoadEvent.Kind.BULK, fromPart, 0.75, 0);
    }

    private static double p999(ComparedNetwork network) {
        return of(Metric.SLOWDOWN_P999, network);
    }

    private static double of(Metric metric, ComparedNetwork network) {
        return run("targets-fluid", network).row().metrics().get(metric);
    }

    private static ComparedNetwork network(String name) {
        return NetworkDraw.named(name, 0).orElseGet(() -> NetworkCatalogue.named(name)).get(0);
    }

    private static ComparedNetwork withLoad(ComparedNetwork one, double load) {
        return with(one, load, List.of());
    }

    private static ComparedNetwork withEvents(ComparedNetwork one, LoadEvent... events) {
        return with(one, one.load(), List.of(events));
    }

    private static ComparedNetwork with(ComparedNetwork one, double load, List<LoadEvent> events) {
        return with(one, one.fabricRatio(), load, events);
    }

    private static ComparedNetwork withNarrowFabric(ComparedNetwork one) {
        return with(one, 0.8, one.load(), one.events());
    }

    private static ComparedNetwork with(
            ComparedNetwork one, double fabricRatio, double load, List<LoadEvent> events) {
        return new ComparedNetwork(
                one.name(),
                one.shape(),
                one.linkBps(),
                fabricRatio,
                one.linkDelayNs(),
                one.payloadBytes(),
                one.sizes(),
                load,
                one.mix(),
                one.needs(),
                one.areRatesGuaranteed(),
                events);
    }

    private static RunOutcome run(String scheme, ComparedNetwork network) {
        return new CompareRun(SchemeChoice.read(scheme, Map.of()), network, 6, 1).run();
    }
}
