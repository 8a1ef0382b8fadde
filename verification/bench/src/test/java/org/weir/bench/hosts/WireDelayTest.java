// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bench.hosts.WireDelay.Seen;

class WireDelayTest {
    private static final int PORT = 5201;

    /** An IPv4 frame with room for TCP's or UDP's header behind it. */
    private static ByteBuffer frame(int protocol, int ipBytes) {
        ByteBuffer frame = ByteBuffer.allocate(100);
        frame.putShort(12, (short) 0x0800).put(14, (byte) 0x45);
        frame.putShort(16, (short) ipBytes).put(23, (byte) protocol);
        return frame.putShort(36, (short) PORT);
    }

    private static Seen read(ByteBuffer frame) {
        return WireDelay.read(7, frame.array(), frame.capacity(), PORT);
    }

    @Test
    void readsPositionsInTheFlow() {
        ByteBuffer tcp = frame(6, 20 + 32 + 1000).putInt(38, -5).put(46, (byte) 0x80);
        assertThat(read(tcp)).isEqualTo(new Seen(0xffff_fffbL, 1000, 7));
        assertThat(read(tcp.putShort(34, (short) 0x8001)))
                .as("another connection")
                .isEqualTo(new Seen(0x8001_ffff_fffbL, 1000, 7));
        assertThat(read(frame(17, 986).putLong(42, 12))).isEqualTo(new Seen(12, 1, 7));
    }

    @Test
    void passesOverWhatIsNotTheFlowsData() {
        assertThat(read(frame(6, 20 + 20).put(46, (byte) 0x50))).as("no data").isNull();
        assertThat(read(frame(17, 986).putShort(36, (short) 1))).as("other port").isNull();
        assertThat(read(frame(1, 986))).as("ICMP").isNull();
        assertThat(read(frame(17, 986).putShort(12, (short) 0x0806))).as("ARP").isNull();
    }

    @Test
    void aFrameIsAPartOfTheAggregateThatLeft() {
        List<Seen> left = List.of(new Seen(0, 3000, 100), new Seen(3000, 1000, 200));
        List<Seen> came =
                List.of(
                        new Seen(0, 1000, 150),
                        new Seen(2000, 1000, 170),
                        new Seen(3000, 1000, 290));
        assertThat(WireDelay.delaysNs(left, came)).containsExactly(50, 70, 90);
    }

    @Test
    void theLastTimeBeforeTheArrivalCounts() {
        List<Seen> left =
                List.of(new Seen(0, 1000, 100), new Seen(0, 1000, 200), new Seen(0, 1000, 300));
        List<Seen> came = List.of(new Seen(0, 1000, 250), new Seen(5000, 1000, 260));
        assertThat(WireDelay.delaysNs(left, came)).as("5000 was never seen").containsExactly(50);
    }
}
