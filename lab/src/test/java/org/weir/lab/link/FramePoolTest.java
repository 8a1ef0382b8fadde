// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;

class FramePoolTest {
    private final FramePool pool = new FramePool();

    private byte[] frame(int length, int value) {
        byte[] bytes = new byte[length];
        bytes[length - 1] = (byte) value;
        return pool.copyOf(bytes, 0, length);
    }

    @Test
    void whatWasGivenBackIsUsedAgainForItsLengthOnly() {
        byte[] first = frame(100, 1);
        byte[] second = frame(100, 2);
        assertThat(second).isNotSameAs(first);
        assertThat(first[99]).isEqualTo((byte) 1);

        pool.giveBack(first);

        assertThat(frame(101, 3)).hasSize(101);
        assertThat(frame(100, 4)).isSameAs(first).endsWith((byte) 4);
        assertThat(frame(100, 5)).isNotSameAs(first).isNotSameAs(second);
    }

    @Test
    void jumbosAreMadeAnewEachTime() {
        byte[] jumbo = frame(20_000, 1);
        pool.giveBack(jumbo);

        assertThat(frame(20_000, 2)).isNotSameAs(jumbo);
    }

    /** A frame goes to the pool when it has arrived; not while an observer may still hold it. */
    @Test
    void aLinkGivesBackWhatArrivedUnlessItIsObserved() {
        Engine engine = new Engine(Pacing.FREE);
        Link link = new Link(engine, "a-b", 10, 0, 1);
        link.forward().connect(frame -> {}, pool);
        byte[] sent = frame(60, 1);
        link.forward().accept(sent);
        assertThat(frame(60, 2)).as("still under way").isNotSameAs(sent);
        engine.runUntil(100);
        assertThat(frame(60, 3)).isSameAs(sent);

        List<byte[]> seen = new ArrayList<>();
        link.forward().observe(seen::add);
        link.forward().accept(sent);
        engine.runUntil(200);
        assertThat(seen).containsExactly(sent);
        assertThat(frame(60, 4)).isNotSameAs(sent);
    }
}
