// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/**
 * The same packets and the same entries through v1model's program and through Tofino's as
 * assembled: both send the same frames by the same ports and count the same. The differences, which
 * docs/tofino.md names, are these:
 *
 * <ul>
 *   <li>ports behind IPv4 options are not seen, so no rule here asks for those that packets with
 *       options have, nor are those spread over next hops;
 *   <li>behind IPv4 options neither a wrong header checksum nor an end within the options is
 *       noticed;
 *   <li>ARP is not parsed, and so not malformed if it is short;
 *   <li>a copy for the controller has lost a hop if it was routed, as it is made behind ingress;
 *   <li>a packet from the controller that ends within its headers is sent with zeros in it;
 *   <li>a report has another clock and arrival rate in it, and bytes of the packet behind it.
 * </ul>
 */
class WeirForwardingTest {

    private static final int PACKETS = 20_000;

    private static final List<String> QUEUE_COUNTERS =
            List.of(WeirIngress.VirtualQueue.ARRIVALS, WeirEgress.QueueStatistics.DEPARTURES);

    private static final List<String> PORT_COUNTERS =
            List.of(
                    WeirIngress.MALFORMED,
                    WeirIngress.Forwarding.UNROUTED,
                    WeirIngress.Forwarding.EXPIRED);

    private BothPrograms both;
    private final SentFrames sent = new SentFrames();

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        ForwardingRules.addTo(both);
    }

    @Test
    void bothDoTheSame() {
        compare(ForwardingFrames.untagged(1));
    }

    /** VLAN tags stay as they are; classes, access list and counters see what is behind them. */
    @Test
    void bothDoTheSameWithTags() {
        compare(ForwardingFrames.tagged(3));
    }

    private void compare(ForwardingFrames frames) {
        for (int i = 0; i < PACKETS; i++) {
            ForwardingFrames.Received in = frames.next();
            assertThat(sent.texts(both.throughTofino(in.port(), in.frame())))
                    .as(
                            "packet %d, port %d: %s",
                            i, in.port(), HexFormat.of().formatHex(in.frame()))
                    .isEqualTo(sent.texts(both.throughV1model(in.port(), in.frame())));
        }
        assertThat(sent.seen).contains("reported", "copied", "sent");
        for (String counter : QUEUE_COUNTERS) {
            compare(counter, (BothPrograms.PORTS + 1) * 8, false);
        }
        for (String counter : PORT_COUNTERS) {
            compare(counter, BothPrograms.PORTS + 1, false);
        }
        compare(WeirEgress.QueueStatistics.DELAYS, (BothPrograms.PORTS + 1) * 8 * 64, true);
    }

    /** The access list has rows for IPv4 addresses that name no EtherType (ForwardingRules). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "20010db800000000000000000a00004d",
                "20010db8000000000a00004d00000000",
                "20010db800000000000000000a000109",
                "20010db8000000000a00010900000000",
                "0a00004d0a00004d0a00004d0a00004d"
            })
    void accessListFindsNoIpv4AddressInIpv6(String address) {
        byte[] found = Frames.bytes(address);
        byte[] other = Frames.bytes("20010db8000000000000000000000001");
        for (byte[] frame :
                List.of(
                        Frames.ipv6(other, found, 0, 64, 17, Frames.udp(1, 2, new byte[40])),
                        Frames.ipv6(found, other, 0, 64, 17, Frames.udp(1, 2, new byte[40])))) {
            assertThat(sent.texts(both.throughTofino(3, frame)))
                    .isEqualTo(sent.texts(both.throughV1model(3, frame)));
        }
    }

    /** The address may have been falsified on the way: v1model drops such packets. */
    @Test
    void tofinoForwardsAWrongChecksumBehindOptionsAsWrongAsItWas() {
        byte[] frame = withOptions();
        frame[Frames.ETHERNET + 19] ^= 1;

        List<BothPrograms.Sent> tofino = forwarded(frame);

        assertThat(both.throughV1model(3, frame)).isEmpty();
        assertThat(tofino).hasSize(1);
        assertThat(InternetChecksum.of(tofino.get(0).frame(), Frames.ETHERNET, 24)).isNotZero();
        assertMalformed();
    }

    @Test
    void tofinoForwardsAPacketThatEndsWithinItsOptions() {
        byte[] frame = Arrays.copyOf(withOptions(), Frames.ETHERNET + 22);

        assertThat(both.throughV1model(3, frame)).isEmpty();
        assertThat(forwarded(frame)).hasSize(1);
        assertMalformed();
    }

    /** What Tofino sends of a frame, without reports. */
    private List<BothPrograms.Sent> forwarded(byte[] frame) {
        return both.throughTofino(3, frame).stream()
                .filter(sent -> sent.port() != BothPrograms.CPU)
                .toList();
    }

    private static byte[] withOptions() {
        byte[] frame =
                Frames.ipv4(
                        ForwardingFrames.NETWORK | 1,
                        ForwardingFrames.NETWORK | 1 << 8 | 4,
                        0,
                        64,
                        6,
                        Frames.bytes("01010101"),
                        Frames.tcp(1000, 2000, new byte[40]));
        assertThat(InternetChecksum.of(frame, Frames.ETHERNET, 24)).isZero();
        return frame;
    }

    private void assertMalformed() {
        assertThat(both.v1modelPackets(WeirIngress.MALFORMED, 3)).isEqualTo(1);
        assertThat(both.tofino.packets(WeirIngress.MALFORMED, 3)).isZero();
    }

    private void compare(String counter, int count, boolean packetsOnly) {
        long all = 0;
        for (int i = 0; i < count; i++) {
            long packets = both.v1modelPackets(counter, i);
            assertThat(both.tofino.packets(counter, i)).as("%s %d", counter, i).isEqualTo(packets);
            if (!packetsOnly) {
                assertThat(both.tofino.bytes(counter, i))
                        .as("bytes of %s %d", counter, i)
                        .isEqualTo(both.v1modelBytes(counter, i));
            }
            all += packets;
        }
        assertThat(all).as(counter).isPositive();
    }
}
