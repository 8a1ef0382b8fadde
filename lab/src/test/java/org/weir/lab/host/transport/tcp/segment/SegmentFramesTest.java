// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;
import org.weir.wire.packet.InternetChecksum;

/** Frames that were rewritten read like frames that were made anew. */
class SegmentFramesTest {
    private static final int FULL_BYTES = 1448;

    private static SegmentFrames frames(String from, String to) {
        return new SegmentFrames(
                new SegmentFrames.Addresses(
                        new MacAddress(1),
                        new MacAddress(2),
                        IpAddress.parse(from),
                        IpAddress.parse(to),
                        4000,
                        5001,
                        46),
                byte[]::clone,
                FULL_BYTES,
                2);
    }

    @Test
    void everyFieldAndBothChecksumsAreRight() {
        Random random = new Random(1);
        for (String[] way :
                new String[][] {{"10.0.0.1", "10.0.0.2"}, {"2001:db8::1", "2001:db8::2"}}) {
            SegmentFrames frames = frames(way[0], way[1]);
            for (int i = 0; i < 2000; i++) {
                int[] sack = random.ints(2L * random.nextInt(4)).toArray();
                TcpOptions options =
                        new TcpOptions(
                                -1, -1, false, true, random.nextInt(), random.nextInt(), sack);
                int payload = random.nextBoolean() ? FULL_BYTES : random.nextInt(3);
                SegmentFrames.Header header =
                        new SegmentFrames.Header(
                                random.nextBoolean(),
                                random.nextInt(),
                                random.nextInt(),
                                TcpFlags.ACK | random.nextInt(0x200),
                                random.nextInt(0x10000),
                                options);

                byte[] frame = frames.frame(header, payload);

                assertThat(InternetChecksum.transportResidue(frame)).isZero();
                TcpSegment read = TcpSegment.parse(frame).orElseThrow();
                assertThat(read.sequence()).isEqualTo(header.sequence());
                assertThat(read.acknowledgement()).isEqualTo(header.acknowledgement());
                assertThat(read.flags()).isEqualTo(header.flags());
                assertThat(read.window()).isEqualTo(header.window());
                assertThat(read.ecn()).isEqualTo(header.ecnCapable() ? 2 : 0);
                assertThat(read.dscp()).isEqualTo(46);
                assertThat(read.sourcePort()).isEqualTo(4000);
                assertThat(read.destinationPort()).isEqualTo(5001);
                assertThat(read.payloadBytes()).isEqualTo(payload);
                assertThat(read.options().timestamp()).isEqualTo(options.timestamp());
                assertThat(read.options().timestampEcho()).isEqualTo(options.timestampEcho());
                assertThat(read.options().sack()).isEqualTo(sack);
            }
        }
    }

    @Test
    void aSynCarriesAllOptions() {
        TcpOptions options = new TcpOptions(1460, 10, true, true, 7, 0, new int[0]);
        byte[] frame =
                frames("10.0.0.1", "10.0.0.2")
                        .frame(
                                new SegmentFrames.Header(false, 1, 0, TcpFlags.SYN, 65535, options),
                                0);

        TcpOptions read = TcpSegment.parse(frame).orElseThrow().options();
        assertThat(read.mss()).isEqualTo(1460);
        assertThat(read.windowScale()).isEqualTo(10);
        assertThat(read.sackPermitted()).isTrue();
        assertThat(read.hasTimestamps()).isTrue();
        assertThat(read.timestamp()).isEqualTo(7);
    }

    @Test
    void aDamagedFrameIsNoSegment() {
        Random random = new Random(2);
        SegmentFrames frames = frames("10.0.0.1", "10.0.0.2");
        SegmentFrames.Header header =
                new SegmentFrames.Header(true, 1, 2, TcpFlags.ACK, 3, TcpOptions.timestamps(4, 5));
        for (int bit = 14 * 8; bit < 80 * 8; bit++) {
            byte[] frame = frames.frame(header, 20 + random.nextInt(100));
            frame[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(TcpSegment.parse(frame)).as("bit %d", bit).isEmpty();
        }
    }

    @Test
    void numbersWrap() {
        long near = (1L << 32) - 10;
        assertThat(SequenceNumbers.position(5, near)).isEqualTo((1L << 32) + 5);
        assertThat(SequenceNumbers.position(-20, near)).isEqualTo((1L << 32) - 20);
        assertThat(SequenceNumbers.of((1L << 32) + 5)).isEqualTo(5);
        assertThat(SequenceNumbers.isBefore(-1, 0)).isTrue();
        assertThat(SequenceNumbers.isBefore(0, -1)).isFalse();
    }
}
