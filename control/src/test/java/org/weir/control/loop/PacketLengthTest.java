// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.measurement.QueueSample;

/** Packets of classes that send little: a port of 100 Mb/s whose other classes send 1500 bytes. */
class PacketLengthTest extends OnePortLoop {
    private static final int FULL_BYTES = 1500;

    private final long[] packets = new long[3];
    private final long[] bytes = new long[3];

    @BeforeEach
    @Override
    void setUp() throws IOException {
        policy =
                read(
                        "{'port': {'rateBps': 100000000, 'capacityPackets': 256}, 'classes': ["
                                + "{'name': 'signals', 'importance': 1,"
                                + " 'targets': {'minRateBps': 20000000}},"
                                + "{'name': 'B', 'importance': 1},"
                                + "{'name': 'C', 'importance': 1}]}");
        loop = newLoop();
    }

    private List<QueueSettings> settings(int packetsPerSecond, int packetBytes) {
        for (int round = 0; round < 30; round++) {
            nowNs += SECOND;
            arrive(0, packetsPerSecond, packetBytes);
            arrive(1, 3000, FULL_BYTES);
            arrive(2, 3000, FULL_BYTES);
            loop.step();
        }
        return loop.decision(PORT).get().settings().queues();
    }

    private void arrive(int index, int count, int packetBytes) {
        packets[index] += count;
        bytes[index] += (long) count * packetBytes;
        loop.onSample(
                QueueSample.builder(PORT, index, nowNs)
                        .arrived(packets[index], bytes[index])
                        .departed(packets[index], bytes[index])
                        .build());
    }

    /** The share that follows from whole packets of a length. */
    private static double share(List<QueueSettings> queues, int packetBytes) {
        double own = (double) queues.get(0).limitPackets() * packetBytes;
        double others =
                queues.stream().skip(1).mapToDouble(QueueSettings::limitPackets).sum() * FULL_BYTES;
        return own / (own + others);
    }

    @Test
    void aClassOfManyShortPacketsGetsTheShareThatItIsTold() {
        // 4 Mb/s, 4 % of the port.
        List<QueueSettings> queues = settings(7800, 64);

        double told = queues.get(0).weightFraction();
        assertThat(told).isCloseTo(1.0 / 3, within(0.05));
        assertThat(share(queues, 64)).isCloseTo(told, within(0.1 * told));
    }

    @Test
    void aClassOfFewLongPacketsGetsTheShareThatItIsTold() {
        List<QueueSettings> queues = settings(40, 9000);

        double told = queues.get(0).weightFraction();
        assertThat(share(queues, 9000)).isCloseTo(told, within(0.1 * told));
    }

    /** The scheduler of an ASIC shares by bits. */
    @Test
    void anotherLengthMovesNoSharesOfAnAsic() throws IOException {
        loop = newLoop(policy.portSpec(PORT, 0).get().coarseDelays());
        double before = settings(1500, FULL_BYTES).get(0).weightFraction();
        sent.clear();

        settings(1500 * 15 / 2, 200);

        assertThat(before).isCloseTo(1.0 / 3, within(0.02));
        assertThat(sent).isNotEmpty();
        for (PortSettings one : sent) {
            assertThat(one.queues().get(0).weightFraction()).isCloseTo(before, within(0.02));
        }
    }

    @Test
    void aClassOfFewShortPacketsLeavesTheOthersTheirBuffer() {
        List<QueueSettings> queues = settings(5, 64);

        assertThat(queues.get(1).limitPackets()).isGreaterThan(60);
    }
}
