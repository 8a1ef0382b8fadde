// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateWindowTest {

    @ParameterizedTest
    @CsvSource({
        "1, 32768",
        "10e6, 32768",
        "67e6, 32768",
        "69e6, 16384",
        "100e6, 16384",
        "1e9, 2048",
        "10e9, 128",
        "25e9, 64",
        "40e9, 32",
        "69e9, 32",
        "70e9, 16",
        "100e9, 16",
        "400e9, 16",
    })
    void linesHaveTheWindowNearestTo128Frames(double rateBps, long us) {
        assertThat(RateWindow.forRate((long) rateBps).us()).isEqualTo(us);
    }

    /** No other window is nearer by ratio. */
    @Test
    void noOtherWindowIsNearer() {
        for (double rateBps = 1e6; rateBps < 1e12; rateBps *= 1.07) {
            double wantedUs = 128 * 1538 * 8e6 / (long) rateBps;
            double chosen = distance(RateWindow.forRate((long) rateBps).us(), wantedUs);
            for (long us = RateWindow.MIN_US; us <= RateWindow.MAX_US; us *= 2) {
                assertThat(chosen).as("at %f", rateBps).isLessThanOrEqualTo(distance(us, wantedUs));
            }
        }
    }

    private static double distance(double us, double wantedUs) {
        return Math.max(us / wantedUs, wantedUs / us);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -16, 0, 8, 15, 17, 100, 32767, 32769, 65536})
    void otherLengthsAreRefused(long us) {
        assertThatThrownBy(() -> RateWindow.ofUs(us))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("power of two from 16 to 32768 µs, was " + us);
    }

    @Test
    void allAreThePowersOfTwoInTheRange() {
        assertThat(RateWindow.all())
                .extracting(RateWindow::us)
                .containsExactly(
                        16L, 32L, 64L, 128L, 256L, 512L, 1024L, 2048L, 4096L, 8192L, 16384L,
                        32768L);
        for (RateWindow window : RateWindow.all()) {
            assertThat(RateWindow.ofUs(window.us())).isEqualTo(window).hasSameHashCodeAs(window);
        }
        assertThat(RateWindow.ofUs(16)).isNotEqualTo(RateWindow.ofUs(32));
    }
}
