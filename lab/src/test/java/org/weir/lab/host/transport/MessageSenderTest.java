// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.FixedRate;
import org.weir.reaction.WindowedReaction;

/** Reaction of a sender to the status of its message. Times are those at which packets are sent. */
class MessageSenderTest {
    private static final int PACKETS = 10;
    private static final HostConfig HOST =
            new HostConfig(
                    "h1",
                    new MacAddress(1),
                    IpAddress.parse("10.0.0.1"),
                    Optional.empty(),
                    1_000_000_000,
                    10,
                    0);

    /** A host that lends nothing but its frames. */
    private static final class BarePort implements HostPort {
        private final Engine engine = new Engine(Pacing.FREE);

        @Override
        public Engine engine() {
            return engine;
        }

        @Override
        public HostConfig config() {
            return HOST;
        }

        @Override
        public long seed() {
            return 0;
        }

        @Override
        public boolean send(byte[] frame) {
            return true;
        }

        @Override
        public byte[] frameLike(byte[] model) {
            return model.clone();
        }

        @Override
        public int heldFrames() {
            return 0;
        }

        @Override
        public void resolve(IpAddress ip, Consumer<MacAddress> whenKnown) {
            whenKnown.accept(new MacAddress(2));
        }

        @Override
        public void onData(int messageId, long number, UdpPacket packet) {}

        @Override
        public void onDelivered(int messageId) {}

        @Override
        public MessageLog log() {
            return MessageLog.NONE;
        }
    }

    private final HostPort port = new BarePort();
    private final MessageSender sender =
            new MessageSender(
                    new RateTransport(Optional.empty(), 100, ProbeTimes.from(1000)),
                    HOST,
                    new Message(7, IpAddress.parse("10.0.0.2"), 0, 100 * PACKETS),
                    20_000,
                    new FixedRate(HOST.rateBps()));

    @BeforeEach
    void sendAll() {
        sender.startTo(new MacAddress(2));
        for (int i = 0; i < PACKETS; i++) {
            assertThat(next(i)).isEqualTo(i);
        }
        assertThat(sender.hasPackets()).isFalse();
    }

    private int next(long nowNs) {
        byte[] frame = sender.next(nowNs, port);
        UdpPacket packet = UdpPacket.parse(frame).orElseThrow();
        return MessagePacket.parse(packet.payload(), 0).orElseThrow().number();
    }

    private void told(int next, long aboutNs, int from, int to) {
        sender.onStatus(
                new MessageStatus(7, next, aboutNs, List.of(new MessageStatus.Range(from, to))));
    }

    @Test
    void whatWasSentAgainIsNotSentOnceMoreForWhatWasSaidOfAnEarlierPacket() {
        told(3, 5, 3, 5);
        assertThat(next(20)).isEqualTo(3);
        assertThat(next(21)).isEqualTo(4);

        told(3, 9, 3, 5);
        assertThat(sender.hasPackets()).as("they may yet come").isFalse();
        told(4, 30, 4, 5);
        assertThat(next(40)).isEqualTo(4);
        assertThat(sender.hasPackets()).isFalse();
    }

    @Test
    void whatHasComeMeanwhileIsNotSentAgain() {
        told(2, 8, 2, 9);
        assertThat(next(20)).isEqualTo(2);
        told(8, 9, 8, 9);

        assertThat(next(21)).isEqualTo(8);
        assertThat(sender.hasPackets()).isFalse();
        sender.onStatus(new MessageStatus(7, PACKETS, 30, List.of()));
        assertThat(sender.isDone()).isTrue();
    }

    @Test
    void usesTheRateAtWhichPacketsReallyLeft() {
        MessageSender shared =
                new MessageSender(
                        new RateTransport(Optional.empty(), 100, ProbeTimes.from(1000)),
                        HOST,
                        new Message(8, IpAddress.parse("10.0.0.2"), 0, 100 * PACKETS),
                        20_001,
                        new FixedRate(HOST.rateBps()));
        shared.startTo(new MacAddress(2));
        int bits = 8 * shared.next(0, port).length;
        assertThat(shared.usedBps()).isInfinite();
        // The line allows one a microsecond or so; other messages have their turns between.
        shared.next(10_000, port);
        assertThat(shared.usedBps()).isEqualTo(bits * 1e9 / 10_000);
        shared.next(30_000, port);
        assertThat(shared.usedBps()).as("a quarter new").isEqualTo(bits * 1e9 / 12_500);
    }

    @Test
    void aProbeAndTheSilenceBeforeItAreNoPartOfTheUsedRate() {
        double before = sender.usedBps();
        sender.ask();
        byte[] probe = sender.next(1_000_000, port);
        assertThat(probe).hasSize(MessagePacket.FRAME_BYTES);
        assertThat(sender.hasProbed()).isTrue();
        assertThat(sender.usedBps()).isEqualTo(before);

        told(9, 1_000_000, 9, 10);
        assertThat(next(2_000_000)).isEqualTo(9);
        assertThat(sender.hasProbed()).isFalse();
        assertThat(sender.usedBps()).as("after a pause").isEqualTo(before);
    }

    @Test
    void anAnswerMakesAProbeNeedless() {
        sender.ask();
        assertThat(sender.hasPackets()).isTrue();
        told(3, 5, 3, 3);
        assertThat(sender.hasPackets()).isFalse();
    }

    @Test
    void aStatusInTheMiddleOfAMessageMakesRoomAndSendsNothingAgain() {
        int frameBytes = 100 + MessagePacket.FRAME_BYTES;
        double windowNs = 4 * frameBytes * 8e9 / HOST.rateBps();
        MessageSender windowed =
                new MessageSender(
                        new RateTransport(Optional.empty(), 100, ProbeTimes.from(1000)),
                        HOST,
                        new Message(9, IpAddress.parse("10.0.0.2"), 0, 100 * PACKETS),
                        20_002,
                        new WindowedReaction(FixedRate::new, windowNs).start(HOST.rateBps()));
        windowed.startTo(new MacAddress(2));
        List<Boolean> asks = new ArrayList<>();
        for (int nowNs = 0; !windowed.isWindowFull(); nowNs++) {
            asks.add(asks(windowed.next(nowNs, port)));
        }
        assertThat(asks).containsExactly(false, true, false, true);

        // The receiver got the first two; it does not know that two more are on their way.
        windowed.onStatus(new MessageStatus(9, 2, 1, List.of(new MessageStatus.Range(2, PACKETS))));
        assertThat(windowed.isWindowFull()).isFalse();
        for (int nowNs = 4; !windowed.isWindowFull(); nowNs++) {
            asks.add(asks(windowed.next(nowNs, port)));
        }
        assertThat(asks).as("two new ones").hasSize(6);

        // Of the first four the fourth was lost.
        windowed.onStatus(new MessageStatus(9, 2, 3, List.of(new MessageStatus.Range(3, PACKETS))));
        UdpPacket again = UdpPacket.parse(windowed.next(9, port)).orElseThrow();
        assertThat(MessagePacket.parse(again.payload(), 0).orElseThrow().number()).isEqualTo(3);
        assertThat(asks(windowed.next(10, port))).as("the seventh, a new one").isFalse();
    }

    private static boolean asks(byte[] frame) {
        UdpPacket packet = UdpPacket.parse(frame).orElseThrow();
        return MessagePacket.parse(packet.payload(), 0).orElseThrow().asks();
    }
}
