// SPDX-License-Identifier: Apache-2.0
package org.weir.control.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

class RateFilterTest {
    private final RateFilter filter = new RateFilter();

    @Test
    void takesTheFirstReadingAsItIs() {
        assertThat(filter.estimate()).isNaN();
        filter.add(1000, Tuning.DEFAULTS);
        assertThat(filter.estimate()).isEqualTo(1000);
    }

    @Test
    void isSlowWhileReadingsScatter() {
        filter.add(1000, Tuning.DEFAULTS);
        filter.add(1100, Tuning.DEFAULTS);
        double share = Tuning.DEFAULTS.get(Tunable.RATE_FILTER_SHARE);
        assertThat(filter.estimate()).isCloseTo(1000 + share * 100, within(1e-9));
    }

    @Test
    void isQuickWhenTheLoadHasChanged() {
        double share = Tuning.DEFAULTS.get(Tunable.RATE_JUMP_SHARE);
        filter.add(1000, Tuning.DEFAULTS);
        filter.add(3000, Tuning.DEFAULTS);
        assertThat(filter.estimate()).isCloseTo(1000 + share * 2000, within(1e-9));
        // Downwards too: the distance is relative to the larger of both.
        double from = filter.estimate();
        filter.add(100, Tuning.DEFAULTS);
        assertThat(filter.estimate()).isCloseTo(from + share * (100 - from), within(1e-9));
    }

    @Test
    void bothSharesAndTheirBorderCanBeTuned() {
        Tuning tuning =
                Tuning.DEFAULTS
                        .with(Tunable.RATE_FILTER_SHARE, 0.1)
                        .with(Tunable.RATE_JUMP, 0.5)
                        .with(Tunable.RATE_JUMP_SHARE, 0.6);
        filter.add(1000, tuning);
        filter.add(1900, tuning);
        assertThat(filter.estimate()).isCloseTo(1090, within(1e-9));
        filter.add(9000, tuning);
        assertThat(filter.estimate()).isCloseTo(1090 + 0.6 * 7910, within(1e-9));
    }

    @Test
    void endsAtNothingSoonAfterTheLastPacket() {
        filter.add(1e10, Tuning.DEFAULTS);
        for (int i = 0; i < 20; i++) {
            filter.add(0, Tuning.DEFAULTS);
        }
        assertThat(filter.estimate()).isZero();
    }
}
