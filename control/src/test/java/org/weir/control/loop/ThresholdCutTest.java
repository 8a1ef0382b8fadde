// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;

class ThresholdCutTest {
    private static final double TARGET_MS = 10;
    private static final int HOLD = 20;

    private static final List<ClassSpec> CLASSES =
            List.of(
                    new ClassSpec(
                            "A", ClassKind.A, 2, Targets.builder().delayMs(TARGET_MS).build()),
                    new ClassSpec("B", ClassKind.C, 1, Targets.builder().build()));

    private final ThresholdCut cut = new ThresholdCut();
    private double missThreshold = 1;

    private static QueueEstimate.Reading reading(int packets, double delayMs) {
        QueueEstimate.Reading reading = new QueueEstimate.Reading();
        double[] counts = new double[DelayHistogram.BUCKETS];
        counts[DelayHistogram.COARSEST.bucketOf(Math.round(1000 * delayMs))] = packets;
        reading.delaysOf(counts, DelayHistogram.COARSEST);
        reading.arrivedPackets = packets;
        return reading;
    }

    private void round(int packets, double delayMs) {
        cut.add(
                CLASSES,
                List.of(reading(packets, delayMs), reading(packets, 1000)),
                HOLD,
                missThreshold);
    }

    private static PortSettings settings(int... thresholds) {
        List<QueueSettings> queues = new ArrayList<>();
        for (int i = 0; i < thresholds.length; i++) {
            queues.add(
                    QueueSettings.builder(i)
                            .weightPackets(10 + i)
                            .weightFraction(1.0 / thresholds.length)
                            .limitPackets(100)
                            .marking(Marking.atDepth(thresholds[i]))
                            .build());
        }
        return new PortSettings(new PortId("device:s1", 1), RateWindow.forRate(10_000_000), queues);
    }

    private static int threshold(PortSettings settings, int index) {
        return settings.queues().get(index).marking().thresholdPackets().orElseThrow();
    }

    @Test
    void aMissCutsTheThresholdsOfAllClassesAndNothingElse() {
        assertThat(cut.of(settings(8, 2))).isEqualTo(settings(8, 2));
        round(100, 50);
        assertThat(cut.of(settings(8, 2))).isEqualTo(settings(1, 1));
        assertThat(cut.text(settings(8, 2)))
                .hasValue(
                        "Marking thresholds are 1 packet for 20 rounds, because class A missed"
                                + " delayMs in this round.");
    }

    @Test
    void thePolicySaysHowFarThresholdsAreCut() {
        missThreshold = 4;
        round(100, 50);
        assertThat(cut.of(settings(8, 2))).isEqualTo(settings(4, 2));
        assertThat(cut.text(settings(8, 2)).orElseThrow())
                .startsWith("Marking thresholds are 4 packets for 20 rounds");
    }

    @Test
    void endsOnceTargetsAreKeptForLong() {
        round(100, 50);
        for (int i = 1; i < HOLD; i++) {
            round(100, 1);
            assertThat(cut.isOn()).isTrue();
        }
        round(100, 1);
        assertThat(cut.isOn()).isFalse();
        assertThat(cut.of(settings(64, 2))).isEqualTo(settings(64, 2));
        assertThat(cut.text(settings(8, 2))).isEmpty();
    }

    @Test
    void whatIsNotCertainlyMissedCutsNothing() {
        round(29, 50);
        assertThat(cut.isOn()).isFalse();
        // Class B has no target, whatever its packets wait.
        round(100, 1);
        assertThat(cut.isOn()).isFalse();
        // All delays are in the first bucket: below or above 0.01 ms, nobody knows.
        List<ClassSpec> strict =
                List.of(
                        new ClassSpec(
                                "A", ClassKind.A, 1, Targets.builder().delayMs(0.01).build()));
        cut.add(strict, List.of(reading(100, 0.02)), HOLD, missThreshold);
        assertThat(cut.isOn()).isFalse();
    }

    @Test
    void anotherPolicyEndsIt() {
        round(100, 50);
        cut.clear();
        assertThat(cut.isOn()).isFalse();
        round(100, 50);
        cut.add(CLASSES, List.of(reading(100, 50), reading(100, 50)), 0, missThreshold);
        assertThat(cut.isOn()).isFalse();
    }

    @Test
    void leavesOtherMarkingAsItIs() {
        round(100, 50);
        PortSettings byRate =
                new PortSettings(
                        new PortId("device:s1", 1),
                        RateWindow.forRate(10_000_000),
                        List.of(
                                QueueSettings.builder(0)
                                        .weightPackets(10)
                                        .weightFraction(1)
                                        .limitPackets(100)
                                        .marking(Marking.BY_RATE)
                                        .build()));
        assertThat(cut.of(byRate)).isEqualTo(byRate);
    }

    @Test
    void missesNowAndThenKeepOneCutWithoutSwitchingBack() {
        int changes = 0;
        boolean was = false;
        for (int i = 0; i < 500; i++) {
            round(100, i % 7 == 0 ? 50 : 1);
            changes += cut.isOn() == was ? 0 : 1;
            was = cut.isOn();
            assertThat(threshold(cut.of(settings(2, 2)), 0)).isEqualTo(1);
        }
        assertThat(changes).isEqualTo(1);
    }
}
