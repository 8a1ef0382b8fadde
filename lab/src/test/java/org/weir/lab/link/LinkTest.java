// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;

class LinkTest {
    private static final long DELAY_NS = 1000;

    @Test
    void whatIsUnderWayWhenTheCableIsCutIsLostAndNothingElse() {
        Engine engine = new Engine(Pacing.FREE);
        Link link = new Link(engine, "a-b", DELAY_NS, 0, 1);
        List<Integer> arrived = new ArrayList<>();
        link.forward()
                .connect(
                        frame -> {
                            assertThat(engine.nowNs()).isEqualTo(frame[0] * 10L + DELAY_NS);
                            arrived.add((int) frame[0]);
                        });
        for (int i = 0; i < 100; i++) {
            byte[] frame = {(byte) i};
            engine.schedule(10 * i, () -> link.forward().accept(frame));
        }
        // The first 40 have been sent and are lost; of those after them, ten arrive in time.
        engine.schedule(395, () -> link.setUp(false));
        engine.schedule(396, () -> link.setUp(true));
        engine.schedule(1494, () -> assertThat(link.forward().inFlightFrames()).isEqualTo(50));
        engine.schedule(1495, () -> link.setUp(false));
        engine.schedule(1496, () -> link.setUp(true));

        engine.runUntil(5000);

        assertThat(arrived).containsExactly(40, 41, 42, 43, 44, 45, 46, 47, 48, 49);
        assertThat(link.forward().lostFrames()).isEqualTo(90);
        assertThat(link.forward().inFlightFrames()).isZero();
    }
}
