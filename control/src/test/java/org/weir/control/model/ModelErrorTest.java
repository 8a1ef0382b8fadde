// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelErrorTest {

    /** What is known of a class may make its interval narrower, what is not of others wider. */
    @ParameterizedTest
    @CsvSource({"0.2, 1", "0.2, 20", "0.75, 1", "0.75, 20"})
    void anUnknownDispersionOfOthersNarrowsNoEnd(double load, double dispersion) {
        ModelError known = errorOfFirst(load, dispersion, 1);
        ModelError mixed = errorOfFirst(load, dispersion, Double.NaN);
        ModelError unknown = errorOfFirst(load, Double.NaN, Double.NaN);
        for (ModelError other : List.of(known, unknown)) {
            assertThat(mixed.meanLow()).isLessThanOrEqualTo(other.meanLow());
            assertThat(mixed.tailLow()).isLessThanOrEqualTo(other.tailLow());
            assertThat(mixed.lossLow()).isLessThanOrEqualTo(other.lossLow());
            assertThat(mixed.meanHigh()).isGreaterThanOrEqualTo(other.meanHigh());
            assertThat(mixed.tailHigh()).isGreaterThanOrEqualTo(other.tailHigh());
            assertThat(mixed.lossHigh()).isGreaterThanOrEqualTo(other.lossHigh());
        }
    }

    /** Error of the first of two classes, of which the second has a load of 0.2. */
    private static ModelError errorOfFirst(double load, double dispersion, double ofSecond) {
        return new SharedPort(
                        new double[] {load, 0.2},
                        new double[] {1e-4, 1e-4},
                        new double[] {0.5, 0.5},
                        new double[] {100, 100},
                        new double[] {dispersion, ofSecond},
                        10,
                        SharedPort.Scheduler.DWRR)
                .error(0);
    }
}
