// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.QueueId;
import org.weir.pipelines.QueueReading;
import org.weir.pipelines.QueueSelection;
import org.weir.pipelines.QueueSelection.Depth;

class ReadingPlanTest {
    private final ReadingPlan plan = new ReadingPlan(0);
    private final Map<QueueId, long[]> counters = new HashMap<>();

    private Set<QueueId> queues(int ports) {
        Set<QueueId> queues = new TreeSet<>();
        for (int port = 1; port <= ports; port++) {
            for (int classIndex = 0; classIndex < 3; classIndex++) {
                queues.add(new QueueId(port, classIndex));
            }
        }
        queues.forEach(queue -> counters.putIfAbsent(queue, new long[2]));
        return queues;
    }

    /** Packets that arrive, and those of them that leave. */
    private void pass(QueueId queue, int arrived, int departed) {
        counters.get(queue)[0] += arrived;
        counters.get(queue)[1] += departed;
    }

    /** Answer of a switch. */
    private List<QueueReading> answer(QueueSelection selection) {
        List<QueueReading> readings = new ArrayList<>();
        selection
                .queues()
                .forEach(
                        (queue, depth) -> {
                            long[] now = counters.get(queue);
                            long departed = depth == Depth.ARRIVALS ? 0 : now[1];
                            long[] delays = new long[P4Limits.DELAY_BUCKET_COUNT];
                            delays[5] = depth == Depth.DELAYS ? now[1] : 0;
                            readings.add(
                                    new QueueReading(
                                            queue,
                                            depth,
                                            new PiCounterCellData(now[0], 0),
                                            new PiCounterCellData(departed, 0),
                                            new PiCounterCellData(0, 0),
                                            new PiCounterCellData(0, 0),
                                            new PiCounterCellData(0, 0),
                                            delays));
                        });
        return readings;
    }

    private static long count(QueueSelection selection, Depth depth) {
        return selection.queues().values().stream().filter(depth::equals).count();
    }

    @Test
    void smallNetworkIsReadWholeInEachRoundWhileItIsBusy() {
        Set<QueueId> queues = queues(4);
        for (int round = 0; round < 10; round++) {
            queues.forEach(queue -> pass(queue, 1, 1));
            QueueSelection selection = plan.select(queues, 2);
            assertThat(count(selection, Depth.DELAYS)).isEqualTo(12);
            assertThat(plan.take(answer(selection))).hasSize(12);
        }
    }

    @Test
    void idleQueueCostsOneCounterAndIsKnownAllTheSame() {
        Set<QueueId> queues = queues(4);
        plan.take(answer(plan.select(queues, 2)));
        plan.take(answer(plan.select(queues, 2)));
        QueueSelection selection = plan.select(queues, 2);
        assertThat(count(selection, Depth.ARRIVALS)).isEqualTo(12);
        assertThat(plan.take(answer(selection))).hasSize(12);
    }

    @Test
    void queueWithWaitingPacketsStaysBusy() {
        Set<QueueId> queues = queues(1);
        QueueId queue = queues.iterator().next();
        pass(queue, 5, 2);
        for (int round = 0; round < 5; round++) {
            QueueSelection selection = plan.select(queues, 2);
            assertThat(selection.queues().get(queue)).isEqualTo(Depth.DELAYS);
            plan.take(answer(selection));
        }
    }

    /** The traffic manager of an ASIC may lose packets that no counter of the program shows. */
    @Test
    void packetsLostUncountedDoNotKeepAQueueBusy() {
        Set<QueueId> queues = queues(1);
        QueueId queue = queues.iterator().next();
        pass(queue, 5, 2);
        int whole = 0;
        for (int round = 0; round < 100 + ReadingPlan.STILL_READ_ROUNDS; round++) {
            QueueSelection selection = plan.select(queues, 2);
            assertThat(plan.take(answer(selection))).as("round %d", round).hasSize(3);
            if (round >= 100) {
                whole += selection.queues().get(queue) == Depth.ARRIVALS ? 0 : 1;
            }
        }
        assertThat(whole).as("readings of all counters").isEqualTo(1);

        pass(queue, 4, 4);
        plan.take(answer(plan.select(queues, 2)));

        assertThat(plan.select(queues, 2).queues().get(queue)).isEqualTo(Depth.DELAYS);
    }

    /** A queue may also have been blocked, by a pause of its port for example. */
    @Test
    void aBlockedQueueThatMovesAgainIsKnownInTheEnd() {
        Set<QueueId> queues = queues(1);
        QueueId queue = queues.iterator().next();
        pass(queue, 5, 2);
        for (int round = 0; round < 100; round++) {
            plan.take(answer(plan.select(queues, 2)));
        }
        pass(queue, 0, 3);

        List<QueueReading> known = List.of();
        for (int round = 0; round < ReadingPlan.STILL_READ_ROUNDS; round++) {
            known = plan.take(answer(plan.select(queues, 2)));
        }

        assertThat(known)
                .filteredOn(reading -> reading.queue().equals(queue))
                .extracting(QueueReading::departedPackets)
                .containsExactly(5L);
    }

    @Test
    void aRoundCostsNoMoreThanItsShareAndEveryBusyQueueHasItsTurn() {
        Set<QueueId> queues = queues(8);
        int most = ReadingPlan.QUEUES_PER_ROUND / 80;
        Set<QueueId> counted = new TreeSet<>();
        Set<QueueId> withDelays = new TreeSet<>();
        for (int round = 0; round < 24; round++) {
            queues.forEach(queue -> pass(queue, 1, 1));
            QueueSelection selection = plan.select(queues, 80);
            assertThat(count(selection, Depth.COUNTERS) + count(selection, Depth.DELAYS))
                    .isEqualTo(most);
            assertThat(count(selection, Depth.DELAYS)).isEqualTo(1);
            List<QueueReading> known = plan.take(answer(selection));
            assertThat(known).hasSize(most);
            known.forEach(reading -> counted.add(reading.queue()));
            selection
                    .queues()
                    .forEach(
                            (q, d) -> {
                                if (d == Depth.DELAYS) {
                                    withDelays.add(q);
                                }
                            });
        }
        assertThat(counted).isEqualTo(queues);
        assertThat(withDelays).isEqualTo(queues);
    }

    /** The values given are never newer than the counters, and in the end equal. */
    @Test
    void knownCountersNeverGoBackAndEndWhereTheSwitchEnds() {
        Random random = new Random(7);
        Set<QueueId> queues = queues(6);
        Map<QueueId, Long> last = new HashMap<>();
        Map<QueueId, Long> delays = new HashMap<>();
        for (int round = 0; round < 400; round++) {
            if (round < 300) {
                for (QueueId queue : queues) {
                    if (random.nextInt(4) == 0) {
                        long waiting = counters.get(queue)[0] - counters.get(queue)[1];
                        int arrived = random.nextInt(5);
                        pass(queue, arrived, random.nextInt((int) waiting + arrived + 1));
                    }
                }
            } else {
                queues.forEach(queue -> counters.get(queue)[1] = counters.get(queue)[0]);
            }
            for (QueueReading reading : plan.take(answer(plan.select(queues, 40)))) {
                assertThat(reading.departedPackets())
                        .isGreaterThanOrEqualTo(last.getOrDefault(reading.queue(), 0L));
                last.put(reading.queue(), reading.departedPackets());
                delays.put(reading.queue(), reading.delayHistogram()[5]);
            }
        }
        Map<QueueId, Long> sent =
                queues.stream().collect(Collectors.toMap(q -> q, q -> counters.get(q)[1]));
        assertThat(last).isEqualTo(sent);
        assertThat(delays).isEqualTo(sent);
    }

    @Test
    void delaysThatWereNeverReadAreNotZero() {
        Set<QueueId> queues = queues(3);
        queues.forEach(queue -> pass(queue, 1000, 1000));
        Set<QueueId> known = new TreeSet<>();
        for (int round = 0; round < 200; round++) {
            queues.forEach(queue -> pass(queue, 1, 1));
            for (QueueReading reading : plan.take(answer(plan.select(queues, 40)))) {
                assertThat(reading.hasDelays()).isEqualTo(reading.delayHistogram()[5] > 0);
                if (!reading.hasDelays()) {
                    assertThat(known).doesNotContain(reading.queue());
                } else {
                    known.add(reading.queue());
                }
            }
        }
        assertThat(known).isEqualTo(queues);
    }

    @Test
    void aReportedChangeIsReadInTheSameRound() {
        Set<QueueId> all = queues(100);
        QueueSelection chosen = plan.select(all, 80);
        Set<QueueId> changed = Set.of(new QueueId(77, 0), new QueueId(77, 1));
        plan.addChanged(chosen, changed);
        assertThat(changed).allMatch(queue -> chosen.queues().get(queue) != Depth.ARRIVALS);
        Depth first = chosen.queues().get(new QueueId(1, 0));
        plan.addChanged(chosen, Set.of(new QueueId(1, 0)));
        assertThat(chosen.queues().get(new QueueId(1, 0))).isEqualTo(first);
        pass(new QueueId(77, 0), 5, 5);
        assertThat(plan.take(answer(chosen)))
                .anyMatch(
                        reading ->
                                reading.queue().equals(new QueueId(77, 0))
                                        && reading.arrivedPackets() == 5);
    }

    @Test
    void aQuietSwitchAmongManyIsAskedSeldomAndThenAboutAllQueues() {
        Set<QueueId> queues = queues(8);
        for (int round = 0; round < 60; round++) {
            plan.take(answer(plan.select(queues, 80)));
        }
        int asked = 0;
        for (int round = 0; round < 24; round++) {
            QueueSelection selection = plan.select(queues, 80);
            if (!selection.queues().isEmpty()) {
                asked++;
                assertThat(selection.queues().keySet()).isEqualTo(queues);
            }
            plan.take(answer(selection));
        }
        assertThat(asked).isEqualTo(6);
    }
}
