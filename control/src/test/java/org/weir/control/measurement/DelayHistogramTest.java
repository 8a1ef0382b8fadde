// SPDX-License-Identifier: Apache-2.0
package org.weir.control.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.RateWindow;

class DelayHistogramTest {
    @ParameterizedTest
    @ValueSource(longs = {16, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768})
    void bucketsJoinWithoutGapAndHoldTheirBounds(long windowUs) {
        DelayHistogram histogram = DelayHistogram.of(RateWindow.ofUs(windowUs));
        long next = 0;
        for (int bucket = 0; bucket <= DelayHistogram.LAST_BUCKET; bucket++) {
            long low = histogram.lowerBoundUs(bucket);
            long high = histogram.upperBoundUs(bucket);
            assertThat(low).isEqualTo(next);
            next = high;
            if (high > low) {
                assertThat(histogram.bucketOf(low)).isEqualTo(bucket);
                assertThat(histogram.bucketOf(high - 1)).isEqualTo(bucket);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1e7,64", "1e8,64", "1e9,8", "2.5e9,2", "1e10,1", "1e11,1"})
    void firstBucketIsHalfTheTimeOfAFullFrame(double rateBps, long us) {
        DelayHistogram histogram = DelayHistogram.of(RateWindow.forRate((long) rateBps));
        assertThat(histogram.firstBucketUs()).isEqualTo(us).isEqualTo(histogram.upperBoundUs(0));
        // 256 full frames, the longest queue of most ports, end far below the last bucket.
        assertThat(256 * 12_304 / rateBps * 1e6)
                .isLessThan(histogram.lowerBoundUs(DelayHistogram.LAST_BUCKET) / 4.0);
    }

    @Test
    void tellsAMeanOfMicrosecondsAtAFastPort() {
        DelayHistogram histogram = DelayHistogram.of(RateWindow.ofUs(128));
        double[] counts = new double[DelayHistogram.BUCKETS];
        counts[histogram.bucketOf(0)] = 50;
        counts[histogram.bucketOf(3)] = 50;
        assertThat(histogram.meanUs(counts)).isEqualTo(1.5);
        assertThat(histogram.quantileUs(counts, 0.99)).isBetween(3.0, 4.0);
    }

    @Test
    void followsTheDataPlanesFormula() {
        assertThat(DelayHistogram.COARSEST.upperBoundUs(0)).isEqualTo(64);
        assertThat(DelayHistogram.COARSEST.lowerBoundUs(1 + 4 * 3 + 2)).isEqualTo(512 + 256);
        assertThat(DelayHistogram.COARSEST.lowerBoundUs(DelayHistogram.LAST_BUCKET))
                .isEqualTo(1L << 21);
        assertThat(DelayHistogram.COARSEST.bucketOf(Long.MAX_VALUE))
                .isEqualTo(DelayHistogram.LAST_BUCKET);
        assertThatThrownBy(() -> DelayHistogram.COARSEST.bucketOf(-1))
                .hasMessageContaining("delayUs");
        assertThatThrownBy(() -> DelayHistogram.COARSEST.lowerBoundUs(62))
                .hasMessageContaining("bucket");
    }

    @Test
    void quantilesAreWithinABucketOfTheTruth() {
        SplittableRandom random = new SplittableRandom(1);
        long[] counts = new long[DelayHistogram.BUCKETS];
        for (int i = 0; i < 200_000; i++) {
            counts[
                    DelayHistogram.COARSEST.bucketOf(
                            (long) (-5000 * Math.log(random.nextDouble())))]++;
        }
        for (double fraction : new double[] {0.5, 0.9, 0.99}) {
            double truth = -5000 * Math.log1p(-fraction);
            double quantile = DelayHistogram.COARSEST.quantileUs(counts, fraction);
            assertThat(quantile / truth).isCloseTo(1, within(0.05));
        }
        double[] weights = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            weights[i] = counts[i];
        }
        assertThat(DelayHistogram.COARSEST.meanUs(weights)).isCloseTo(5000, within(100.0));
        assertThat(DelayHistogram.COARSEST.deviationUs(weights)).isCloseTo(5000, within(150.0));
    }

    @ParameterizedTest
    @ValueSource(longs = {256, 2048, 32768})
    void leastMeanAndDeviationAreBelowTheTrueOnesOfAnyDelays(long windowUs) {
        DelayHistogram histogram = DelayHistogram.of(RateWindow.ofUs(windowUs));
        SplittableRandom random = new SplittableRandom(windowUs);
        for (int repeat = 0; repeat < 200; repeat++) {
            double[] counts = new double[DelayHistogram.BUCKETS];
            double spread = Math.exp(12 * random.nextDouble());
            double start = Math.exp(10 * random.nextDouble());
            int packets = 1 + random.nextInt(20);
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < packets; i++) {
                long delayUs = (long) (start + spread * random.nextDouble());
                counts[histogram.bucketOf(delayUs)]++;
                sum += delayUs;
                squares += (double) delayUs * delayUs;
            }
            double mean = sum / packets;
            double deviation = Math.sqrt(Math.max(0, squares / packets - mean * mean));
            assertThat(histogram.leastMeanUs(counts)).isLessThanOrEqualTo(mean);
            assertThat(histogram.leastDeviationUs(counts))
                    .isLessThanOrEqualTo(deviation * (1 + 1e-6) + 1e-3);
        }
    }

    /** A third at 256 to 319 µs, two thirds at 512 to 639: at least as if at 319 and 512. */
    @Test
    void leastDeviationIsThatOfTheNearestDelays() {
        double[] counts = new double[DelayHistogram.BUCKETS];
        counts[DelayHistogram.COARSEST.bucketOf(300)] = 1;
        assertThat(DelayHistogram.COARSEST.leastDeviationUs(counts)).isZero();
        counts[DelayHistogram.COARSEST.bucketOf(600)] = 2;
        assertThat(DelayHistogram.COARSEST.leastDeviationUs(counts))
                .isCloseTo((512 - 319) * Math.sqrt(2) / 3, within(1e-6));
        assertThat(DelayHistogram.COARSEST.leastDeviationUs(new double[64])).isNaN();
    }

    @Test
    void nothingCountedIsNoNumber() {
        assertThat(DelayHistogram.COARSEST.quantileUs(new long[64], 0.5)).isNaN();
        assertThat(DelayHistogram.COARSEST.meanUs(new double[64])).isNaN();
    }
}
