// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.bmv2.controlplane.traffic.Sharing;

/** Rates, limits and the buffer of a whole switch, in virtual time. */
class TrafficTest {

    private static final int HEADER_BYTES = 32;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long RATE_BPS = 8_000_000;

    /** 1000 bytes at {@link #RATE_BPS}. */
    private static final long MILLI_NS = 1_000_000;

    private TestNetwork network;
    private TrafficControl control;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("queues"), 3, RATE_BPS, 100_000);
        control = network.device.traffic();
    }

    /** A frame for a queue of a port, as long as it is when it leaves. */
    static byte[] frame(int port, int queue, int bytes) {
        byte[] frame = new byte[bytes - HEADER_BYTES];
        frame[0] = (byte) queue;
        frame[1] = (byte) port;
        return frame;
    }

    private void offer(int port, int queue, int bytes, int count) {
        for (int i = 0; i < count; i++) {
            network.device.receive(3, frame(port, queue, bytes));
        }
    }

    private QueueStatus queue(int port, int queue) {
        return control.portTrafficStatus(port).queues().get(queue);
    }

    private void setQueue(int queue, QueueConfig config) {
        control.setQueue(1, queue, config);
    }

    private long sent(int queue) {
        return network.sent.stream().filter(sent -> sent.frame()[0] == queue).count();
    }

    @Test
    void aLineSendsAtExactlyItsRateHoweverOddItIs() {
        control.setPortTraffic(
                1, control.portTraffic(1).withRates(999_999_937, PortConfig.UNLIMITED));
        offer(1, 0, 333, 50_000);
        network.settle();
        long bits = 333L * 8 * 50_000;
        assertThat(network.sent.get(49_999).timeNs()).isEqualTo(bits * SECOND_NS / 999_999_937);
    }

    @Test
    void framesOfLessThanANanosecondDoNotSlowAFastLine() {
        control.setPortTraffic(
                1, control.portTraffic(1).withRates(1_000_000_000_000L, PortConfig.UNLIMITED));
        offer(1, 0, 64, 50_000);
        network.settle();
        assertThat(network.sent.get(49_999).timeNs()).isEqualTo(25_600);
    }

    @Test
    void packetsPerSecondOfAPortAreSharedByItsQueues() {
        control.setPortTraffic(1, control.portTraffic(1).withRates(PortConfig.UNLIMITED, 3));
        offer(1, 0, 100, 1);
        offer(1, 5, 1000, 3);
        offer(1, 7, 64, 3);
        network.timeline.runUntil(10 * SECOND_NS);
        // BMv2, whose rates are per queue, would send three queues' packets in each third.
        assertThat(network.sent.stream().map(sent -> (int) sent.frame()[0]))
                .containsExactly(0, 7, 7, 7, 5, 5, 5);
        assertThat(network.sent.stream().map(TestNetwork.Sent::timeNs))
                .containsExactly(
                        1L,
                        333_333_334L,
                        666_666_667L,
                        SECOND_NS + 1,
                        1_333_333_334L,
                        1_666_666_667L,
                        2 * SECOND_NS + 1);
    }

    @Test
    void aMaximumRateIsKeptExactlyAndLeavesTheRestToOthers() {
        // A quarter of the port for the highest queue, the rest for the lowest.
        setQueue(7, control.queue(1, 7).withMaxRateBps(2_000_000, 3000));
        offer(1, 7, 1000, 4000);
        offer(1, 0, 700, 20_000);
        network.timeline.runUntil(10 * SECOND_NS);
        // What is ahead of its rate by at most the burst and the frame that is let go.
        assertThat(sent(7)).isBetween(2500L, 2504L);
        assertThat(sent(7) * 1000 + sent(0) * 700).isBetween(9_998_000L, 10_000_000L);
    }

    @Test
    void aPacketRateOfAQueueIsPacedAsInBmv2() {
        control.setPortTraffic(
                1,
                control.portTraffic(1)
                        .withRates(PortConfig.UNLIMITED, PortConfig.UNLIMITED)
                        .withEachQueue(queue -> queue.withMaxRatePps(7)));
        offer(1, 3, 1000, 15);
        offer(1, 1, 100, 1);
        network.timeline.runUntil(3 * SECOND_NS);
        List<Long> times =
                network.sent.stream()
                        .filter(sent -> sent.frame()[0] == 3)
                        .map(TestNetwork.Sent::timeNs)
                        .toList();
        for (int i = 0; i < 15; i++) {
            assertThat(times.get(i)).isEqualTo(i * SECOND_NS / 7 + 1);
        }
        assertThat(network.sent.get(1).frame()[0]).isEqualTo((byte) 1);
    }

    @Test
    void ratesWeightsAndDepthsChangeUnderTrafficWithoutLoss() {
        offer(1, 0, 1000, 300);
        offer(1, 1, 1000, 300);
        network.timeline.runUntil(100 * MILLI_NS);
        assertThat(sent(1)).isEqualTo(99);
        PortTraffic shared = control.portTraffic(1).withSharing(Sharing.WRR, 1500);
        shared = shared.withRates(2 * RATE_BPS, PortConfig.UNLIMITED);
        shared = shared.withQueue(0, control.queue(1, 0).withShare(1, 3).withCapacity(5, 5000));
        control.setPortTraffic(1, shared);
        network.timeline.runUntil(200 * MILLI_NS);
        // One frame ends at the old rate, 199 or 200 go at the new one, three to one.
        assertThat(sent(0)).isBetween(149L, 151L);
        assertThat(sent(0) + sent(1)).isBetween(299L, 300L);
        offer(1, 0, 1000, 1);
        assertThat(queue(1, 0).droppedPackets().get(DropReason.QUEUE_FULL)).isOne();
        network.settle();
        assertThat(network.sent).hasSize(600);
    }

    @Test
    void depthIsLimitedInBytesToo() {
        setQueue(2, control.queue(1, 2).withCapacity(100, 3500));
        offer(1, 2, 1000, 6);
        offer(1, 2, 500, 2);
        QueueStatus status = queue(1, 2);
        // One is on the line, three wait; two of 1000 do not fit, the first of 500 does.
        assertThat(status.depthPackets()).isEqualTo(4);
        assertThat(status.depthBytes()).isEqualTo(3500);
        assertThat(status.maxDepthBytes()).isEqualTo(3500);
        assertThat(status.droppedPackets().get(DropReason.QUEUE_FULL)).isEqualTo(3);
        assertThat(status.droppedBytes().get(DropReason.QUEUE_FULL)).isEqualTo(2500);
        assertThat(status.enqueuedBytes()).isEqualTo(4500);
        assertThat(status.dequeuedBytes()).isEqualTo(1000);
        network.settle();
        assertThat(queue(1, 2).depthBytes()).isZero();
        assertThat(queue(1, 2).maxDepthPackets()).isEqualTo(4);
        control.clearMaxDepths(1);
        assertThat(queue(1, 2).maxDepthPackets()).isZero();
        assertThat(network.device.ports().get(0).counters().txDrops()).isEqualTo(3);
    }

    /** Choudhury and Hahne: with n greedy queues, each holds alpha * B / (1 + n * alpha). */
    @Test
    void greedyQueuesSettleAtTheirDynamicThreshold() {
        long bufferBytes = 1_000_000;
        for (double alpha : new double[] {0.25, 0.5, 1, 2, 8}) {
            for (int n = 1; n <= 4; n++) {
                network.device.traffic().setBufferBytes(QueueConfig.UNLIMITED);
                PortTraffic traffic = PortTraffic.strict(RATE_BPS, 100_000);
                for (int i = 0; i < n; i++) {
                    traffic = traffic.withQueue(i, traffic.queues().get(i).withBuffer(0, alpha));
                }
                network.device.attachPort(1, new PortConfig("p", traffic, 0), (b, o, l) -> {});
                control.setBufferBytes(bufferBytes);
                for (int i = 0; i < 1500; i++) {
                    for (int queue = 0; queue < n; queue++) {
                        offer(1, queue, 1000, 1);
                    }
                }
                double expected = alpha * bufferBytes / (1 + n * alpha);
                for (int queue = 0; queue < n; queue++) {
                    assertThat((double) queue(1, queue).depthBytes())
                            .isBetween(
                                    expected - 1000 * (1 + alpha), expected + 1000 * (1 + alpha));
                    assertThat(queue(1, queue).droppedPackets().get(DropReason.QUEUE_FULL))
                            .isZero();
                }
                assertThat(control.buffer().usedBytes()).isLessThanOrEqualTo(bufferBytes);
            }
        }
    }

    @Test
    void reservedBytesAreNeverTakenByOthers() {
        control.setBufferBytes(50_000);
        setQueue(7, control.queue(1, 7).withBuffer(10_000, 1));
        setQueue(0, control.queue(1, 0).withBuffer(0, Double.POSITIVE_INFINITY));
        offer(1, 0, 1000, 200);
        // The first is on the line; the unreserved part is full.
        assertThat(queue(1, 0).depthBytes()).isEqualTo(40_000);
        assertThat(queue(1, 0).droppedPackets().get(DropReason.BUFFER_FULL)).isEqualTo(159);
        assertThat(control.buffer().sharedUsedBytes()).isEqualTo(40_000);
        offer(1, 7, 1000, 12);
        assertThat(queue(1, 7).depthBytes()).isEqualTo(10_000);
        assertThat(control.buffer().usedBytes()).isEqualTo(50_000);
        // Another's reservation is given back under load: the queue is now all in the shared part.
        setQueue(7, control.queue(1, 7).withBuffer(0, 1));
        assertThat(control.buffer().sharedUsedBytes()).isEqualTo(50_000);
        network.settle();
        assertThat(control.buffer().usedBytes()).isZero();
        assertThat(control.buffer().sharedUsedBytes()).isZero();
        assertThat(control.buffer().maxUsedBytes()).isEqualTo(50_000);
    }

    @Test
    void framesArriveAfterThePortsDelayAndThoseUnderWayAreLostWithTheLink() {
        network.sent.clear();
        network.device.attachPort(
                1,
                new PortConfig("far", PortTraffic.strict(RATE_BPS, 100), 5 * MILLI_NS),
                (buffer, offset, length) ->
                        network.sent.add(
                                new TestNetwork.Sent(
                                        1, network.timeline.nowNs(), new byte[length])));
        offer(1, 0, 1000, 40);
        network.timeline.runUntil(10 * MILLI_NS);
        assertThat(network.sent)
                .extracting(TestNetwork.Sent::timeNs)
                .startsWith(6 * MILLI_NS)
                .hasSize(5);
        assertThat(control.portTrafficStatus(1).inAir()).isEqualTo(5);
        network.device.setPortUp(1, false);
        network.device.setPortUp(1, true);
        offer(1, 0, 1000, 2);
        network.settle();
        assertThat(network.sent).hasSize(7);
        // The frame that was on the line holds it to its end.
        assertThat(network.sent.get(5).timeNs()).isEqualTo(17 * MILLI_NS);
        var status = control.portTrafficStatus(1);
        assertThat(status.lostInAir()).isEqualTo(5);
        assertThat(status.lostOnLine()).isEqualTo(1);
        assertThat(status.queues().get(0).droppedPackets().get(DropReason.FLUSHED)).isEqualTo(29);
    }

    @Test
    void theCpuPortCanBeSlowedToo() {
        control.setPortTraffic(255, control.portTraffic(255).withRates(PortConfig.UNLIMITED, 10));
        byte[] toCpu = frame(0, 1, 100);
        toCpu[1] = (byte) 255;
        for (int i = 0; i < 30; i++) {
            network.device.receive(3, toCpu);
        }
        network.timeline.runUntil(2 * SECOND_NS);
        assertThat(network.packetIns).hasSize(20);
    }

    @Test
    void wrongSettingsAreRefusedWithTheirFieldAndRuleAndChangeNothing() {
        QueueConfig queue = new QueueConfig(0, 10);
        PortTraffic strict = PortTraffic.strict(1000, 10);
        refused(() -> queue.withShare(8, 1), "level must be 0 to 7, not 8");
        refused(() -> queue.withShare(0, 0), "weight must be 1 to 65535, not 0");
        refused(() -> queue.withCapacity(0, 1), "capacityPackets must be 1 to 1000000000, not 0");
        refused(() -> queue.withCapacity(1, 0), "capacityBytes must be at least 1, not 0");
        refused(() -> queue.withMaxRatePps(0), "maxRatePps must be 1 to 1000000000000000, not 0");
        refused(() -> queue.withMaxRateBps(1, -1), "burstBytes must be 0 to 1000000000, not -1");
        refused(() -> queue.withBuffer(0, 0), "alpha must be above 0, not 0.0");
        refused(() -> queue.withBuffer(0, Double.NaN), "alpha must be above 0, not NaN");
        refused(() -> queue.withBuffer(-1, 1), "reservedBytes must be 0 to");
        refused(() -> strict.withSharing(Sharing.DWRR, 0), "quantumBytes must be 1 to");
        refused(() -> strict.withRates(0, 1), "rateBps must be 1 to");
        refused(() -> new PfcPriority(0, 5, 5, 0), "xonBytes must be below xoffBytes (5), not 5");
        PfcPriority three = PfcPriority.obeying(3);
        refused(() -> new PfcConfig(1, List.of(three, three)), "priorities must name each");
        refused(() -> new PfcConfig(0, List.of(three)), "pauseQuanta must be 1 to 65535, not 0");
        refused(
                () ->
                        PortTraffic.strict(PortConfig.UNLIMITED, 10)
                                .withPfc(new PfcConfig(1, List.of(three))),
                "pfc needs a limited rateBps");
        refused(() -> new PortConfig("p", strict, -1), "port p: delayNs must be 0 to");
        refused(() -> new PortConfig("p", 0, 10), "port p: rateBps must be 1 to");

        control.setBufferBytes(5000);
        control.setQueue(1, 0, queue.withBuffer(3000, 1));
        PortTraffic before = control.portTraffic(2);
        assertThatThrownBy(() -> control.setQueue(2, 0, queue.withBuffer(2001, 1)))
                .isInstanceOf(ControlException.class)
                .hasMessage(
                        "switch test: port 2: reservedBytes, xoffBytes and headroomBytes of all ports"
                                + " must be at most the buffer's 5000 bytes together, not 5001");
        assertThat(control.portTraffic(2)).isEqualTo(before);
        assertThatThrownBy(() -> control.setBufferBytes(2999))
                .hasMessage(
                        "switch test: bufferBytes must be at least 3000, what ports have set"
                                + " aside, not 2999");
        assertThat(control.buffer().sharedBytes()).isEqualTo(2000);
        assertThatThrownBy(() -> control.portTraffic(9)).hasMessage("switch test: has no port 9");
        assertThatThrownBy(() -> control.queue(1, 8)).hasMessageContaining("queue must be 0 to 7");
        network.device.detachPort(1);
        control.setBufferBytes(1);
    }

    private static void refused(Runnable change, String message) {
        assertThatThrownBy(change::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void strictPriorityNeverLetsALowerQueueGoFirst() {
        SplittableRandom random = new SplittableRandom(5);
        // At each dequeue the program reports how many packets stay; the highest goes first.
        int[] waiting = new int[8];
        network.device.attachPort(
                1,
                new PortConfig("p", RATE_BPS, 1000),
                (buffer, offset, length) -> {
                    int queue = buffer[offset];
                    assertThat(IntStream.range(queue + 1, 8).map(i -> waiting[i]).sum()).isZero();
                    for (int i = 0; i < 8; i++) {
                        waiting[i] = queue(1, i).depthPackets();
                    }
                });
        for (int i = 0; i < 20_000; i++) {
            offer(1, random.nextInt(8), random.nextInt(64, 1500), 1);
            if (random.nextInt(10) == 0) {
                network.timeline.runUntil(
                        network.timeline.nowNs() + random.nextLong(20 * MILLI_NS));
            }
        }
    }
}
