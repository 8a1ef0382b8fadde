// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.PortCounters;
import org.weir.bmv2.controlplane.PortStatus;

/** One rate shared by eight strict priorities; depths and times as v1model has them. */
class QueuesTest {

    private static final int HEADER_BYTES = 32;

    /** 1000 bytes leave in 1 ms. */
    private static final long RATE_BPS = 8_000_000;

    private static final long MILLI_NS = 1_000_000;

    private TestNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("queues"), 3, RATE_BPS, 10);
    }

    /** A frame for a queue of port 1 that is 1000 bytes long when it leaves. */
    private static byte[] frame(int queue) {
        byte[] frame = new byte[1000 - HEADER_BYTES];
        frame[0] = (byte) queue;
        frame[1] = 1;
        return frame;
    }

    private List<Integer> order() {
        return network.sent.stream().map(sent -> (int) sent.frame()[0]).toList();
    }

    @Test
    void theHighestQueueGoesFirstAndNobodyIsInterrupted() {
        for (int queue : List.of(0, 3, 7, 1, 7, 0)) {
            network.device.receive(2, frame(queue));
        }
        network.settle();
        assertThat(order()).containsExactly(0, 7, 7, 3, 1, 0);
        assertThat(network.sent)
                .extracting(TestNetwork.Sent::timeNs)
                .containsExactly(
                        MILLI_NS,
                        2 * MILLI_NS,
                        3 * MILLI_NS,
                        4 * MILLI_NS,
                        5 * MILLI_NS,
                        6 * MILLI_NS);
    }

    @Test
    void underOverloadTheHigherPriorityTakesTheWholePort() {
        // Each of two priorities offers the port's whole rate; BMv2, whose rates are per queue,
        // would send both.
        for (int i = 0; i < 1000; i++) {
            network.timeline.schedule(i * MILLI_NS, () -> network.device.receive(2, frame(5)));
            network.timeline.schedule(i * MILLI_NS, () -> network.device.receive(3, frame(2)));
        }
        network.timeline.runUntil(1000 * MILLI_NS);
        assertThat(network.sent).hasSizeBetween(999, 1000);
        assertThat(order().stream().filter(queue -> queue == 5).count()).isGreaterThan(950);
    }

    @Test
    void aFullQueueDropsAndCounts() {
        for (int i = 0; i < 15; i++) {
            network.device.receive(2, frame(4));
        }
        network.device.receive(2, frame(3));
        network.settle();
        // One on the line, ten waiting, four lost; another queue has room of its own.
        assertThat(network.sent).hasSize(12);
        PortStatus status = network.device.ports().get(0);
        assertThat(status.counters()).isEqualTo(new PortCounters(0, 0, 0, 12, 12_000, 4));
        assertThat(network.device.ports().get(1).counters().rxPackets()).isEqualTo(16);
    }

    @Test
    void metadataTellsTimesInMicrosecondsAndDepthsInPackets() {
        network.timeline.runUntil(5 * MILLI_NS);
        for (int i = 0; i < 3; i++) {
            network.device.receive(2, frame(1));
        }
        network.settle();
        byte[] third = network.sent.get(2).frame();
        assertThat(Frames.u32(third, 6)).isEqualTo(5_000);
        assertThat(Frames.u32(third, 14)).isEqualTo(7_000);
        assertThat(Frames.u32(third, 18)).isEqualTo(5_000);
        assertThat(Frames.u32(third, 22)).isEqualTo(2_000);
        // The first is on the line when the third comes: one waits before it; none behind it.
        assertThat(Frames.u32(third, 26)).isEqualTo(1);
        assertThat(Frames.u32(third, 30)).isZero();
        byte[] second = network.sent.get(1).frame();
        assertThat(Frames.u32(second, 26)).isZero();
        assertThat(Frames.u32(second, 30)).isEqualTo(1);
    }

    @Test
    void fractionsOfANanosecondAreNotLost() {
        network.attach(1, 3_000_000_000L, 4000);
        for (int i = 0; i < 3000; i++) {
            network.device.receive(2, frame(1));
        }
        network.settle();
        // 3000 frames of 8000 bits at 3 Gb/s: 8 ms, though one takes 2666.67 ns.
        assertThat(network.sent.get(2999).timeNs()).isEqualTo(8 * MILLI_NS);
    }

    @Test
    void aPortThatIsDownCarriesNothing() {
        network.device.receive(2, frame(1));
        network.device.receive(2, frame(1));
        network.device.setPortUp(1, false);
        network.device.receive(2, frame(1));
        network.settle();
        assertThat(network.sent).isEmpty();
        assertThat(network.device.ports().get(0).counters().txDrops()).isEqualTo(3);
        network.device.setPortUp(1, true);
        network.device.receive(2, frame(1));
        network.settle();
        assertThat(network.sent).hasSize(1);
        network.device.setPortAdminUp(2, false);
        network.device.receive(2, frame(1));
        network.settle();
        assertThat(network.sent).hasSize(1);
        assertThat(network.device.ports().get(1).counters().rxDrops()).isEqualTo(1);
    }
}
