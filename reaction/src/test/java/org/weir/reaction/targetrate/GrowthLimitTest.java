// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The growth limit against its examples, and its bounds for random queues. */
class GrowthLimitTest {
    private static final double ERROR = 1e-12;

    /** Of 100 packets ten are a long queue, of 20 two, of ten one. */
    @ParameterizedTest
    @CsvSource({"1, 100, 0.84", "9, 100, 0.2", "50, 100, 0.2", "0, 20, 0.6", "0, 10, 0.2"})
    void isLinearInTheExcess(double excessPackets, double cyclePackets, double part) {
        assertThat(new GrowthLimit(0.2, 1, 0.1).part(excessPackets, cyclePackets))
                .isCloseTo(part, within(ERROR));
    }

    @Test
    void isBetweenItsLimitsAndFallsWithTheExcess() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            GrowthLimit limit =
                    new GrowthLimit(
                            random.nextDouble(0.01, 1),
                            random.nextDouble(0.01, 2),
                            random.nextDouble(0.01, 1));
            double excessPackets = random.nextDouble(0, 50);
            double cyclePackets = random.nextDouble(0.1, 1000);
            double most = Math.max(limit.longQueue(), limit.shortQueue());

            assertThat(limit.part(excessPackets, cyclePackets))
                    .isBetween(limit.longQueue(), most)
                    .isGreaterThanOrEqualTo(limit.part(excessPackets + 1, cyclePackets))
                    .isLessThanOrEqualTo(limit.part(excessPackets, 2 * cyclePackets));
        }
    }

    @Test
    void isTheSameForAllQueuesWithOneLimit() {
        assertThat(GrowthLimit.of(0.3).part(0, 1000)).isEqualTo(0.3);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0.1", "0.2, 0, 0.1", "0.2, 1, 0", "NaN, 1, 0.1"})
    void refusesPartsThatAreNotAboveZero(double longQueue, double shortQueue, double shortPart) {
        assertThatThrownBy(() -> new GrowthLimit(longQueue, shortQueue, shortPart))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("above 0");
    }
}
