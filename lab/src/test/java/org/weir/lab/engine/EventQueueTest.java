// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {
    private record Event(long timeNs, int order) implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("only compared");
        }
    }

    /** Near and far, bursts at one time, empty for a while: as a queue of the library has them. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 100, 5_000, 8_191, 8_192, 8_193, 30_000, 1_000_000_000_000L})
    void givesWhatASortedListGives(long furthestNs) {
        EventQueue queue = new EventQueue();
        PriorityQueue<Event> expected =
                new PriorityQueue<>(
                        Comparator.comparingLong(Event::timeNs).thenComparingInt(Event::order));
        SplittableRandom random = new SplittableRandom(furthestNs);
        List<Long> sometimes = new ArrayList<>(List.of(0L));
        long nowNs = 0;
        int order = 0;
        for (int step = 0; step < 60_000; step++) {
            boolean growing = step / 5000 % 2 == 0;
            if (random.nextInt(10) < (growing ? 6 : 4)) {
                long timeNs = nowNs + random.nextLong(furthestNs);
                // Often a time that another event has too, near or far.
                long used = sometimes.get(random.nextInt(sometimes.size()));
                timeNs = random.nextInt(3) == 0 && used >= nowNs ? used : timeNs;
                sometimes.set(0, timeNs);
                sometimes.add(timeNs);
                Event event = new Event(timeNs, order++);
                queue.add(timeNs, event);
                expected.add(event);
            } else if (!expected.isEmpty()) {
                Event first = expected.remove();
                assertThat(queue.firstTimeNs()).isEqualTo(first.timeNs);
                assertThat(queue.removeFirst()).isSameAs(first);
                nowNs = first.timeNs;
            }
            assertThat(queue.size()).isEqualTo(expected.size());
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
        assertThat(order).isGreaterThan(20_000);
    }
}
