// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.weir.app.ManualScheduler;

/** Repetitions of an update, with a look every 5 s as the watch over switches has them. */
class ResendTest {
    private static final long HOUR_MS = 3_600_000;

    private final ManualScheduler scheduler = new ManualScheduler();
    private boolean isRefused = true;
    private int updates;
    private final Resend resend =
            new Resend(scheduler, 1_000, 300_000, () -> isRefused, () -> updates++);

    private void pass(long timeMs) {
        for (long ms = 0; ms < timeMs; ms += 5_000) {
            resend.look();
            scheduler.pass(5_000);
        }
    }

    @Test
    void whatIsAlwaysRefusedIsRepeatedMoreAndMoreRarely() {
        pass(60_000);
        assertThat(updates).isBetween(4, 6);
        updates = 0;
        pass(HOUR_MS);
        assertThat(updates).isBetween(12, 16);
    }

    @Test
    void aChangeIsFollowedByPromptRepetitions() {
        pass(HOUR_MS);
        updates = 0;
        resend.reset();
        pass(5_000);
        assertThat(updates).isEqualTo(1);
    }

    @Test
    void whatIsAcceptedIsNotRepeated() {
        pass(HOUR_MS);
        isRefused = false;
        updates = 0;
        pass(HOUR_MS);
        assertThat(updates).isZero();

        isRefused = true;
        pass(5_000);
        assertThat(updates).isEqualTo(1);
    }
}
