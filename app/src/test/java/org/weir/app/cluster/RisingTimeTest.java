// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RisingTimeTest {

    private long wallMs = 1000;
    private final RisingTime time = new RisingTime(() -> wallMs);

    @Test
    void isThatOfTheWallClock() {
        assertThat(time.getAsLong()).isEqualTo(1000);
        wallMs = 2000;
        assertThat(time.getAsLong()).isEqualTo(2000);
    }

    @Test
    void goesOnWhileTheClockStandsStillOrWasSetBack() {
        time.getAsLong();
        assertThat(time.getAsLong()).isEqualTo(1001);
        wallMs = 5;
        assertThat(time.getAsLong()).isEqualTo(1002);
        wallMs = 1500;
        assertThat(time.getAsLong()).isEqualTo(1500);
    }
}
