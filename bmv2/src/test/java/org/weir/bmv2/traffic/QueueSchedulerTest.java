// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.Sharing;

/** Turns and shares, against the published algorithm and its bounds. */
class QueueSchedulerTest {

    private static final int MAX_BYTES = 1500;

    private final PacketQueue[] queues = new PacketQueue[PortTraffic.QUEUES];
    private final QueueScheduler scheduler = new QueueScheduler(queues);

    private void configure(Sharing sharing, int quantumBytes, int[] levels, int[] weights) {
        PortTraffic traffic = PortTraffic.strict(1000, 1000).withSharing(sharing, quantumBytes);
        for (int i = 0; i < queues.length; i++) {
            QueueConfig queue = new QueueConfig(0, 1000).withShare(levels[i], weights[i]);
            traffic = traffic.withQueue(i, queue);
            queues[i] = new PacketQueue(queue);
        }
        scheduler.configure(traffic);
    }

    private int occupied() {
        int occupied = 0;
        for (int i = 0; i < queues.length; i++) {
            occupied |= queues[i].size() > 0 ? 1 << i : 0;
        }
        return occupied;
    }

    private int sendNext() {
        int queue = scheduler.choose(occupied());
        queues[queue].remove();
        if (queues[queue].size() == 0) {
            scheduler.emptied(queue);
        }
        return queue;
    }

    private static int size(SplittableRandom random) {
        return random.nextInt(3) == 0 ? MAX_BYTES : random.nextInt(60, MAX_BYTES + 1);
    }

    /** Turn by turn, as Shreedhar and Varghese's figure 2 has it, without any short cut. */
    private static final class Textbook {
        final Sharing sharing;
        final int[] quantum;
        final int[] levels;
        final long[] deficit = new long[PortTraffic.QUEUES];
        final int[] current = {-1, -1, -1, -1, -1, -1, -1, -1};
        final List<Deque<Integer>> waiting = new ArrayList<>();

        Textbook(Sharing sharing, int quantumBytes, int[] levels, int[] weights) {
            this.sharing = sharing;
            this.levels = levels;
            quantum = weights.clone();
            for (int i = 0; i < quantum.length; i++) {
                quantum[i] *= sharing == Sharing.DWRR ? quantumBytes : 1;
                waiting.add(new ArrayDeque<>());
            }
        }

        int next() {
            int level = 7;
            while (!hasPackets(level)) {
                level--;
            }
            boolean first = current[level] >= 0;
            while (true) {
                int queue = current[level];
                if (!first) {
                    queue = (queue + 1) % queues();
                    current[level] = queue;
                    if (levels[queue] == level && !waiting.get(queue).isEmpty()) {
                        deficit[queue] += quantum[queue];
                    }
                }
                first = false;
                if (levels[queue] != level || waiting.get(queue).isEmpty()) {
                    continue;
                }
                int price = sharing == Sharing.DWRR ? waiting.get(queue).getFirst() : 1;
                if (price <= deficit[queue]) {
                    deficit[queue] -= price;
                    waiting.get(queue).removeFirst();
                    if (waiting.get(queue).isEmpty()) {
                        deficit[queue] = 0;
                    }
                    return queue;
                }
            }
        }

        int queues() {
            return waiting.size();
        }

        boolean hasPackets(int level) {
            for (int i = 0; i < queues(); i++) {
                if (levels[i] == level && !waiting.get(i).isEmpty()) {
                    return true;
                }
            }
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(Sharing.class)
    void sendsInTheOrderOfTheTextbook(Sharing sharing) {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            int quantumBytes = random.nextInt(2) == 0 ? random.nextInt(1, 40) : 1500;
            int[] levels = random.ints(8, 0, random.nextInt(1, 9)).toArray();
            int[] weights = random.ints(8, 1, 6).toArray();
            configure(sharing, quantumBytes, levels, weights);
            Textbook textbook = new Textbook(sharing, quantumBytes, levels, weights);
            int waiting = 0;
            for (int step = 0; step < 400; step++) {
                if (waiting == 0 || random.nextInt(5) < 2 + step / 200) {
                    int queue = random.nextInt(8);
                    int bytes = size(random);
                    queues[queue].add(null, bytes, false);
                    textbook.waiting.get(queue).addLast(bytes);
                    waiting++;
                } else {
                    assertThat(sendNext()).isEqualTo(textbook.next());
                    waiting--;
                }
            }
        }
    }

    @Test
    void deficitRoundRobinKeepsToItsBound() {
        int[] weights = {1, 2, 3, 5, 8, 1, 4, 7};
        int quantumBytes = MAX_BYTES;
        configure(Sharing.DWRR, quantumBytes, new int[8], weights);
        SplittableRandom random = new SplittableRandom(3);
        double[] served = new double[8];
        for (int sent = 0; sent < 200_000; sent++) {
            for (PacketQueue queue : queues) {
                while (queue.size() < 2) {
                    queue.add(null, size(random), false);
                }
            }
            long[] before = new long[8];
            for (int i = 0; i < 8; i++) {
                before[i] = queues[i].headBytes();
            }
            int queue = sendNext();
            served[queue] += before[queue];
            // Theorem of the paper: per unit of weight, no two backlogged queues are further
            // apart than a quantum and a largest packet of each.
            for (int other = 0; other < 8; other++) {
                double apart = served[queue] / weights[queue] - served[other] / weights[other];
                double bound =
                        quantumBytes
                                + (double) MAX_BYTES / weights[queue]
                                + (double) MAX_BYTES / weights[other];
                assertThat(Math.abs(apart)).isLessThanOrEqualTo(bound);
            }
        }
    }

    @Test
    void weightedRoundRobinCountsPackets() {
        int[] weights = {1, 2, 3, 5, 8, 1, 4, 7};
        configure(Sharing.WRR, 1, new int[8], weights);
        SplittableRandom random = new SplittableRandom(3);
        int[] sent = new int[8];
        int rounds = 1000;
        for (int i = 0; i < rounds * 31; i++) {
            for (PacketQueue queue : queues) {
                while (queue.size() < 2) {
                    queue.add(null, size(random), false);
                }
            }
            sent[sendNext()]++;
        }
        for (int i = 0; i < 8; i++) {
            assertThat(sent[i]).isEqualTo(rounds * weights[i]);
        }
    }

    @Test
    void higherLevelsGoFirstAndTheRestIsShared() {
        int[] levels = {0, 0, 0, 0, 0, 0, 6, 7};
        int[] weights = {1, 2, 1, 1, 1, 1, 1, 1};
        configure(Sharing.DWRR, MAX_BYTES, levels, weights);
        for (int i = 0; i < 12; i++) {
            queues[0].add(null, 1000, false);
            queues[1].add(null, 1000, false);
        }
        queues[6].add(null, 1000, false);
        queues[7].add(null, 1000, false);
        queues[7].add(null, 1000, false);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            order.add(sendNext());
        }
        assertThat(order).containsExactly(7, 7, 6, 0, 1, 1, 1, 0, 0, 1, 1, 1);
    }

    @Test
    void aQueueThatIsHeldBackAtItsTurnKeepsNothing() {
        configure(Sharing.DWRR, MAX_BYTES, new int[8], new int[] {1, 1, 1, 1, 1, 1, 1, 1});
        for (int i = 0; i < 20; i++) {
            queues[0].add(null, 100, false);
            queues[1].add(null, 1500, false);
        }
        assertThat(scheduler.choose(0b11)).isZero();
        queues[0].remove();
        // Queue 0 has 1400 of its bytes left, but may not send; it gets one quantum next.
        for (int i = 0; i < 10; i++) {
            assertThat(scheduler.choose(0b10)).isEqualTo(1);
            queues[1].remove();
        }
        int inTurn = 0;
        while (scheduler.choose(0b11) == 0) {
            queues[0].remove();
            inTurn++;
        }
        assertThat(inTurn).isEqualTo(15);
    }
}
