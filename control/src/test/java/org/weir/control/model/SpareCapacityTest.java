// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpareCapacityTest {
    private static double[] available(double a, double b, double c) {
        return SpareCapacity.availableRates(
                new double[] {0.5, 0.3, 0.2}, new double[] {a, b, c}, 1000);
    }

    @Test
    void aShortageIsSharedByWeight() {
        assertThat(available(900, 900, 900))
                .containsExactly(new double[] {500, 300, 200}, within(1e-9));
        // A leaves 400; B and C divide what is left 3 to 2.
        assertThat(available(100, 900, 900))
                .containsExactly(new double[] {500, 540, 360}, within(1e-9));
        // B needs less than its part of that.
        assertThat(available(100, 400, 900))
                .containsExactly(new double[] {500, 400, 500}, within(1e-9));
    }

    @Test
    void whatNobodyWantsIsDividedByWeightToo() {
        // 600 are idle: of these A may take 300 and C 120.
        assertThat(available(400, 0, 0))
                .containsExactly(new double[] {700, 300, 200}, within(1e-9));
        assertThat(available(0, 0, 0)).containsExactly(new double[] {500, 300, 200}, within(1e-9));
    }

    @Test
    void aGreedyClassGetsWhatOthersLeave() {
        double[] weight = {0.5, 0.3, 0.2};
        // The first leaves 0.4, which the other two share as 3 : 2.
        assertThat(SpareCapacity.greedyRate(1, weight, new double[] {0.1, 0, 9}, 1))
                .isCloseTo(0.54, within(1e-12));
        // Nobody else sends.
        assertThat(SpareCapacity.greedyRate(2, weight, new double[] {0, 0, 0}, 1))
                .isCloseTo(1, within(1e-12));
        // All others are greedy, too.
        assertThat(SpareCapacity.greedyRate(0, weight, new double[] {0, 9, 9}, 1))
                .isCloseTo(0.5, within(1e-12));
    }
}
