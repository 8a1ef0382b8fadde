// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A window in front of another reaction. */
class WindowedReactionTest {
    private static final long LINE_BPS = 10_000_000_000L;
    private static final double ROUND_TRIP_NS = 11_200;

    @Test
    void allowsABandwidthDelayProductAtAnyRate() {
        RateControl fast = new WindowedReaction(FixedRate::new, ROUND_TRIP_NS).start(LINE_BPS);
        assertThat(fast.windowBytes()).isCloseTo(14_000, within(1e-6));
        assertThat(fast.asksForStatus()).isTrue();
        assertThat(fast.rateBps()).isEqualTo(LINE_BPS);

        RateControl slow =
                new WindowedReaction(line -> new FixedRate(line / 100), ROUND_TRIP_NS)
                        .start(LINE_BPS);
        assertThat(slow.windowBytes()).isCloseTo(14_000, within(1e-6));
        assertThat(slow.rateBps()).isEqualTo(LINE_BPS / 100);
    }

    @Test
    void refusesAWindowOfNoTime() {
        assertThatThrownBy(() -> new WindowedReaction(FixedRate::new, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("windowNs must be above 0, is 0");
    }
}
