// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    @Test
    void percentilesAreRightToThreePercentAndNeverTooLow() {
        SplittableRandom random = new SplittableRandom(3);
        long[] values = new long[20_000];
        LatencyHistogram histogram = new LatencyHistogram();
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextLong(1L << random.nextInt(1, 40));
            histogram.add(values[i]);
        }
        Arrays.sort(values);
        for (double fraction : new double[] {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1}) {
            long exact = values[(int) Math.ceil(fraction * values.length) - 1];
            assertThat(histogram.percentileNs(fraction)).isBetween(exact, exact + exact / 31 + 1);
        }
        assertThat(histogram.maxNs()).isEqualTo(values[values.length - 1]);
        assertThat(histogram.meanNs())
                .isEqualTo(Arrays.stream(values).mapToDouble(v -> v).sum() / values.length);
    }

    @Test
    void anEmptyOneSaysZero() {
        LatencyHistogram histogram = new LatencyHistogram();

        assertThat(histogram.percentileNs(0.99)).isZero();
        assertThat(histogram.meanNs()).isZero();
    }

    @Test
    void theGreatestDurationFits() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.add(Long.MAX_VALUE);

        assertThat(histogram.percentileNs(0.5)).isEqualTo(Long.MAX_VALUE);
    }
}
