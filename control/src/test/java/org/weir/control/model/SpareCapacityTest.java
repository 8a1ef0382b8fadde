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
}
