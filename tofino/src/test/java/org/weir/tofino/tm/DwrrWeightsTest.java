// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.rules.ComputesOnly;

/** Weights have the smallest error there is. */
@ComputesOnly
class DwrrWeightsTest {
    private static double error(int[] weights, double[] shares) {
        double total = Arrays.stream(weights).sum();
        double sum = Arrays.stream(shares).sum();
        double largest = 0;
        for (int i = 0; i < shares.length; i++) {
            largest = Math.max(largest, Math.abs(weights[i] / total - shares[i] / sum));
        }
        return largest;
    }

    /** Smallest error of all weights from 1 to max. */
    private static double smallestError(int max, double[] shares) {
        int[] weights = new int[shares.length];
        Arrays.fill(weights, 1);
        double smallest = Double.POSITIVE_INFINITY;
        while (true) {
            smallest = Math.min(smallest, error(weights, shares));
            int digit = 0;
            while (digit < weights.length && weights[digit] == max) {
                weights[digit++] = 1;
            }
            if (digit == weights.length) {
                return smallest;
            }
            weights[digit]++;
        }
    }

    private static double[] shares(Random random, int count) {
        // Cubed, so that some are very small and many need the least weight.
        return random.doubles(count, 0.02, 1).map(x -> x * x * x).toArray();
    }

    @Test
    void noOtherWeightsAreNearer() {
        Random random = new Random(20240601);
        int[] max = {0, 9, 60, 24, 12, 7};
        for (int round = 0; round < 600; round++) {
            int count = 1 + round % 5;
            double[] shares = shares(random, count);
            DwrrWeights found = DwrrWeights.within(max[count], shares);
            assertThat(found.shareError())
                    .as("%s up to %d: %s", Arrays.toString(shares), max[count], found)
                    .isCloseTo(smallestError(max[count], shares), within(1e-12));
        }
    }

    @Test
    void noOtherWeightsOfTheAsicAreNearerForTwoQueues() {
        Random random = new Random(3);
        for (int round = 0; round < 5; round++) {
            double[] shares = shares(random, 2);
            assertThat(DwrrWeights.of(shares).shareError())
                    .isCloseTo(smallestError(DwrrWeights.MAX, shares), within(1e-12));
        }
    }

    @Test
    void theErrorIsThatOfTheWeights() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            double[] shares = shares(random, 1 + round % 8);
            DwrrWeights found = DwrrWeights.of(shares);
            int[] weights = found.weights().stream().mapToInt(i -> i).toArray();
            assertThat(Arrays.stream(weights)).allMatch(w -> w >= 1 && w <= 1023);
            assertThat(found.shareError()).isCloseTo(error(weights, shares), within(1e-12));
        }
    }

    @Test
    void exactRatiosHaveNoErrorAndTheLargestWeights() {
        DwrrWeights found = DwrrWeights.of(0.5, 0.3, 0.2);
        assertThat(found.weights()).containsExactly(1020, 612, 408);
        assertThat(found.shareError()).isLessThan(1e-12);
        assertThat(DwrrWeights.of(1, 1, 1, 1).weights()).containsOnly(1023);
    }

    @Test
    void aShareBelowOneInAThousandGetsTheLeastWeightAndTheErrorSaysSo() {
        DwrrWeights found = DwrrWeights.of(0.9999, 0.0001);
        assertThat(found.weights()).containsExactly(1023, 1);
        assertThat(found.shareError()).isCloseTo(1.0 / 1024 - 0.0001, within(1e-12));
    }

    @Test
    void whatIsNoShareIsRefused() {
        assertThatThrownBy(() -> DwrrWeights.of(0.5, 0)).hasMessageContaining("above 0, was 0.0");
        assertThatThrownBy(() -> DwrrWeights.of(Double.NaN)).hasMessageContaining("was NaN");
        assertThatThrownBy(DwrrWeights::of).hasMessageContaining("at least one");
    }
}
