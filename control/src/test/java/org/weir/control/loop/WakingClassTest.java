// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A class that was silent so long that its load of 0 was known, and then sends. */
class WakingClassTest extends OnePortLoop {
    private Promise promise() {
        return loop.decision(PORT).get().promise(0);
    }

    @Test
    void aClassThatWakesIsPromisedNothingUntilItsLoadIsKnown() {
        for (int i = 0; i < 20; i++) {
            second(0, 3, 1);
        }
        assertThat(promise().isGiven()).isTrue();
        int unknown = 0;
        for (int i = 0; i < 10; i++) {
            second(9, 3, 1);
            double load = loop.decision(PORT).get().problem().classes().get(0).arrivalRate();
            if (load == 0) {
                unknown++;
                assertThat(promise().reason()).isEqualTo(Promise.LOAD_UNKNOWN);
            }
        }
        assertThat(unknown).isBetween(1, 5);
        assertThat(promise().reason()).isNotEqualTo(Promise.LOAD_UNKNOWN);
    }

    /** A packet a second is less than a thousandth of the port. */
    @Test
    void aSinglePacketWakesNobody() {
        for (int i = 0; i < 20; i++) {
            second(0, 3, 1);
        }
        for (int i = 0; i < 10; i++) {
            second(0.008, 3, 1);
            assertThat(promise().isGiven()).isTrue();
        }
    }
}
