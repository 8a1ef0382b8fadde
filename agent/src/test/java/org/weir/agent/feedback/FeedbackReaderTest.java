// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.wire.feedback.FeedbackMessage;

class FeedbackReaderTest {
    private static final FeedbackMessage MESSAGE = FeedbackFrames.message(3000, 2400, 7);
    private static final int TRAFFIC_CLASS = FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN;
    private static final int UDP = 34;
    private static final int SHIM = 42;

    private static FeedbackReader.Reading read(byte[] frame) {
        return FeedbackReader.read(frame, frame.length);
    }

    @Test
    void aSwitchesPacketNamesItsFlow() {
        FeedbackPacket packet = read(FeedbackFrames.ipv4(MESSAGE)).packet();
        assertThat(packet.flow()).isEqualTo(FeedbackFrames.flow());
        assertThat(packet.flow()).hasToString("udp 10.0.0.1:5000 to 10.0.0.5:6000");
        assertThat(packet.message()).isEqualTo(MESSAGE);
        assertThat(packet.hopLimit()).isEqualTo(64);
    }

    @Test
    void overIpv6Likewise() {
        FeedbackPacket packet = read(FeedbackFrames.ipv6(MESSAGE)).packet();
        assertThat(packet.flow().isIpv6()).isTrue();
        assertThat(packet.flow().local()).isEqualTo(FeedbackFrames.address("fd00::1"));
        assertThat(packet.flow().remotePort()).isEqualTo(6000);
        assertThat(packet.message()).isEqualTo(MESSAGE);
    }

    @Test
    void paddingBehindThePacketIsNoPartOfIt() {
        byte[] frame = FeedbackFrames.ipv4(MESSAGE);
        byte[] padded = Arrays.copyOf(frame, frame.length + 9);
        padded[frame.length] = 1;
        assertThat(read(padded).packet()).isNotNull();
        assertThat(FeedbackReader.read(frame, 2000).packet()).isNotNull();
    }

    @Test
    void whatNoSwitchSendsIsRefusedWithItsReason() {
        byte[] payload = MESSAGE.toPayload();
        payload[4] = 2;
        assertThat(read(FeedbackFrames.with(payload, TRAFFIC_CLASS, 64)).refusal())
                .isEqualTo(Refusal.VERSION);
        payload = MESSAGE.toPayload();
        payload[7] = 1;
        assertThat(read(FeedbackFrames.with(payload, TRAFFIC_CLASS, 64)).refusal())
                .isEqualTo(Refusal.HEADER);
        payload = MESSAGE.toPayload();
        assertThat(read(FeedbackFrames.with(payload, 0, 64)).refusal()).isEqualTo(Refusal.HEADER);
        assertThat(read(FeedbackFrames.with(payload, TRAFFIC_CLASS, 65)).refusal())
                .isEqualTo(Refusal.HEADER);
        assertThat(read(FeedbackFrames.with(payload, TRAFFIC_CLASS, 0)).refusal())
                .isEqualTo(Refusal.HEADER);
        assertThat(read(FeedbackFrames.with(payload, TRAFFIC_CLASS, 60)).packet()).isNotNull();
        payload[0] = 0;
        assertThat(read(FeedbackFrames.with(payload, TRAFFIC_CLASS, 64)).refusal())
                .isEqualTo(Refusal.MALFORMED);
    }

    @Test
    void withoutChecksumOnlyOverIpv4() {
        byte[] ipv4 = FeedbackFrames.ipv4(MESSAGE);
        ipv4[UDP + 6] = 0;
        ipv4[UDP + 7] = 0;
        assertThat(read(ipv4).packet()).isNotNull();
        byte[] ipv6 = FeedbackFrames.ipv6(MESSAGE);
        ipv6[UDP + 20 + 6] = 0;
        ipv6[UDP + 20 + 7] = 0;
        assertThat(read(ipv6).refusal()).isEqualTo(Refusal.CHECKSUM);
    }

    @Test
    void noFlippedBitBehindTheEthernetHeaderIsObeyed() {
        for (byte[] frame :
                new byte[][] {FeedbackFrames.ipv4(MESSAGE), FeedbackFrames.ipv6(MESSAGE)}) {
            boolean ipv6 = frame.length > SHIM + FeedbackMessage.BYTES;
            for (int bit = 8 * 14; bit < 8 * frame.length; bit++) {
                byte[] mangled = frame.clone();
                mangled[bit / 8] ^= (byte) (1 << bit % 8);
                // IPv6 has no checksum over its flow label and hop limit.
                int at = bit / 8;
                boolean label = at > 15 && at < 18 || at == 15 && bit % 8 < 4;
                boolean covered = !ipv6 || !label && at != 21;
                if (covered) {
                    assertThat(read(mangled).packet()).as("bit %d", bit).isNull();
                }
            }
        }
    }

    @Test
    void anyBytesAreReadWithoutHarm() {
        Random random = new Random(1);
        byte[] good = FeedbackFrames.ipv4(MESSAGE);
        for (int i = 0; i < 50_000; i++) {
            byte[] frame = i % 2 == 0 ? good.clone() : new byte[random.nextInt(120)];
            if (i % 2 == 0) {
                for (int n = random.nextInt(6); n >= 0; n--) {
                    frame[random.nextInt(frame.length)] = (byte) random.nextInt();
                }
                frame = Arrays.copyOf(frame, random.nextInt(frame.length + 1));
            } else {
                random.nextBytes(frame);
            }
            FeedbackReader.Reading reading = read(frame);
            assertThat(reading.packet() == null).isNotEqualTo(reading.refusal() == null);
        }
    }
}
