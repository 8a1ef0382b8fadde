// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ApportionmentTest {
    @Test
    void sumsToTheCapacityWithinOnePacketOfTheQuota() {
        SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 5000; run++) {
            int count = 1 + random.nextInt(8);
            double[] shares = new double[count];
            double sum = 0;
            for (int i = 0; i < count; i++) {
                shares[i] = random.nextDouble() + 1e-3;
                sum += shares[i];
            }
            int capacity = 2 * count + random.nextInt(500);
            int[] limits = Apportionment.limits(shares, capacity, new int[count]);
            assertThat(Arrays.stream(limits).sum()).isEqualTo(capacity);
            for (int i = 0; i < count; i++) {
                double quota = capacity * shares[i] / sum;
                assertThat((double) limits[i]).isBetween(Math.floor(quota - 1e-6), quota + 1);
            }
        }
    }

    @Test
    void leastValuesAreKeptAndTheRestStaysProportional() {
        assertThat(Apportionment.limits(new double[] {1, 1, 98}, 100, new int[] {4, 4, 4}))
                .containsExactly(4, 4, 92);
        assertThat(Apportionment.limits(new double[] {1, 1, 2}, 8, new int[] {2, 2, 2}))
                .containsExactly(2, 2, 4);
        assertThat(Apportionment.limits(new double[] {0, 1}, 10, new int[] {10, 0}))
                .containsExactly(10, 0);
        assertThat(Apportionment.limits(new double[] {1, 1, 1}, 10, new int[3]))
                .containsExactly(4, 3, 3);
    }
}
