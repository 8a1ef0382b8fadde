// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpSegment;

/** The ECN field of packets that are not ECN-capable in RFC 3168. */
class EcnOnEveryPacketTest {
    private static final long DELAY_NS = 10 * TcpPair.MS;
    private static final long MESSAGE_BYTES = 50 * 1448;
    private static final int LOST = 5;

    private final List<TcpSegment> forth = new ArrayList<>();
    private final List<TcpSegment> back = new ArrayList<>();
    private TcpPair pair;

    /** Sends a message of which one data segment is lost. */
    private void run(TcpConfig config) {
        pair =
                new TcpPair(
                        new TcpTransport(config),
                        new TcpTransport(config),
                        (frame, arrive) -> pass(frame, arrive, forth),
                        (frame, arrive) -> pass(frame, arrive, back),
                        new MessageLog() {},
                        0);
        pair.send(0, MESSAGE_BYTES);
        pair.engine.runUntil(60 * TcpPair.SECOND);
        assertThat(retransmissions()).isNotEmpty();
    }

    private void pass(byte[] frame, Consumer<byte[]> arrive, List<TcpSegment> seen) {
        seen.add(TcpSegment.parse(frame.clone()).orElseThrow());
        if (seen != forth || seen.size() != LOST) {
            pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
        }
    }

    private List<TcpSegment> retransmissions() {
        List<TcpSegment> again = new ArrayList<>();
        int last = forth.get(0).sequence();
        for (TcpSegment segment : forth) {
            if (segment.payloadBytes() > 0) {
                if (segment.sequence() - last <= 0) {
                    again.add(segment);
                } else {
                    last = segment.sequence();
                }
            }
        }
        return again;
    }

    @Test
    void everyPacketIsEcnCapable() {
        run(TcpConfig.of(CongestionAlgorithm.CUBIC).withEcnOnEveryPacket(true));
        assertThat(forth).allMatch(segment -> segment.ecn() == 2);
        assertThat(back).allMatch(segment -> segment.ecn() == 2);
    }

    @Test
    void otherwiseOnlyNewDataIs() {
        run(TcpConfig.of(CongestionAlgorithm.CUBIC));
        assertThat(forth.get(0).has(TcpFlags.SYN)).isTrue();
        assertThat(forth.get(0).ecn()).isZero();
        assertThat(retransmissions()).allMatch(segment -> segment.ecn() == 0);
        assertThat(back).allMatch(segment -> segment.ecn() == 0);
        assertThat(forth).anyMatch(segment -> segment.ecn() == 2);
    }

    @Test
    void withoutEcnNoPacketIs() {
        run(
                TcpConfig.of(CongestionAlgorithm.CUBIC)
                        .withEcnOnEveryPacket(true)
                        .with(false, false, false));
        assertThat(forth).allMatch(segment -> segment.ecn() == 0);
        assertThat(back).allMatch(segment -> segment.ecn() == 0);
    }
}
