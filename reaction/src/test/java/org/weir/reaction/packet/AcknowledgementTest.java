// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcknowledgementTest {
    private static final List<HopTelemetry> HOPS =
            List.of(
                    new HopTelemetry(0xfff1, 64 * 0xfff2, 0xffff_fff3L, 0xffff_fff4L, 0xffff_fff5L),
                    new HopTelemetry(1, 128, 3, 4, 5));

    @Test
    void readsWhatWasWritten() {
        Acknowledgement told = new Acknowledgement(1L << 40, true, HOPS);
        assertThat(Acknowledgement.parse(told.toPayload())).contains(told);
        Acknowledgement bare = new Acknowledgement(7, false, List.of());
        assertThat(Acknowledgement.parse(bare.toPayload())).contains(bare);
    }

    @Test
    void refusesWhatIsNone() {
        byte[] payload = new Acknowledgement(1, true, HOPS).toPayload();
        assertThat(Acknowledgement.parse(Arrays.copyOf(payload, payload.length - 1))).isEmpty();
        assertThat(Acknowledgement.parse(Arrays.copyOf(payload, 8))).isEmpty();
        payload[0]++;
        assertThat(Acknowledgement.parse(payload)).isEmpty();
        byte[] bare = new Acknowledgement(1, true, List.of()).toPayload();
        assertThat(Acknowledgement.parse(Arrays.copyOf(bare, bare.length + 1))).isEmpty();
        assertThat(CongestionNotification.parse(3, bare)).isEmpty();
        byte[] notification = new CongestionNotification(0, 0, 0, 1).toPayload();
        assertThat(Acknowledgement.parse(notification)).isEmpty();
    }

    @Test
    void readsWhatSwitchesStampedInFrontOfAPayload() {
        ByteBuffer payload = ByteBuffer.allocate(8 + 2 * 16 + 5);
        payload.putInt(0x57494e54).put((byte) 1).put((byte) 2).putShort((short) 0);
        HOPS.forEach(hop -> hop.write(payload));
        assertThat(HopTelemetry.of(payload.array())).isEqualTo(HOPS);
        assertThat(HopTelemetry.bytesIn(payload.array())).isEqualTo(40);
        assertThat(HopTelemetry.bytesIn(Arrays.copyOf(payload.array(), 39))).isZero();
        assertThat(HopTelemetry.bytesIn(new byte[64])).isZero();
        assertThat(HopTelemetry.of(new byte[64])).isEmpty();
        assertThat(HopTelemetry.of(new byte[3])).isEmpty();
    }
}
