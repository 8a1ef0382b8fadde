// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.wire.feedback.FeedbackMessage;

class PacketTest {
    private static final MacAddress MAC_1 = MacAddress.parse("00:00:00:00:00:01");
    private static final MacAddress MAC_2 = MacAddress.parse("02:11:22:33:44:55");

    private static UdpPacket packet(String source, String destination, byte[] payload) {
        return new UdpPacket(
                MAC_2,
                MAC_1,
                IpAddress.parse(source),
                IpAddress.parse(destination),
                46,
                2,
                64,
                49152,
                5001,
                payload);
    }

    /** The expected bytes were made with another implementation, Python's scapy 2. */
    @Test
    void framesAreTheBytesThatAnotherImplementationMakes() {
        IpAddress target = IpAddress.parse("fd00::ab:1234");
        NeighbourPacket question =
                new NeighbourPacket(
                        true,
                        IpAddress.parse("fd00::1"),
                        target.solicitedNodeGroup(),
                        target,
                        MAC_1);

        assertThat(hex(packet("10.0.0.1", "10.0.0.5", "weir".getBytes()).toFrame()))
                .isEqualTo(
                        "021122334455000000000001080045ba0020000040004011260e0a0000010a000005"
                                + "c0001389000c376f77656972");
        assertThat(hex(packet("fd00::1", "fd00::5", "weir!".getBytes()).toFrame()))
                .isEqualTo(
                        "02112233445500000000000186dd6ba00000000d1140"
                                + "fd000000000000000000000000000001fd000000000000000000000000000005"
                                + "c0001389000d306b7765697221");
        assertThat(hex(question.toFrame(MAC_1, MacAddress.parse("33:33:ff:ab:12:34"))))
                .isEqualTo(
                        "3333ffab123400000000000186dd6000000000203aff"
                                + "fd000000000000000000000000000001ff0200000000000000000001ffab1234"
                                + "870059dd00000000fd000000000000000000000000ab1234"
                                + "0101000000000001");
    }

    @Test
    void whereOnlyTheFrontOfAPayloadIsKeptAllOfItIsChecked() {
        for (String ip : new String[] {"10.0.0.1", "fd00::1"}) {
            byte[] frame = packet(ip, ip, "weir and more".getBytes()).toFrame();

            assertThat(UdpPacket.parse(frame, 4).orElseThrow().payload())
                    .isEqualTo("weir".getBytes());
            assertThat(UdpPacket.parse(frame, 100).orElseThrow().payload()).hasSize(13);
            frame[frame.length - 1]++;
            assertThat(UdpPacket.parse(frame, 4)).isEmpty();
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31, 32, 1001, 1472})
    void udpComesBackAsItWasSent(int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        for (int i = 0; i < payloadBytes; i++) {
            payload[i] = (byte) (i * 37);
        }
        for (UdpPacket sent :
                new UdpPacket[] {
                    packet("10.0.0.1", "10.0.0.5", payload), packet("fd00::1", "fd00::5", payload)
                }) {
            UdpPacket received = UdpPacket.parse(sent.toFrame()).orElseThrow();

            assertThat(received).usingRecursiveComparison().isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1 10.0.0.5", "fd00::1 fd00::5"})
    void anyDamageBeyondTheMacAddressesIsSeen(String addresses) {
        String[] ends = addresses.split(" ");
        byte[] frame = packet(ends[0], ends[1], "some payload".getBytes()).toFrame();
        boolean ipv4 = ends[0].indexOf('.') > 0;
        int start = EthernetHeader.BYTES;
        for (int i = start; i < frame.length; i++) {
            // IPv6 has no header checksum: traffic class, flow label and hop limit are unprotected.
            if (!ipv4 && (i < start + 4 || i == start + 7)) {
                continue;
            }
            byte[] damaged = frame.clone();
            damaged[i] ^= 0x10;
            assertThat(UdpPacket.parse(damaged)).as("byte %d", i).isEmpty();
        }
        for (int length = 0; length < frame.length; length++) {
            assertThat(UdpPacket.parse(java.util.Arrays.copyOf(frame, length))).isEmpty();
        }
    }

    @Test
    void feedbackComesBackAsItWasSent() {
        FeedbackMessage sent =
                new FeedbackMessage(
                        2, 17, 0xf000_0001L, 3_333, 65_535, 85, 0xffee_ddcc_bbaaL, 511, 7);
        UdpPacket carrier =
                new UdpPacket(
                        MAC_1,
                        MAC_2,
                        IpAddress.parse("10.0.0.5"),
                        IpAddress.parse("10.0.0.1"),
                        FeedbackMessage.DSCP,
                        3,
                        64,
                        5001,
                        49152,
                        sent.toPayload());

        UdpPacket received = UdpPacket.parse(carrier.toFrame()).orElseThrow();

        assertThat(received.payload()).hasSize(FeedbackMessage.BYTES);
        assertThat(FeedbackMessage.parse(received.ecn(), received.payload())).contains(sent);
        assertThat(FeedbackMessage.parse(2, sent.toPayload()))
                .as("without congestion experienced it is data")
                .isEmpty();
    }

    @Test
    void arpComesBackAsItWasSent() {
        ArpPacket sent =
                new ArpPacket(
                        true,
                        MAC_1,
                        IpAddress.parse("10.0.0.1"),
                        MacAddress.ZERO,
                        IpAddress.parse("10.0.0.5"));
        byte[] frame = sent.toFrame(MacAddress.BROADCAST);

        assertThat(frame).hasSize(60);
        assertThat(EthernetHeader.destination(frame)).isEqualTo(MacAddress.BROADCAST);
        assertThat(ArpPacket.parse(frame)).contains(sent);
    }

    @Test
    void neighbourMessagesComeBackAsTheyWereSent() {
        IpAddress own = IpAddress.parse("fd00::1");
        IpAddress other = IpAddress.parse("fd00::ab:1234");
        NeighbourPacket question =
                new NeighbourPacket(true, own, other.solicitedNodeGroup(), other, MAC_1);
        NeighbourPacket answer = new NeighbourPacket(false, other, own, other, MAC_2);

        byte[] frame = question.toFrame(MAC_1, MacAddress.ofIpv6Group(other.solicitedNodeGroup()));

        assertThat(EthernetHeader.destination(frame).toString()).isEqualTo("33:33:ff:ab:12:34");
        assertThat(NeighbourPacket.parse(frame)).contains(question);
        assertThat(NeighbourPacket.parse(answer.toFrame(MAC_2, MAC_1))).contains(answer);
        frame[60] ^= 1;
        assertThat(NeighbourPacket.parse(frame)).as("damaged").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0", "10.0.0.256", "localhost", "10.0.0.1.1", "", "fd00:::1"})
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> IpAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
