// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FrameBuilderTest {

    private static final byte[] MAC_1 = bytes("0200000000ee");
    private static final byte[] MAC_2 = bytes("0200000000aa");
    private static final byte[] ADDRESS_1 = bytes("c0a80001");
    private static final byte[] ADDRESS_2 = bytes("c0a800c7");
    private static final byte[] ADDRESS6_1 = bytes("20010db8000000000000000000000001");
    private static final byte[] ADDRESS6_2 = bytes("20010db8000000000000000000000005");

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private static FrameBuilder ipv4() {
        return FrameBuilder.ethernet(MAC_1, MAC_2).ipv4(ADDRESS_1, ADDRESS_2);
    }

    private static FrameBuilder ipv6() {
        return FrameBuilder.ethernet(MAC_1, MAC_2).ipv6(ADDRESS6_1, ADDRESS6_2);
    }

    /** The header whose checksum many texts compute: b861. */
    @Test
    void ipv4HeaderIsAsTextsHaveIt() {
        byte[] frame = ipv4().dontFragment().udp(1, 2).payload(new byte[115 - 28]).build();
        assertThat(Arrays.copyOf(frame, 34))
                .isEqualTo(
                        bytes(
                                "0200000000ee0200000000aa0800"
                                        + "45000073000040004011b861c0a80001c0a800c7"));
    }

    /** The words of pseudo-header, UDP header and payload, as RFC 768 has them. */
    @Test
    void udpChecksumCoversPseudoHeaderAndPayload() {
        byte[] frame = ipv4().udp(0x1234, 0x5678).payload(bytes("abcd01")).build();
        int sum = 0;
        for (int word :
                new int[] {
                    0xc0a8, 0x0001, 0xc0a8, 0x00c7, 0x0011, 0x000b, 0x1234, 0x5678, 0x000b, 0xabcd,
                    0x0100
                }) {
            sum += word;
        }
        int expected = ~((sum & 0xffff) + (sum >>> 16)) & 0xffff;
        assertThat((frame[40] & 0xff) << 8 | frame[41] & 0xff).isEqualTo(expected);
        assertThat(frame).hasSize(45);
    }

    @Test
    void receiversFindEveryChecksumRight() {
        for (FrameBuilder ip : new FrameBuilder[] {ipv4().options(bytes("94040000")), ipv6()}) {
            for (int bytes = 0; bytes < 40; bytes++) {
                byte[] payload = new byte[bytes];
                Arrays.fill(payload, (byte) (bytes * 37 + 1));
                ip.trafficClass(0xb8).payload(payload);
                byte[] udp = ip.udp(4000, 65_535).build();
                byte[] tcp = ip.tcp(4000, 5000, -1, 7, 0x1ff, 512).build();
                byte[] icmp = ip.icmp(128, 0, 0x12340001).build();
                for (byte[] frame : new byte[][] {udp, tcp, icmp}) {
                    if (frame[12] == 0x08) {
                        assertThat(InternetChecksum.ipv4Residue(frame)).isZero();
                    }
                }
                assertThat(InternetChecksum.transportResidue(udp)).isZero();
                assertThat(InternetChecksum.transportResidue(tcp)).isZero();
                if (icmp[12] != 0x08) {
                    assertThat(InternetChecksum.transportResidue(icmp)).isZero();
                    assertThat(icmp[20]).isEqualTo((byte) FrameBuilder.ICMPV6);
                } else {
                    assertThat(InternetChecksum.of(icmp, 38, icmp.length - 38)).isZero();
                    assertThat(icmp[23]).isEqualTo((byte) FrameBuilder.ICMP);
                }
            }
        }
    }

    /** The datagram whose sum is 0xffff: its checksum would be 0, which means none. */
    @Test
    void udpChecksumIsNeverZero() {
        byte[] zero = ipv4().udp(0, 0).payload(new byte[2]).build();
        int rest = (zero[40] & 0xff) << 8 | zero[41] & 0xff;
        byte[] frame =
                ipv4().udp(0, 0).payload(new byte[] {(byte) (rest >> 8), (byte) rest}).build();
        assertThat(frame[40]).isEqualTo((byte) 0xff);
        assertThat(frame[41]).isEqualTo((byte) 0xff);
        assertThat(InternetChecksum.transportResidue(frame)).isZero();
    }

    @Test
    void tagsAndOtherProtocolsArePutInOrder() {
        byte[] frame =
                FrameBuilder.ethernet(MAC_1, MAC_2)
                        .vlan(5, 0x123)
                        .vlan(0, 4095)
                        .etherType(FrameBuilder.ARP)
                        .payload(bytes("0001"))
                        .padTo(60)
                        .build();
        assertThat(frame).hasSize(60);
        assertThat(Arrays.copyOf(frame, 26))
                .isEqualTo(bytes("0200000000ee0200000000aa8100a12381000fff080600010000"));
    }

    @Test
    void otherIpProtocolsHaveNoChecksum() {
        byte[] frame = ipv6().flowLabel(0x54321).hopLimit(3).protocol(50).payload(MAC_1).build();
        assertThat(Arrays.copyOfRange(frame, 14, 22)).isEqualTo(bytes("6005432100063203"));
        assertThat(Arrays.copyOfRange(frame, 54, 60)).isEqualTo(MAC_1);
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> ipv4().udp(65_536, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("source port must be 0..65535, was 65536");
        assertThatThrownBy(() -> ipv4().hopLimit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ipv4().options(new byte[3]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FrameBuilder.ethernet(MAC_1, ADDRESS_1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ipv4().ipv6(ADDRESS_1, ADDRESS_2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ipv4().udp(1, 2).payload(new byte[65_508]).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bytes of an IP packet must be 0..65535, was 65536");
    }
}
