// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.feedback.Refusal;
import org.weir.reaction.packet.CongestionNotification;

class NotificationReaderTest {
    private static final int CE = 3;
    private static final int NOT_CE = 2;
    private static final int IP = 14;

    private static NotificationReader.Reading read(byte[] frame) {
        return NotificationReader.read(frame, frame.length);
    }

    @Test
    void aReceiversPacketNamesTheFlowToIt() {
        NotificationReader.Reading reading = read(NotificationFrames.ipv4(77));
        assertThat(reading.flow()).isEqualTo(FeedbackFrames.flow());
        assertThat(reading.notification()).isEqualTo(new CongestionNotification(0, 0, 0, 77));
        reading = read(NotificationFrames.ipv6(78));
        assertThat(reading.flow())
                .hasToString("udp [fd00:0:0:0:0:0:0:1]:5000 to [fd00:0:0:0:0:0:0:5]:6000");
        assertThat(reading.notification().timeUs()).isEqualTo(78);
    }

    @Test
    void whatNoReceiverSendsIsRefusedWithItsReason() {
        byte[] payload = new CongestionNotification(0, 0, 0, 1).toPayload();
        assertThat(read(NotificationFrames.with(payload, NOT_CE)).refusal())
                .isEqualTo(Refusal.HEADER);
        for (CongestionNotification other :
                new CongestionNotification[] {
                    new CongestionNotification(-1, 0, 0, 1),
                    new CongestionNotification(0, 1, 0, 1),
                    new CongestionNotification(0, 0, 1, 1)
                }) {
            assertThat(read(NotificationFrames.with(other.toPayload(), CE)).refusal())
                    .isEqualTo(Refusal.HEADER);
        }
        payload[4] = 2;
        assertThat(read(NotificationFrames.with(payload, CE)).refusal()).isEqualTo(Refusal.VERSION);
        payload[0] = 0;
        assertThat(read(NotificationFrames.with(payload, CE)).refusal())
                .isEqualTo(Refusal.MALFORMED);
        assertThat(read(NotificationFrames.with(new byte[24], CE)).refusal())
                .isEqualTo(Refusal.MALFORMED);
    }

    @Test
    void noFlippedBitOfIpAndUdpIsObeyed() {
        byte[] frame = NotificationFrames.ipv4(5);
        for (int bit = Byte.SIZE * IP; bit < Byte.SIZE * frame.length; bit++) {
            byte[] mangled = frame.clone();
            mangled[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(read(mangled).notification()).as("bit %d", bit).isNull();
        }
    }

    @Test
    void anyBytesAreReadWithoutHarm() {
        Random random = new Random(1);
        byte[] good = NotificationFrames.ipv4(5);
        for (int i = 0; i < 50_000; i++) {
            byte[] frame = i % 2 == 0 ? good.clone() : new byte[random.nextInt(120)];
            if (i % 2 == 0) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
                frame = Arrays.copyOf(frame, random.nextInt(frame.length + 1));
            } else {
                random.nextBytes(frame);
            }
            NotificationReader.Reading reading = read(frame);
            assertThat(reading.notification() == null).isNotEqualTo(reading.refusal() == null);
        }
    }
}
