// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.PortId;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Expectation;
import org.weir.control.solver.MissedTarget;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.Prediction;
import org.weir.control.solver.SolverMethod;
import org.weir.control.solver.TargetsObjective;
import org.weir.control.tuning.Tuning;

class TrackRecordTest {
    private static final Targets TARGETS = Targets.builder().delayMs(20).build();

    private static final ClassSolution SOLVED = solved();

    /** Mean 4.5 ms by the model. */
    private static final Expectation EXPECTED = SOLVED.expected();

    private static final Prediction PREDICTED = EXPECTED.prediction();

    private final TrackRecord record = new TrackRecord();

    /** One class that fills 9/10 of its port, Poisson, packets of 1 ms; every target is kept. */
    private static ClassSolution solved() {
        PortProblem port =
                new PortProblem(
                        "p", 1e6, 1000, List.of(one(Targets.builder().lossFraction(0.9).build())));
        return new TargetsObjective(SolverMethod.DIRECT)
                .solve(port, Tuning.DEFAULTS, 1)
                .classes()
                .get(0);
    }

    private static ClassProblem one(Targets targets) {
        return new ClassProblem("a", ClassKind.A, 1, targets, 9e5, 1000, 0);
    }

    private Promise promise(Targets targets) {
        return record.promise(one(targets), List.of(), EXPECTED);
    }

    private void measure(double delayMs, int packets) {
        IntervalCount count = new IntervalCount();
        long[] delays = new long[DelayHistogram.BUCKETS];
        delays[DelayHistogram.COARSEST.bucketOf((long) (1000 * delayMs))] = packets;
        PortId port = new PortId("device:s1", 1);
        count.add(
                QueueSample.builder(port, 0, 0).build(),
                QueueSample.builder(port, 0, 1_000_000_000L)
                        .arrived(packets, 1000L * packets)
                        .departed(packets, 1000L * packets)
                        .delayHistogram(delays)
                        .build(),
                true);
        record.add(TARGETS, count.reading(DelayHistogram.COARSEST), PREDICTED);
    }

    private void measure(double delayMs, int packets, int periods) {
        for (int i = 0; i < periods; i++) {
            measure(delayMs, packets);
        }
    }

    private Promise promise() {
        return promise(TARGETS);
    }

    @Test
    void oneMissIsChanceAndTwoWithinEighteenPeriodsWithdraw() {
        assertThat(promise().isGiven()).isTrue();
        measure(9, 100, 10);
        measure(30, 100);
        assertThat(promise().isGiven()).isTrue();
        measure(9, 100, 17);
        assertThat(promise().isGiven()).isTrue();
        measure(30, 100);
        assertThat(promise().status()).isEqualTo(Promise.Status.WITHDRAWN);
        assertThat(promise().reason()).startsWith("missed in 2 of 29 periods; 31 kept");
    }

    /** Twenty periods of 100 packets cannot show a loss of less than 3 in 2000. */
    @Test
    void aForecastOfLossRestsOnThePacketsOfItsPeriods() {
        measure(9, 100, 20);
        assertThat(record.forecast(TargetKind.LOSS, EXPECTED).high())
                .isCloseTo(15e-4, within(1e-9));
        measure(9, 100, 10_000);
        assertThat(record.forecast(TargetKind.LOSS, EXPECTED).high())
                .isCloseTo(15e-4, within(1e-9));

        // Under other settings they count as three periods.
        record.settingsChanged();
        measure(9, 100);
        assertThat(record.forecast(TargetKind.LOSS, EXPECTED).high())
                .isCloseTo(75e-4, within(1e-9));
    }

    @Test
    void aMissOnceInThirtyPeriodsIsNoReason() {
        for (int i = 0; i < 10; i++) {
            measure(30, 100);
            measure(9, 100, 29);
        }
        assertThat(promise().isGiven()).isTrue();
    }

    @Test
    void thirtyOneKeptPeriodsGiveItBackAndAMissCostsMore() {
        measure(30, 100, 2);
        measure(9, 100, 30);
        assertThat(promise().isGiven()).isFalse();
        // One lacked. The miss costs 25 more.
        measure(30, 100);
        measure(9, 100, 25);
        assertThat(promise().isGiven()).isFalse();
        measure(9, 100);
        assertThat(promise().isGiven()).isTrue();
    }

    @Test
    void periodsWithFewPacketsAreNoEvidence() {
        measure(30, TrackRecord.LEAST_PACKETS - 1, 50);
        assertThat(promise().isGiven()).isTrue();
        assertThat(record.forecast(TargetKind.DELAY, EXPECTED).isMeasured()).isFalse();
    }

    @Test
    void withoutDelaysAPeriodIsNotKeptButMayBeMissed() {
        measure(30, 100, 2);
        Targets both = Targets.builder().delayMs(20).lossFraction(0.01).build();
        for (int i = 0; i < 100; i++) {
            record.add(both, reading(0, 1000), PREDICTED);
        }
        assertThat(promise().isGiven()).isFalse();
        TrackRecord lossy = new TrackRecord();
        lossy.add(both, reading(500, 1000), PREDICTED);
        lossy.add(both, reading(500, 1000), PREDICTED);
        assertThat(lossy.promise(one(both), List.of(), EXPECTED).reason())
                .startsWith("missed in 2 of 2 periods");
    }

    private static QueueEstimate.Reading reading(int lost, int packets) {
        PortId port = new PortId("device:s1", 1);
        IntervalCount count = new IntervalCount();
        count.add(
                QueueSample.builder(port, 0, 0).build(),
                QueueSample.builder(port, 0, 1_000_000_000L)
                        .arrived(packets, 1000L * packets)
                        .dropped(lost)
                        .build(),
                true);
        return count.reading(DelayHistogram.COARSEST);
    }

    @Test
    void aCorrectedPredictionAboveTheTargetIsNotPromised() {
        Targets strict = Targets.builder().delayMs(10.5).build();
        measure(12, 100, enough());
        Promise promise = promise(strict);
        assertThat(promise.status()).isEqualTo(Promise.Status.WITHDRAWN);
        assertThat(promise.reason()).startsWith("delayMs: wanted at most 10.5");
        assertThat(promise().isGiven()).isTrue();
    }

    @Test
    void intervalsAreTheModelsAtFirstAndThenHoldNineOfTenPeriods() {
        Random random = new Random(7);
        int inside = 0;
        int known = 0;
        for (int i = 0; i < 2000; i++) {
            double delayMs = 3 * Math.exp(0.5 * random.nextGaussian());
            Forecast forecast = record.forecast(TargetKind.DELAY, EXPECTED);
            assertThat(forecast.isMeasured()).isEqualTo(i >= enough());
            if (forecast.isMeasured()) {
                known++;
                inside += delayMs >= forecast.low() && delayMs <= forecast.high() ? 1 : 0;
            }
            measure(delayMs, 100);
        }
        assertThat((double) inside / known).isCloseTo(0.9, within(0.02));
        Forecast forecast = record.forecast(TargetKind.DELAY, EXPECTED);
        assertThat(forecast.modelled()).isEqualTo(PREDICTED.delayMs());
        assertThat(forecast.corrected()).isBetween(2.0, 4.5);
        assertThat(record.forecast(TargetKind.LOSS, EXPECTED).low()).isZero();
        assertThat(record.forecast(TargetKind.LOSS, EXPECTED).high()).isBetween(0.0, 0.002);
    }

    @Test
    void otherSettingsWidenTheIntervalAndKeepTheJudgement() {
        for (int i = 0; i < 10; i++) {
            measure(i % 2 == 0 ? 20 : 45, 100);
        }
        Forecast before = record.forecast(TargetKind.DELAY, EXPECTED);
        assertThat(before.corrected()).isBetween(25.0, 35.0);

        record.settingsChanged();

        Forecast faded = record.forecast(TargetKind.DELAY, EXPECTED);
        assertThat(faded.isMeasured()).isTrue();
        assertThat(faded.corrected()).isEqualTo(before.corrected());
        assertThat(faded.low()).isLessThan(before.low());
        assertThat(faded.high()).isGreaterThan(before.high());
        assertThat(promise().status()).isEqualTo(Promise.Status.WITHDRAWN);
    }

    @Test
    void otherSettingsBeforeEnoughPeriodsLeaveTheModelsInterval() {
        measure(30, 100, PredictionError.LEAST_PERIODS - 1);
        record.settingsChanged();
        assertThat(record.forecast(TargetKind.DELAY, EXPECTED).isMeasured()).isFalse();
    }

    @Test
    void aPromiseSaysWhatItRestsOn() {
        assertThat(promise().basis()).contains(Promise.Basis.GUARANTEED);
        assertThat(atPresentLoad(100).basis()).contains(Promise.Basis.PRESENT_LOAD);
        assertThat(atPresentLoad(4).status()).isEqualTo(Promise.Status.NOT_GIVEN);
        // The model's 4.5 ms may be 17: not enough for a promise of 10 until it was measured.
        assertThat(atPresentLoad(10).status()).isEqualTo(Promise.Status.NOT_GIVEN);
        measure(5, 1000, enough() + 1);
        assertThat(atPresentLoad(10).basis()).contains(Promise.Basis.PRESENT_LOAD);
        // Model and measurement agree on more than 4 ms.
        assertThat(atPresentLoad(4).status()).isEqualTo(Promise.Status.NOT_GIVEN);
        assertThat(atPresentLoad(4).reason())
                .startsWith("delayMs: wanted at most 4.000, model 4.5");
        // The model alone would promise it.
        assertThat(atPresentLoad(4.6).status()).isEqualTo(Promise.Status.WITHDRAWN);
    }

    /** Before, the missed periods withdrew what was never promised. */
    @Test
    void aTargetBelowWhatTheModelExpectsIsNotGivenHoweverOftenItIsMissed() {
        measure(30, 100, 50);
        assertThat(atPresentLoad(0.2).status()).isEqualTo(Promise.Status.NOT_GIVEN);
        assertThat(atPresentLoad(1000).status()).isEqualTo(Promise.Status.WITHDRAWN);
    }

    /** The promise of a mean delay that the class's own share does not guarantee. */
    private Promise atPresentLoad(double delayMs) {
        Targets targets = Targets.builder().delayMs(delayMs).build();
        Targets strict = Targets.builder().delayMs(0.1).build();
        List<MissedTarget> notGuaranteed = EXPECTED.missed(one(strict));
        return record.promise(one(targets), notGuaranteed, EXPECTED);
    }

    private static int enough() {
        return PredictionError.LEAST_PERIODS;
    }
}
