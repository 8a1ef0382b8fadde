// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackCheck;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.flow.FlowTable;
import org.weir.agent.flow.Shape;
import org.weir.agent.flow.SlotTraffic;
import org.weir.agent.metrics.AgentMetrics;
import org.weir.agent.shaping.Shaping;
import org.weir.reaction.PmqecnReaction;
import org.weir.reaction.Recovery;

class AgentLoopTest {
    private static final long MS = 1_000_000;
    private static final long LINE_BPS = 10_000_000;

    /** Classes of which the flow's first one sends a packet between two readings. */
    private static final class Classes implements Shaping {
        private final List<Long> ratesBps = new ArrayList<>();
        private int readings;

        @Override
        public void apply(Collection<Shape> shapes) {
            shapes.forEach(shape -> ratesBps.add(shape.rateBps()));
        }

        @Override
        public Map<Integer, SlotTraffic> traffic() {
            readings++;
            return Map.of(1, new SlotTraffic(1000L * readings, readings, 0, 0));
        }

        @Override
        public boolean check() {
            return false;
        }

        @Override
        public void repair() {}

        @Override
        public void close() {}
    }

    @Test
    void feedbackThatComesOftenHasNoCountersReadButItsRateInForce() throws Exception {
        AtomicLong clock = new AtomicLong();
        AtomicLong reads = new AtomicLong();
        // Every ms a frame, and nothing behind it.
        AgentLoop.Frames frames =
                (buffer, timeoutMs) -> {
                    long number = reads.incrementAndGet();
                    if (number % 2 == 0) {
                        clock.addAndGet(MS);
                        return 0;
                    }
                    byte[] frame = FeedbackFrames.ipv4(FeedbackFrames.message(8000, 7900, number));
                    System.arraycopy(frame, 0, buffer, 0, frame.length);
                    return frame.length;
                };
        FlowTable flows =
                new FlowTable(
                        startBps ->
                                new PmqecnReaction(
                                        new Recovery(startBps, 1e5, 5e5, 5), 50 * MS, 0.5),
                        LINE_BPS,
                        20_000 * MS,
                        3);
        FeedbackCheck check =
                new FeedbackCheck(
                        FeedbackFrames.flow().local()::equals, Set.of(1), flow -> true, 10);
        Classes classes = new Classes();
        AgentMetrics metrics = new AgentMetrics();
        new AgentLoop(
                        frames,
                        check,
                        Optional.empty(),
                        flows,
                        classes,
                        metrics,
                        clock::get,
                        LINE_BPS,
                        () -> 0,
                        line -> {})
                .run(() -> clock.get() >= 100 * MS, () -> {});
        metrics.close();
        assertThat(classes.readings).isBetween(4, 5);
        assertThat(classes.ratesBps).hasSize(100).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(classes.ratesBps.get(99)).isLessThan(classes.ratesBps.get(98));
    }

    @Test
    void aWaitIsNoShorterThanWhatIsLeftAndNoLongerThanAPoll() {
        assertThat(AgentLoop.waitMs(-5)).isZero();
        assertThat(AgentLoop.waitMs(0)).isZero();
        assertThat(AgentLoop.waitMs(1)).isEqualTo(1);
        assertThat(AgentLoop.waitMs(1_000_001)).isEqualTo(2);
        assertThat(AgentLoop.waitMs(AgentLoop.CHECK_NS)).isEqualTo(25);
    }
}
