// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedbackTimesTest {
    private static final double LINK_MS = 0.001;

    @Test
    void atTenGigabitsAreAsWorkedOutByHand() {
        FeedbackTimes times = new FeedbackTimes(1e10, LINK_MS);
        assertThat(times.roundTripMs()).isCloseTo(0.0112, within(1e-9));
        assertThat(times.settleMs()).isCloseTo(0.0112, within(1e-9));
        assertThat(times.targetMs()).isCloseTo(0.02, within(1e-9));
        assertThat(times.thresholdLagMs()).isCloseTo(0.01, within(1e-9));
        assertThat(times.periodMs()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e7, 1e8, 1e9, 1e10, 2.5e10, 1e11})
    void holdTogetherAtEveryRate(double lineBps) {
        FeedbackTimes times = new FeedbackTimes(lineBps, LINK_MS);
        // A cut must be seen before the next feedback, and feedback before the next step.
        assertThat(times.settleMs()).isGreaterThanOrEqualTo(times.roundTripMs());
        assertThat(times.cycleMs()).isGreaterThan(2 * times.settleMs());
        assertThat(times.thresholdLagMs()).isBetween(0.0, times.targetMs() / 2);
        // A class at a hundredth of the line sends a hundred packets in a period.
        assertThat(times.periodMs()).isGreaterThanOrEqualTo(Math.min(1000, 1e4 * times.packetMs()));
        assertThat(times.periodMs()).isBetween(10.0, 1000.0);
    }

    @Test
    void growWithThePacketOnSlowLinesAndWithTheLinksOnFastOnes() {
        assertThat(new FeedbackTimes(1e7, LINK_MS).settleMs()).isCloseTo(3.208, within(1e-9));
        assertThat(new FeedbackTimes(1e11, LINK_MS).settleMs()).isCloseTo(0.00832, within(1e-9));
        assertThat(new FeedbackTimes(1e10, 0.1).settleMs()).isGreaterThan(0.8);
        assertThat(new FeedbackTimes(1e10, LINK_MS, 4000).settleMs())
                .isCloseTo(0.0208, within(1e-9));
    }

    @Test
    void theThresholdsLagIsAtMostHalfOfATarget() {
        FeedbackTimes times = new FeedbackTimes(1e9, LINK_MS);
        assertThat(times.thresholdLagMs(0.064)).isCloseTo(0.032, within(1e-9));
        assertThat(times.thresholdLagMs(0.003)).isCloseTo(0.001, within(1e-9));
        assertThat(times.thresholdLagMs(0.001)).isZero();
    }
}
