// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Times of RFC 6298 between bounds. */
class ProbeTimesTest {
    private static final ProbeTimes TIMES = new ProbeTimes(1000, 300, 10_000);

    private final RoundTrip roundTrip = new RoundTrip();

    @Test
    void beforeASampleTheFirstTimeHolds() {
        assertThat(TIMES.afterNs(roundTrip, 0)).isEqualTo(1000);
        assertThat(TIMES.afterNs(roundTrip, 2)).isEqualTo(4000);
        assertThat(TIMES.afterNs(roundTrip, 1000)).as("eight times").isEqualTo(8000);
    }

    @Test
    void aFirstSampleCountsThreeTimesItself() {
        roundTrip.add(500);
        assertThat(TIMES.afterNs(roundTrip, 0)).isEqualTo(1500);
        assertThat(TIMES.afterNs(roundTrip, 1)).isEqualTo(3000);
        assertThat(TIMES.afterNs(roundTrip, 1000)).as("the longest").isEqualTo(10_000);
    }

    @Test
    void equalSamplesLeaveTheRoundTripAlone() {
        for (int i = 0; i < 100; i++) {
            roundTrip.add(500);
        }
        assertThat(roundTrip.timeoutNs()).isCloseTo(500, within(1e-6));
        for (int i = 0; i < 100; i++) {
            roundTrip.add(100);
        }
        assertThat(TIMES.afterNs(roundTrip, 0)).as("the shortest").isEqualTo(300);
    }

    @Test
    void timesOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new ProbeTimes(1000, 300, 999))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the longest last, not 1000, 300, 999");
        assertThatThrownBy(() -> ProbeTimes.from(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
