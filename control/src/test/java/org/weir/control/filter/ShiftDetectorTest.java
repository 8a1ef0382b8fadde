// SPDX-License-Identifier: Apache-2.0
package org.weir.control.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShiftDetectorTest {
    private static final double MATTERS = 0.05;

    private final ShiftDetector detector = new ShiftDetector();
    private final SplittableRandom random = new SplittableRandom(7);

    /** Adds readings of a mean with a relative scatter until the detector sees a shift. */
    private int readingsUntilShift(double mean, double scatter, int most) {
        for (int i = 1; i <= most; i++) {
            detector.add(noisy(mean, scatter), 1, 0, Math.max(MATTERS * detector.held(), 1e-3));
            if (detector.hasShifted()) {
                return i;
            }
        }
        return most + 1;
    }

    private double noisy(double mean, double scatter) {
        // Of a uniform distribution with standard deviation 1.
        double unit = Math.sqrt(12) * (random.nextDouble() - 0.5);
        return Math.max(0, mean * (1 + scatter * unit));
    }

    private void learn(double mean, double scatter) {
        for (int i = 0; i < 40; i++) {
            readingsUntilShift(mean, scatter, 1);
            if (detector.hasShifted()) {
                detector.settle();
            }
        }
    }

    @Test
    void knowsASteadyLoadAfterThreeReadingsAndABurstyOneLater() {
        assertThat(readingsUntilShift(100, 0, 10)).isEqualTo(3);
        assertThat(detector.mean()).isEqualTo(100);
        ShiftDetector bursty = new ShiftDetector();
        double[] readings = {10, 250, 30, 90};
        for (double reading : readings) {
            bursty.add(reading, 1, 0, 1);
            assertThat(bursty.hasShifted()).as("reading %s", reading).isFalse();
        }
    }

    @Test
    void noiseIsNoShift() {
        for (double scatter : new double[] {0.01, 0.1, 0.5}) {
            learn(100, scatter);
            int shifts = 0;
            for (int i = 0; i < 2000; i++) {
                shifts += readingsUntilShift(100, scatter, 1) == 1 ? 1 : 0;
                if (detector.hasShifted()) {
                    detector.settle();
                }
            }
            assertThat(shifts).as("scatter %s", scatter).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void aLargeShiftIsSeenAtOnceAndASmallOneAfterSomeReadings() {
        learn(100, 0.05);
        assertThat(readingsUntilShift(300, 0.05, 50)).isEqualTo(1);
        assertThat(detector.mean()).isCloseTo(300, within(30.0));
        detector.settle();
        learn(300, 0.05);
        int small = readingsUntilShift(330, 0.05, 50);
        assertThat(small).isBetween(2, 20);
        assertThat(detector.mean()).isCloseTo(330, within(20.0));
    }

    @Test
    void aSlowDriftIsSeen() {
        learn(100, 0.05);
        double mean = 100;
        int readings = 0;
        while (readingsUntilShift(mean, 0.05, 1) > 1) {
            mean *= 1.005;
            readings++;
        }
        assertThat(readings).isBetween(10, 60);
        detector.settle();
        assertThat(detector.held()).isBetween(0.85 * mean, 1.05 * mean);
    }

    @Test
    void aChangeThatDoesNotMatterIsNone() {
        learn(100, 0);
        assertThat(readingsUntilShift(102, 0, 200)).isEqualTo(201);
        assertThat(readingsUntilShift(108, 0, 200)).isLessThan(5);
    }

    @Test
    void oneReadingOfALongTimeCountsAsManyOfAShortOne() {
        learn(100, 0.2);
        detector.add(130, 1, 0, 5);
        assertThat(detector.hasShifted()).isFalse();
        detector.add(130, 100, 0, 5);
        assertThat(detector.hasShifted()).isTrue();
    }

    /** Batches of equal size at Poisson times: the dispersion is the size. */
    @Test
    void varianceOverMeanIsThatOfTheArrivals() {
        for (int batch : new int[] {1, 10}) {
            ShiftDetector counted = new ShiftDetector();
            double sum = 0;
            int count = 0;
            for (int i = 0; i < 400; i++) {
                // A count of mean 100 scatters by 10.
                counted.add(batch * noisy(100, 0.1), 1, 0, 1e9);
                if (i < 7) {
                    assertThat(counted.variancePerMean()).isNaN();
                } else if (i > 50) {
                    sum += counted.variancePerMean();
                    count++;
                }
            }
            assertThat(sum / count).isCloseTo(batch, within(0.2 * batch));
        }
    }

    /** A port is read before its traffic begins. */
    @Test
    void noiseIsMeasuredAfterAnySilence() {
        for (int silent : new int[] {0, 1, 6, 3000}) {
            for (double scatter : new double[] {0.1, 0.3}) {
                ShiftDetector begun = new ShiftDetector();
                assertThatNoiseIsKnown(begun, silent, scatter);
                // And again, as on the next day.
                assertThatNoiseIsKnown(begun, silent, scatter);
            }
        }
    }

    /** Readings of a few packets, such as those of ARP, may all be the same. */
    @Test
    void noiseIsMeasuredAfterReadingsWithoutNoise() {
        ShiftDetector begun = new ShiftDetector();
        for (int i = 0; i < 100; i++) {
            begun.add(1, 1, 1, MATTERS);
        }
        assertThat(shiftsOfNoise(begun, 0.3)).isLessThan(15);
        assertThat(begun.variancePerMean()).isBetween(2.0, 20.0);
    }

    private void assertThatNoiseIsKnown(ShiftDetector begun, int silent, double scatter) {
        for (int i = 0; i < silent; i++) {
            begun.add(0, 1, 1, MATTERS);
        }
        String what = silent + " silent readings, scatter " + scatter;
        assertThat(shiftsOfNoise(begun, scatter)).as(what).isLessThan(6);
        double variance = 100 * scatter * 100 * scatter;
        assertThat(begun.variancePerMean() * begun.mean())
                .as(what)
                .isBetween(variance / 2, 2 * variance);
    }

    /** Shifts that are found in 600 readings whose mean, 100 packets, does not change. */
    private int shiftsOfNoise(ShiftDetector begun, double scatter) {
        int shifts = 0;
        for (int i = 0; i < 600; i++) {
            begun.add(noisy(100, scatter), 1, 1, Math.max(MATTERS * begun.held(), 1e-3));
            if (begun.hasShifted()) {
                begun.settle();
                shifts++;
            }
        }
        return shifts;
    }
}
