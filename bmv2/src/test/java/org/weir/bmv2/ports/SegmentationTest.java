// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aggregates of TCP in tunnels; every length and checksum of the frames is checked. */
class SegmentationTest {
    private static final int ETHERNET = 14;
    private static final int TCP_BYTES = 20;
    private static final int SEGMENT = 1000;
    private static final int PAYLOAD = 2500;

    private static int ipBytes(boolean ipv6) {
        return ipv6 ? 40 : 20;
    }

    /** Writes an IP header whose length reaches to the end. */
    private static void ip(ByteBuffer frame, int at, boolean ipv6, int protocol) {
        int length = frame.capacity() - at;
        if (ipv6) {
            frame.put(at, (byte) 0x60).putShort(at + 4, (short) (length - 40));
            frame.put(at + 6, (byte) protocol);
        } else {
            frame.put(at, (byte) 0x45).putShort(at + 2, (short) length);
            frame.putShort(at + 4, (short) 0xffff).put(at + 9, (byte) protocol);
        }
    }

    private static void assertIp(ByteBuffer frame, int at, boolean ipv6, int number) {
        int length = frame.capacity() - at;
        if (ipv6) {
            assertThat(frame.getShort(at + 4)).isEqualTo((short) (length - 40));
            return;
        }
        assertThat(frame.getShort(at + 2)).isEqualTo((short) length);
        assertThat(frame.getShort(at + 4)).isEqualTo((short) (0xffff + number));
        assertThat(InternetChecksum.ofSum(InternetChecksum.sum(frame.array(), at, at + 20)))
                .isZero();
    }

    /** A checksum that covers the pseudo-header and all from a transport header to the end. */
    private static void assertTransport(ByteBuffer frame, int network, int at, int protocol) {
        boolean ipv6 = frame.get(network) == 0x60;
        int addresses = network + (ipv6 ? 8 : 12);
        long sum =
                InternetChecksum.sum(frame.array(), addresses, addresses + (ipv6 ? 32 : 8))
                        + protocol
                        + (frame.capacity() - at)
                        + InternetChecksum.sum(frame.array(), at, frame.capacity());
        assertThat(InternetChecksum.ofSum(sum)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // outer and inner IPv6, outer protocol, bytes between the IP headers, UDP checksum
        "false, false, 4, 0, false",
        "false, true, 41, 0, false",
        "true, false, 4, 0, false",
        "false, false, 47, 4, false",
        "false, true, 47, 18, false",
        "false, false, 17, 30, false",
        "false, false, 17, 30, true",
        "true, true, 17, 30, true",
    })
    void framesOfATunnelAreRight(
            boolean outer6, boolean inner6, int protocol, int between, boolean checksum) {
        int inner = ETHERNET + ipBytes(outer6) + between;
        int tcp = inner + ipBytes(inner6);
        int headers = tcp + TCP_BYTES;
        int udp = ETHERNET + ipBytes(outer6);
        byte[] aggregate = new byte[headers + PAYLOAD];
        new Random(3).nextBytes(aggregate);
        ByteBuffer in = ByteBuffer.wrap(aggregate);
        in.putShort(12, (short) (outer6 ? 0x86dd : 0x0800));
        ip(in, ETHERNET, outer6, protocol);
        ip(in, inner, inner6, 6);
        in.putInt(tcp + 4, 7).putShort(tcp + 12, (short) 0x5010);
        if (protocol == 17) {
            in.putShort(udp + 6, (short) (checksum ? 1 : 0));
        } else if (protocol == 47) {
            in.putShort(udp, (short) 0);
        }
        Arrivals frames = new Arrivals();

        assertThat(
                        new Segmentation(frames)
                                .cut(aggregate, 0, aggregate.length, tcp, SEGMENT, inner6 ? 4 : 1))
                .isTrue();

        for (int i = 0; i < 3; i++) {
            ByteBuffer out = ByteBuffer.wrap(nextOf(frames));
            assertThat(out.capacity())
                    .isEqualTo(headers + Math.min(SEGMENT, PAYLOAD - i * SEGMENT));
            assertIp(out, ETHERNET, outer6, i);
            assertIp(out, inner, inner6, i);
            assertThat(out.getInt(tcp + 4)).isEqualTo(7 + i * SEGMENT);
            assertTransport(out, inner, tcp, 6);
            if (protocol == 17) {
                assertThat(out.getShort(udp + 4)).isEqualTo((short) (out.capacity() - udp));
                if (checksum) {
                    assertTransport(out, ETHERNET, udp, 17);
                } else {
                    assertThat(out.getShort(udp + 6)).isZero();
                }
            }
        }
        assertThat(frames.isEmpty()).isTrue();
    }

    /** Frames that would be wrong are not made; the port counts the aggregate as unreadable. */
    @ParameterizedTest
    @CsvSource({
        "47, 8, 0x80, GRE with a checksum",
        "4, 20, 0x45, a tunnel in a tunnel",
        "50, 8, 0, another protocol",
        "17, 4, 0, no room for UDP",
    })
    void anUnknownTunnelIsNotCut(int protocol, int between, String first, String kind) {
        int inner = ETHERNET + 20 + between;
        int tcp = inner + 20;
        byte[] aggregate = new byte[tcp + TCP_BYTES + PAYLOAD];
        ByteBuffer in = ByteBuffer.wrap(aggregate);
        in.putShort(12, (short) 0x0800);
        ip(in, ETHERNET, false, protocol);
        in.put(ETHERNET + 20, Integer.decode(first).byteValue());
        ip(in, inner, false, 6);
        in.putShort(tcp + 12, (short) 0x5010);
        Arrivals frames = new Arrivals();

        assertThat(new Segmentation(frames).cut(aggregate, 0, aggregate.length, tcp, SEGMENT, 1))
                .as(kind)
                .isFalse();
        assertThat(frames.isEmpty()).isTrue();
    }

    private static byte[] nextOf(Arrivals frames) {
        try {
            return frames.next();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
