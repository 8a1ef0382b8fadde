// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The formulas of RFC 6298, section 2, by hand. */
class RoundTripTimerTest {
    private static final long MS = 1_000_000;
    private static final Offset<Long> ROUNDING = within(2L);

    private final RoundTripTimer timer = new RoundTripTimer(0, 60_000 * MS);

    @Test
    void beforeAnyMeasurementItIsOneSecond() {
        assertThat(timer.timeoutNs()).isEqualTo(1000 * MS);
        timer.handshakeTimedOut();
        assertThat(timer.timeoutNs()).as("section 5.7").isEqualTo(3000 * MS);
    }

    @Test
    void followsMeanAndVariation() {
        timer.measure(100 * MS);
        // SRTT 100, RTTVAR 50.
        assertThat(timer.timeoutNs()).isEqualTo(300 * MS);
        timer.measure(140 * MS);
        // RTTVAR 3/4·50 + 1/4·40 = 47.5, SRTT 7/8·100 + 1/8·140 = 105.
        assertThat(timer.smoothedNs()).isEqualTo(105 * MS);
        assertThat(timer.timeoutNs()).isCloseTo(295 * MS, ROUNDING);
        timer.measure(105 * MS);
        // RTTVAR 35.625.
        assertThat(timer.timeoutNs()).isCloseTo(Math.round(247.5 * MS), ROUNDING);
    }

    @Test
    void doublesUntilThereIsProgress() {
        timer.measure(100 * MS);
        timer.backOff();
        timer.backOff();
        assertThat(timer.timeoutNs()).isEqualTo(1200 * MS);
        for (int i = 0; i < 40; i++) {
            timer.backOff();
        }
        assertThat(timer.timeoutNs()).isEqualTo(60_000 * MS);
        timer.progress();
        assertThat(timer.timeoutNs()).isEqualTo(300 * MS);
    }

    @Test
    void theMarginHasALowerBound() {
        RoundTripTimer bounded = new RoundTripTimer(200 * MS, 60_000 * MS);
        bounded.measure(10 * MS);
        assertThat(bounded.timeoutNs()).isEqualTo(210 * MS);
    }
}
