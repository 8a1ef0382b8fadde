// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.workload.TimedMessage;

class ComparisonTest {
    private static final List<ComparedNetwork> SMALL = NetworkCatalogue.named("dumbbell-10m");

    @Test
    void rowsDoNotDependOnThreads() {
        List<RunRow> one = rows(1, SMALL, "ecn", "targets");
        assertThat(rows(3, SMALL, "ecn", "targets")).isEqualTo(one);
        assertThat(one).hasSize(4);
        assertThat(one.get(0).scheme()).isEqualTo("ecn");
        assertThat(one.get(0)).isNotEqualTo(one.get(1));
    }

    /** Changes only when the lab, the draw or the measurement changes. */
    @Test
    void goldenRun() {
        RunRow row = rows(1, SMALL, "ecn").get(0);
        assertThat(row.verdicts())
                .isEqualTo("-1111-1110-0101-0111/-1111-1111-1111-1111/-1111-1111-1111-1111");
        assertThat(
                        String.format(
                                Locale.ROOT,
                                "%.3f %.3f %.1f %.2f",
                                row.metrics().get(Metric.GOODPUT_MBPS),
                                row.metrics().get(Metric.QUEUE_MEAN),
                                row.metrics().get(Metric.P99_A_US),
                                row.metrics().get(Metric.SLOWDOWN_P99)))
                .isEqualTo("17.967 4.504 40894.5 120.05");
    }

    /** Each of these has an effect; that two rows are equal would be a coincidence. */
    @Test
    void variantsAreNotTheWhole() {
        List<ComparedNetwork> network = NetworkCatalogue.named("flood-10m");
        List<RunRow> rows =
                rows(
                        2,
                        network,
                        "targets",
                        "targets-off",
                        "targets-static",
                        "targets-weights",
                        "targets-thresholds",
                        "targets-no-feedback",
                        "targets-oracle");
        assertThat(rows.stream().map(RunRow::metrics).distinct()).hasSize(rows.size());
    }

    @Test
    void everyKindOfEventRuns() {
        for (String name : List.of("slow-link-1g", "reroute-1g", "incast-1g", "tenant-1g")) {
            List<RunRow> rows = rows(2, NetworkCatalogue.named(name), "ecn", "targets");
            assertThat(rows)
                    .allSatisfy(
                            row ->
                                    assertThat(row.metrics().get(Metric.GOODPUT_MBPS))
                                            .as(name)
                                            .isPositive());
        }
    }

    @Test
    void slowLineIsSlow() {
        List<RunRow> rows = rows(2, NetworkCatalogue.named("slow-link-1g"), "ecn");
        List<RunRow> without =
                rows(2, List.of(without(NetworkCatalogue.named("slow-link-1g").get(0))), "ecn");
        assertThat(rows.get(0).metrics().get(Metric.GOODPUT_MBPS))
                .isLessThan(without.get(0).metrics().get(Metric.GOODPUT_MBPS));
    }

    private static ComparedNetwork without(ComparedNetwork one) {
        return new ComparedNetwork(
                one.name(),
                one.shape(),
                one.linkBps(),
                one.fabricRatio(),
                one.linkDelayNs(),
                one.payloadBytes(),
                one.sizes(),
                one.load(),
                one.mix(),
                one.tightness(),
                List.of());
    }

    @Test
    void classPeriodIsKeptOnlyWhenAllHolds() {
        ComparedNetwork network = SMALL.get(0);
        assertThat(verdict(network, 0, 0, 1)).isEqualTo('1');
        assertThat(verdict(network, network.meanTargetNs(0) * 1.01, 0, 1)).isEqualTo('0');
        assertThat(verdict(network, network.meanTargetNs(0) * 0.99, 0, 1)).isEqualTo('1');
        assertThat(verdict(network, 0, 0.01, 1)).isEqualTo('0');
        assertThat(verdict(network, 0, 0, 0.0009)).isEqualTo('0');
    }

    /**
     * Verdict on a class-period of class A in which every packet waited as long.
     *
     * @param resentPart packets sent again over those that arrived
     * @param arrivedPart packets that arrived over those that were wanted
     */
    private static char verdict(
            ComparedNetwork network, double queuedNs, double resentPart, double arrivedPart) {
        int periods = 40;
        LoadPlan plan =
                new LoadPlan(
                        network,
                        network.shape().create(network.access(), network.fabric(), 5),
                        periods,
                        5);
        Engine engine = new Engine(Pacing.FREE);
        ClassPeriods log = new ClassPeriods(engine, network, plan, periods);
        String before = log.verdicts();
        int cell = before.indexOf('0');
        int host = cell / periods;
        int period = cell % periods;
        List<TimedMessage> own =
                plan.messages().stream()
                        .filter(one -> one.to() == host && one.message().dscp() == 46)
                        .filter(one -> one.startNs() / network.periodNs() == period)
                        .toList();
        engine.runUntil(period * network.periodNs() + 1);
        int resent = 0;
        int count = 0;
        for (TimedMessage one : own) {
            long packets = (one.message().bytes() + 999) / 1000;
            double aloneNs =
                    2 * network.packetNs()
                            + network.packetNs() / network.fabricRatio()
                            + 3 * network.linkDelayNs();
            double sameSideNs = 2 * network.packetNs() + 2 * network.linkDelayNs();
            boolean near = one.from() / 2 == one.to() / 2;
            for (int i = 0; i < 100 * packets * arrivedPart; i++) {
                log.received(
                        one.message().id(),
                        (long) (queuedNs + (near ? sameSideNs : aloneNs)),
                        1000);
                count++;
            }
        }
        for (; resent < resentPart * count; resent++) {
            log.resent(own.get(0).message().id());
        }
        return log.verdicts().charAt(cell);
    }

    private static List<RunRow> rows(int threads, List<ComparedNetwork> networks, String... names) {
        try (Comparison comparison = new Comparison(threads, 5, row -> {})) {
            return comparison.run(
                    Stream.of(names).map(name -> SchemeChoice.read(name, Map.of())).toList(),
                    networks,
                    names.length == 2 ? List.of(1L, 2L) : List.of(1L));
        }
    }
}
