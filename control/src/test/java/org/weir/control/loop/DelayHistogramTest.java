// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DelayHistogramTest {
    @Test
    void bucketsJoinWithoutGapAndHoldTheirBounds() {
        for (int bucket = 0; bucket <= DelayHistogram.LAST_BUCKET; bucket++) {
            long low = DelayHistogram.lowerBoundUs(bucket);
            assertThat(DelayHistogram.bucketOf(low)).isEqualTo(bucket);
            if (bucket < DelayHistogram.LAST_BUCKET) {
                long high = DelayHistogram.upperBoundUs(bucket);
                assertThat(DelayHistogram.bucketOf(high - 1)).isEqualTo(bucket);
                assertThat(DelayHistogram.bucketOf(high)).isEqualTo(bucket + 1);
            }
        }
    }

    @Test
    void followsTheDataPlanesFormula() {
        assertThat(DelayHistogram.upperBoundUs(0)).isEqualTo(64);
        assertThat(DelayHistogram.lowerBoundUs(1 + 4 * 3 + 2)).isEqualTo(512 + 256);
        assertThat(DelayHistogram.lowerBoundUs(DelayHistogram.LAST_BUCKET)).isEqualTo(1L << 21);
        assertThat(DelayHistogram.bucketOf(Long.MAX_VALUE)).isEqualTo(DelayHistogram.LAST_BUCKET);
        assertThatThrownBy(() -> DelayHistogram.bucketOf(-1)).hasMessageContaining("delayUs");
        assertThatThrownBy(() -> DelayHistogram.lowerBoundUs(62)).hasMessageContaining("bucket");
    }

    @Test
    void quantilesAreWithinABucketOfTheTruth() {
        SplittableRandom random = new SplittableRandom(1);
        long[] counts = new long[DelayHistogram.BUCKETS];
        for (int i = 0; i < 200_000; i++) {
            counts[DelayHistogram.bucketOf((long) (-5000 * Math.log(random.nextDouble())))]++;
        }
        for (double fraction : new double[] {0.5, 0.9, 0.99}) {
            double truth = -5000 * Math.log1p(-fraction);
            double quantile = DelayHistogram.quantileUs(counts, fraction);
            assertThat(quantile / truth).isCloseTo(1, within(0.05));
        }
        double[] weights = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            weights[i] = counts[i];
        }
        assertThat(DelayHistogram.meanUs(weights)).isCloseTo(5000, within(100.0));
        assertThat(DelayHistogram.deviationUs(weights)).isCloseTo(5000, within(150.0));
    }

    @Test
    void nothingCountedIsNoNumber() {
        assertThat(DelayHistogram.quantileUs(new long[64], 0.5)).isNaN();
        assertThat(DelayHistogram.meanUs(new double[64])).isNaN();
    }
}
