// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.lab.compare.network.ClassNeed;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.Miss;
import org.weir.lab.compare.result.MissCause;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;
import org.weir.rules.ComputesOnly;

@ComputesOnly
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
                .isEqualTo("-0111-0011-0011--1-1/-1111-1111-1111-1111/-1111-1111-1111-1111");
        assertThat(
                        String.format(
                                Locale.ROOT,
                                "%.3f %.3f %.1f %.2f",
                                row.metrics().get(Metric.GOODPUT_MBPS),
                                row.metrics().get(Metric.QUEUE_MEAN),
                                row.metrics().get(Metric.P99_A_US),
                                row.metrics().get(Metric.SLOWDOWN_P99)))
                .isEqualTo("19.974 2.547 39845.9 99.07");
    }

    /**
     * Each of these has an effect in ten periods; that two rows are equal would be a coincidence.
     * In five the controller need not change a weight.
     */
    @Test
    void variantsAreNotTheWhole() {
        List<ComparedNetwork> network = NetworkCatalogue.named("flood-10m");
        List<RunRow> rows =
                rowsOf(
                        10,
                        2,
                        network,
                        "targets",
                        "targets-off",
                        "targets-static",
                        "targets-weights",
                        "targets-thresholds",
                        "targets-no-feedback",
                        "targets-oracle",
                        "targets-dctcp",
                        "targets-dctcp-no-feedback");
        assertThat(rows.stream().map(ComparisonTest::withoutPromises).distinct())
                .hasSize(rows.size());
        // Only a loop that goes on makes promises.
        assertThat(rows.stream().map(row -> row.metrics().get(Metric.PROMISES) > 0))
                .containsExactly(true, false, false, true, true, true, false, true, true);
    }

    /**
     * With the controller off ports keep their settings; this variant has new ones for new rates.
     */
    @Test
    void ratesAreFollowedWithoutMeasuring() {
        List<RunRow> slow =
                rowsOf(
                        6,
                        1,
                        NetworkCatalogue.named("slow-link-1g"),
                        "targets-off",
                        "targets-rates",
                        "targets");
        assertThat(slow.stream().map(ComparisonTest::withoutPromises).distinct()).hasSize(3);
        List<RunRow> steady =
                rowsOf(
                        3,
                        1,
                        NetworkCatalogue.named("flood-10m"),
                        "targets-off",
                        "targets-rates",
                        "targets");
        assertThat(steady.get(1).metrics()).isEqualTo(steady.get(0).metrics());
    }

    private static Map<Metric, Double> withoutPromises(RunRow row) {
        Map<Metric, Double> metrics = new EnumMap<>(row.metrics());
        metrics.keySet().removeIf(Metric::isOfPromises);
        return metrics;
    }

    @Test
    void promisesAreComparedWithWhatPortsCounted() {
        ComparedNetwork flooded = NetworkCatalogue.named("flood-10m").get(0);
        Map<Metric, Double> generous =
                rows(1, List.of(withTargets(flooded, 400)), "targets").get(0).metrics();
        assertThat(generous.get(Metric.PROMISES)).isGreaterThan(20);
        assertThat(generous.get(Metric.UNDECIDED_PERCENT)).isZero();
        assertThat(generous.get(Metric.BROKEN_PERCENT)).isLessThan(20);
        // The controller reports a miss only if chance hardly explains it; a count needs no such
        // margin.
        assertThat(generous.get(Metric.SILENT_PERCENT)).isLessThan(4);
        assertThat(generous.get(Metric.FALSE_ALARM_PERCENT)).isLessThan(20);
        Map<Metric, Double> strict =
                rows(1, List.of(withTargets(flooded, 0.5)), "targets").get(0).metrics();
        assertThat(strict.get(Metric.SILENT_PERCENT))
                .isLessThanOrEqualTo(strict.get(Metric.BROKEN_PERCENT));
        assertThat(strict.get(Metric.PROMISES)).isLessThanOrEqualTo(generous.get(Metric.PROMISES));
    }

    private static ComparedNetwork withTargets(ComparedNetwork one, double tightness) {
        return one.withNeeds(
                one.needs().stream()
                        .map(
                                need ->
                                        new ClassNeed(
                                                tightness * need.meanPacketTimes(),
                                                tightness * need.p99PacketTimes(),
                                                need.lossFraction(),
                                                need.leastPart()))
                        .toList());
    }

    @Test
    void hindsightKeepsAsManyAsTheBestThatItChoosesFrom() {
        List<ComparedNetwork> network =
                List.of(withTargets(NetworkCatalogue.named("mix-100m").get(0), 0.2));
        // With the defaults all candidates keep the same class-periods here.
        String least = ":minThreshold=2:weightLevels=4";
        String hindsight = "targets-hindsight" + least;
        List<RunRow> rows =
                rows(2, network, hindsight, "targets-oracle" + least, "targets-static" + least);
        double best = rows.get(0).keptPart();
        assertThat(rows.get(0).scheme()).isEqualTo(hindsight);
        assertThat(best).isGreaterThanOrEqualTo(rows.get(1).keptPart());
        assertThat(best).isGreaterThanOrEqualTo(rows.get(2).keptPart());
        List<RunRow> candidates = new ArrayList<>();
        for (SchemeChoice one : SchemeChoice.read(hindsight, Map.of()).hindsight()) {
            candidates.add(new CompareRun(one, network.get(0), 5, 1).run().row());
        }
        assertThat(candidates.stream().map(RunRow::keptPart)).contains(best);
        assertThat(candidates.stream().mapToDouble(RunRow::keptPart).max()).hasValue(best);
        assertThat(candidates.stream().map(RunRow::verdicts).distinct().count()).isGreaterThan(1);
    }

    /** An event without effect draws the same messages, so that all else is the event's. */
    @ParameterizedTest
    @EnumSource(names = {"SLOW_LINK", "REROUTE", "FLOOD", "INCAST", "TENANT", "BULK"})
    void everyKindOfEventHasAnEffect(LoadEvent.Kind kind) {
        ComparedNetwork calm = with(LoadEvent.Kind.MIX, 0.4);
        ComparedNetwork moved = with(kind, amount(kind));
        RunRow without = rows(1, List.of(calm), "ecn").get(0);
        RunRow row = rows(1, List.of(moved), "ecn").get(0);
        double queue = row.metrics().get(Metric.QUEUE_MEAN);
        double queueWithout = without.metrics().get(Metric.QUEUE_MEAN);
        if (kind == LoadEvent.Kind.REROUTE) {
            // The other uplink has room for it.
            assertThat(queue).isNotEqualTo(queueWithout);
        } else {
            assertThat(queue).isGreaterThan(1.02 * queueWithout);
        }
    }

    private static double amount(LoadEvent.Kind kind) {
        switch (kind) {
            case INCAST:
                return 4;
            case BULK:
                return 1;
            case FLOOD:
                // Beside 0.4, senders that react make room with some seeds, and queues stay alike.
                return 0.9;
            default:
                return 0.4;
        }
    }

    /** Classes A and C are alike, and the load stays what it is. */
    private static ComparedNetwork with(LoadEvent.Kind kind, double amount) {
        ComparedNetwork one = NetworkCatalogue.named("mix-1g").get(0);
        return new ComparedNetwork(
                one.name(),
                one.shape(),
                one.linkBps(),
                one.fabricRatio(),
                one.linkDelayNs(),
                one.payloadBytes(),
                one.sizes().get(0),
                one.load(),
                List.of(0.3, 0.4, 0.3),
                1,
                List.of(new LoadEvent(kind, 0.35, 0.75, amount)));
    }

    @Test
    void classPeriodIsKeptOnlyWhenAllHolds() {
        ComparedNetwork network = SMALL.get(0);
        assertThat(verdict(network, 0, 0, 1)).isEqualTo('1');
        assertThat(verdict(network, network.meanTargetNs(0) * 1.01, 0, 1)).isEqualTo('0');
        assertThat(verdict(network, network.meanTargetNs(0) * 0.99, 0, 1)).isEqualTo('1');
        assertThat(verdict(network, 0, 0.01, 1)).isEqualTo('0');
        // Packets that arrived over those that were wanted, in hundredths: half is enough.
        assertThat(verdict(network, 0, 0, 0.004)).isEqualTo('0');
        assertThat(verdict(network, 0, 0, 0.006)).isEqualTo('1');
        double justLateNs = network.p99TargetNs(0) * 1.01;
        assertThat(verdict(network, 0, 0.02, justLateNs, 0, 1)).isEqualTo('0');
        assertThat(verdict(network, 0, 0.005, justLateNs, 0, 1)).isEqualTo('1');
        assertThat(verdict(network, 0, 0.02, justLateNs * 0.98, 0, 1)).isEqualTo('1');
    }

    @Test
    void aMissHasTheCauseThatComesFirst() {
        ComparedNetwork network = SMALL.get(0);
        double missedNs = 1.01 * network.meanTargetNs(0);
        assertThat(judged(network, 0, 0, 0, 0, 1).miss()).isEmpty();
        // No other class's packets arrive in this log, so the line is not busy.
        assertThat(cause(network, missedNs, 0.01, 0.004)).isEqualTo(MissCause.HELD_BACK);
        assertThat(cause(network, missedNs, 0.01, 1)).isEqualTo(MissCause.LOSS);
        Miss delayed = judged(network, missedNs, 0, 0, 0, 1).miss().orElseThrow();
        assertThat(delayed.cause()).isEqualTo(MissCause.DELAY);
        assertThat(delayed.waited()).isCloseTo(1.01 * delayed.target(), within(0.01));
        assertThat(delayed.line(row("n", "s", "0")))
                .startsWith("n,s,1,A,")
                .hasSameSizeAs(delayed.line(row("n", "s", "1")));
        assertThat(Miss.HEAD.split(",")).hasSameSizeAs(delayed.line(row("n", "s", "0")).split(","));
    }

    private static RunRow row(String network, String scheme, String verdicts) {
        return new RunRow(scheme, network, 1, Map.of(Metric.GOODPUT_MBPS, 1.0), verdicts);
    }

    private static MissCause cause(
            ComparedNetwork network, double queuedNs, double resentPart, double arrivedPart) {
        return judged(network, queuedNs, 0, 0, resentPart, arrivedPart)
                .miss()
                .orElseThrow()
                .cause();
    }

    @Test
    void everyMissedClassPeriodHasOneMissWithACause() {
        ComparedNetwork strict = withTargets(SMALL.get(0), 0.05);
        for (String name : List.of("targets-off", "ecn")) {
            RunOutcome run = new CompareRun(SchemeChoice.read(name, Map.of()), strict, 5, 1).run();
            long missed = run.row().verdicts().chars().filter(one -> one == '0').count();
            assertThat(missed).isPositive();
            assertThat(run.detail().misses()).hasSize((int) missed);
        }
    }

    private static char verdict(
            ComparedNetwork network, double queuedNs, double resentPart, double arrivedPart) {
        return verdict(network, queuedNs, 0, 0, resentPart, arrivedPart);
    }

    private static char verdict(
            ComparedNetwork network,
            double queuedNs,
            double latePart,
            double lateNs,
            double resentPart,
            double arrivedPart) {
        return judged(network, queuedNs, latePart, lateNs, resentPart, arrivedPart).verdict();
    }

    /** A class-period's verdict, and what was missed if it was. */
    private record Judged(char verdict, Optional<Miss> miss) {}

    /**
     * Judges a class-period of class A.
     *
     * @param queuedNs time that packets waited
     * @param latePart part of the packets that waited {@code lateNs} instead
     * @param resentPart packets sent again over those that arrived
     * @param arrivedPart packets that arrived over those that were wanted
     */
    private static Judged judged(
            ComparedNetwork network,
            double queuedNs,
            double latePart,
            double lateNs,
            double resentPart,
            double arrivedPart) {
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
        int late = 0;
        for (TimedMessage one : own) {
            long packets = (one.message().bytes() + 999) / 1000;
            double aloneNs =
                    2 * network.packetNs()
                            + network.packetNs() / network.fabricRatio()
                            + 3 * network.linkDelayNs();
            double sameSideNs = 2 * network.packetNs() + 2 * network.linkDelayNs();
            boolean near = one.from() / 2 == one.to() / 2;
            for (int i = 0; i < 100 * packets * arrivedPart; i++) {
                boolean isLate = late < latePart * (count + 1);
                log.received(
                        one.message().id(),
                        (long) ((isLate ? lateNs : queuedNs) + (near ? sameSideNs : aloneNs)),
                        1000);
                late += isLate ? 1 : 0;
                count++;
            }
        }
        for (; resent < resentPart * count; resent++) {
            log.resent(own.get(0).message().id());
        }
        return new Judged(
                log.verdicts().charAt(cell),
                log.misses().stream()
                        .filter(one -> one.ofClass() == TrafficClass.A)
                        .filter(one -> one.host() == host && one.period() == period)
                        .findFirst());
    }

    private static List<RunRow> rows(int threads, List<ComparedNetwork> networks, String... names) {
        return rowsOf(5, threads, networks, names);
    }

    private static List<RunRow> rowsOf(
            int periods, int threads, List<ComparedNetwork> networks, String... names) {
        try (Comparison comparison = new Comparison(threads, periods, row -> {})) {
            return comparison.run(
                    Stream.of(names).map(name -> SchemeChoice.read(name, Map.of())).toList(),
                    networks,
                    names.length == 2 ? List.of(1L, 2L) : List.of(1L));
        }
    }
}
