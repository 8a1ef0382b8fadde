// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Stalls are found in the delays of events behind the wall clock. */
class StallWatchTest {
    private static final long MS = 1_000_000;

    private final StallWatch watch = new StallWatch(10 * MS);

    @Test
    void aStallBeginsWithTheFirstLateEventAndIsCountedOnce() {
        watch.late(11 * MS, 60_000);
        watch.late(12 * MS, 3 * MS);
        watch.late(13 * MS, 2_010_000);
        watch.late(14 * MS, 1_020_000);
        watch.late(15 * MS, 70_000);

        assertThat(watch.stalls()).containsExactly(new Stall(2 * MS, 3 * MS));
    }

    @Test
    void aStallMayBeginWhileTheNetworkCatchesUp() {
        watch.late(12 * MS, 3 * MS);
        watch.late(13 * MS, 5 * MS);

        assertThat(watch.stalls())
                .containsExactly(new Stall(2 * MS, 3 * MS), new Stall(3 * MS, 5 * MS));
    }

    @Test
    void neitherTimersNorWhatWasBeforeCount() {
        watch.late(9 * MS, 5 * MS);
        for (int i = 20; i < 40; i++) {
            watch.late(i * MS, 150_000);
        }
        assertThat(watch.stalls()).isEmpty();
    }
}
