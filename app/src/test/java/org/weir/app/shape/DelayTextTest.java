// SPDX-License-Identifier: Apache-2.0
package org.weir.app.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delays of slow and of fast lines. */
class DelayTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0.00",
        "0.00344, 0.00344",
        "0.0123456, 0.0123",
        "0.5, 0.500",
        "1, 1.00",
        "12.345, 12.35",
        "NaN, -"
    })
    void delaysHaveThreeDigitsBelowOneMillisecond(double ms, String text) {
        assertThat(DelayText.milliseconds(ms)).isEqualTo(text);
    }

    @Test
    void noDelayFromATenthOfAMicrosecondOnIsRoundedAway() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            double ms = Math.pow(10, -4 + 7 * random.nextDouble());
            assertThat(Double.parseDouble(DelayText.milliseconds(ms)))
                    .isCloseTo(ms, within(Math.max(0.005 * ms, ms < 1 ? 0 : 0.005)));
        }
    }
}
