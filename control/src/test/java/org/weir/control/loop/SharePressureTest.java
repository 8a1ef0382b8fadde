// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;

class SharePressureTest {
    private static final double GAIN = 0.5;
    private static final double TARGET_MS = 10;

    private final SharePressure pressure = new SharePressure();

    private static ClassSpec one(String name, boolean hasTarget) {
        Targets targets =
                hasTarget
                        ? Targets.builder().delayMs(TARGET_MS).build()
                        : Targets.builder().build();
        return new ClassSpec(name, ClassKind.C, 1, targets);
    }

    private static final List<ClassSpec> CLASSES =
            List.of(one("A", true), one("B", true), one("C", false));

    /** A round in which all packets of a class waited so long, ms. */
    private void round(int packets, double... delaysMs) {
        List<QueueEstimate.Reading> readings = new ArrayList<>();
        for (double delayMs : delaysMs) {
            QueueEstimate.Reading reading = new QueueEstimate.Reading();
            double[] counts = new double[DelayHistogram.BUCKETS];
            counts[DelayHistogram.COARSEST.bucketOf(Math.round(1000 * delayMs))] = packets;
            reading.delaysOf(counts, DelayHistogram.COARSEST);
            readings.add(reading);
        }
        pressure.add(CLASSES, readings, GAIN);
    }

    @Test
    void aMissedTargetRaisesAndRoomLowers() {
        round(100, 100, 1, 1);
        assertThat(pressure.factor(0)).isCloseTo(Math.exp(GAIN), within(1e-12));
        assertThat(pressure.factor(1)).isCloseTo(Math.exp(-GAIN / 2), within(1e-12));
        assertThat(pressure.factor(2)).isCloseTo(Math.exp(-GAIN / 2), within(1e-12));
        // Between half of the target and the target a class neither takes nor gives.
        round(100, 100, 8, 1);
        assertThat(pressure.factor(1)).isCloseTo(Math.exp(-GAIN / 2), within(1e-12));
    }

    @Test
    void allMissedIsAsNoneMissed() {
        for (int i = 0; i < 100; i++) {
            round(100, 100, 100, 1);
        }
        assertThat(pressure.factor(0)).isCloseTo(SharePressure.MOST, within(1e-9));
        assertThat(pressure.factor(1)).isEqualTo(pressure.factor(0));
    }

    @Test
    void sharesReturnToImportanceOnceTargetsAreKept() {
        round(100, 100, 1, 1);
        for (int i = 0; i < 1000; i++) {
            round(100, 1, 1, 1);
        }
        for (int i = 0; i < CLASSES.size(); i++) {
            assertThat(pressure.factor(i)).isCloseTo(1, within(1e-4));
        }
    }

    @Test
    void fewPacketsShowNothing() {
        round(29, 100, 100, 100);
        for (int i = 0; i < CLASSES.size(); i++) {
            assertThat(pressure.factor(i)).isEqualTo(1);
        }
        round(30, 100, 1, 1);
        assertThat(pressure.factor(0)).isGreaterThan(1);
    }

    @Test
    void anUndecidedTargetIsNotMissed() {
        // All packets are in the first bucket, 0 to 64 us: the mean may be below or above 0.01 ms.
        List<ClassSpec> strict =
                List.of(
                        new ClassSpec(
                                "A", ClassKind.C, 1, Targets.builder().delayMs(0.01).build()));
        QueueEstimate.Reading reading = new QueueEstimate.Reading();
        double[] counts = new double[DelayHistogram.BUCKETS];
        counts[0] = 1000;
        reading.delaysOf(counts, DelayHistogram.COARSEST);
        pressure.add(strict, List.of(reading), GAIN);
        assertThat(pressure.factor(0)).isEqualTo(1);
    }

    @Test
    void pressuresStayWithinTheirBounds() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            round(100, random.nextDouble(60), random.nextDouble(60), random.nextDouble(60));
            for (int k = 0; k < CLASSES.size(); k++) {
                assertThat(pressure.factor(k))
                        .isBetween(1 / SharePressure.MOST - 1e-9, SharePressure.MOST + 1e-9);
            }
            assertThat(pressure.factor(2)).as("has no target").isLessThanOrEqualTo(1);
        }
    }

    /** A round in which A misses its delay target and C loses a part of its packets. */
    private void roundWithLoss(double lossFractionOfC) {
        QueueEstimate.Reading slow = new QueueEstimate.Reading();
        double[] counts = new double[DelayHistogram.BUCKETS];
        counts[DelayHistogram.COARSEST.bucketOf(100_000)] = 100;
        slow.delaysOf(counts, DelayHistogram.COARSEST);
        QueueEstimate.Reading losing = new QueueEstimate.Reading();
        // The class's queue is so full that almost none of its packets leaves it.
        losing.arrivedPackets = 1000;
        losing.lossFraction = lossFractionOfC;
        pressure.add(LOSSES, List.of(slow, losing), GAIN);
    }

    private static final List<ClassSpec> LOSSES =
            List.of(
                    one("A", true),
                    new ClassSpec(
                            "C",
                            ClassKind.C,
                            2,
                            Targets.builder().delayMs(TARGET_MS).lossFraction(0.01).build()));

    @Test
    void lossesTakeBackAShareForLongerEachTime() {
        for (int pause = SharePressure.SHORTEST_PAUSE;
                pause <= 2 * SharePressure.LONGEST_PAUSE;
                pause *= 2) {
            roundWithLoss(0.009);
            assertThat(pressure.factor(0)).as("before a pause of %d", pause).isGreaterThan(1);
            int expected = Math.min(pause, SharePressure.LONGEST_PAUSE);
            roundWithLoss(0.1);
            for (int i = 1; i < expected; i++) {
                assertThat(pressure.factor(0)).as("round %d of %d", i, expected).isEqualTo(1);
                roundWithLoss(0);
            }
            assertThat(pressure.factor(0)).isEqualTo(1);
        }
    }

    @Test
    void lossesAtAShareByImportanceTakeNothing() {
        // C has its whole share by importance: its losses are not the fault of a pressure.
        roundWithLoss(0.1);
        assertThat(pressure.factor(0)).isCloseTo(Math.exp(GAIN), within(1e-12));
    }

    /** A round in which C misses its delay target and loses a part of its packets; A has room. */
    private void roundOfAFloodInC(double lossFraction) {
        List<QueueEstimate.Reading> readings = new ArrayList<>();
        for (long delayUs : List.of(1000L, 100_000L)) {
            QueueEstimate.Reading reading = new QueueEstimate.Reading();
            double[] counts = new double[DelayHistogram.BUCKETS];
            counts[DelayHistogram.COARSEST.bucketOf(delayUs)] = 1000;
            reading.delaysOf(counts, DelayHistogram.COARSEST);
            reading.arrivedPackets = 1000;
            readings.add(reading);
        }
        readings.get(1).lossFraction = lossFraction;
        pressure.add(LOSSES, readings, GAIN);
    }

    @Test
    void aClassThatLosesMoreThanItsTargetTakesNoShare() {
        // Its queue is full: a sender ignores feedback, and would fill it at any share.
        roundOfAFloodInC(0.1);
        assertThat(pressure.factor(0)).isEqualTo(1);
        assertThat(pressure.factor(1)).isEqualTo(1);
        roundOfAFloodInC(0.005);
        assertThat(pressure.factor(0)).isCloseTo(Math.exp(-GAIN / 2), within(1e-12));
        assertThat(pressure.factor(1)).isCloseTo(Math.exp(GAIN), within(1e-12));
    }

    @Test
    void aChangeOfPolicyEndsAPause() {
        roundWithLoss(0);
        roundWithLoss(0.1);
        pressure.clear();
        roundWithLoss(0);
        assertThat(pressure.factor(0)).isGreaterThan(1);
    }

    @Test
    void withoutGainNothingIsRemembered() {
        round(100, 100, 1, 1);
        List<QueueEstimate.Reading> none =
                List.of(
                        new QueueEstimate.Reading(),
                        new QueueEstimate.Reading(),
                        new QueueEstimate.Reading());
        pressure.add(CLASSES, none, 0);
        assertThat(pressure.factor(0)).isEqualTo(1);
    }
}
