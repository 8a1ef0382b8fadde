// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.Edge;
import org.weir.wire.packet.InternetChecksum;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * The edge of the network (docs/edge.md): the same frames of hosts and of switches through both
 * programs. Two things differ: at ports to hosts Tofino drops all UDP behind IPv4 options, and it
 * makes copies for the controller after the DSCP is cleared.
 */
class WeirEdgeTest {

    private static final int PACKETS = 20_000;
    private static final int ALL = 0xFF;

    /** Port without an entry. */
    private static final int NEW_PORT = 8;

    private static final int SWITCH = 1;
    private static final int TRUSTED = 2;
    private static final int CLEARED = 3;
    private static final int REFUSED = 4;

    private static final int ATTACKER = 0x0A000001;

    /** Address with a route in {@link ForwardingRules}. */
    private static final int VICTIM = 0x0A000105;

    private static final int VICTIM_PORT = 2;
    private static final byte[] ATTACKER_6 = Frames.bytes("20010db8000000000000000000000001");
    private static final byte[] VICTIM_6 = Frames.bytes("20010db8000100000000000000000005");
    private static final byte[] NO_OPTIONS = {};

    /** "WEIR", version 1, class 0, UDP, and a target rate of 1 kb/s. */
    private static final byte[] SHIM =
            Frames.bytes("57454952010011000000ffff00000001" + "00".repeat(16));

    private final SentFrames sent = new SentFrames();
    private final Random random = new Random(1);
    private BothPrograms both;

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms();
        ForwardingRules.addTo(both);
        kind(TRUSTED, Edge.TRUST_DSCP, ALL);
        kind(CLEARED, Edge.CLEAR_DSCP, ALL);
        kind(REFUSED, Edge.REFUSE_DSCP, ALL);
        kind(5, Edge.TRUST_DSCP, 0b0110_0001);
        kind(6, Edge.CLEAR_DSCP, 0b0001_1010);
        kind(7, Edge.REFUSE_DSCP, 0b1000_0100);
        both.remove(Edge.PORT_KINDS, Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(NEW_PORT)));
    }

    private void kind(int port, String action, long classes) {
        both.put(
                Edge.PORT_KINDS,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                action,
                Map.of(Parameters.CLASSES, classes),
                Parameters.CLASSES);
    }

    private static List<byte[]> forged() {
        byte[] udp = Frames.udp(5000, 4000, SHIM);
        byte[] feedback = Frames.ipv4(ATTACKER, VICTIM, 48 << 2 | 3, 64, 17, NO_OPTIONS, udp);
        List<byte[]> forged = new ArrayList<>();
        forged.add(feedback);
        forged.add(Frames.ipv4(ATTACKER, VICTIM, 0, 64, 17, NO_OPTIONS, udp));
        forged.add(Frames.ipv6(ATTACKER_6, VICTIM_6, 48 << 2 | 3, 64, 17, udp));
        forged.add(Frames.tagged(feedback, Frames.tag(0x8100, 7, false, 100)));
        return forged;
    }

    @Test
    void forgedFramesReachNobody() {
        for (byte[] frame : forged()) {
            assertThat(both.throughTofino(NEW_PORT, frame)).isEmpty();
        }
        assertThat(packets(Edge.FORGED, NEW_PORT)).isEqualTo(forged().size());
        for (byte[] frame : forged()) {
            assertThat(both.throughTofino(SWITCH, frame)).hasSize(1);
        }
        assertThat(packets(Edge.FORGED, SWITCH)).isZero();
    }

    @Test
    void forgedTelemetryIsDroppedWhateverAsksForIt() {
        both.add(
                WeirIngress.Acl.ACL,
                200,
                Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(TelemetryReport.ETHER_TYPE, 0xFFFF)),
                WeirIngress.Acl.PUNT,
                Map.of());
        byte[] report = Frames.ethernet(TelemetryReport.ETHER_TYPE, new byte[60]);
        for (int port : new int[] {TRUSTED, CLEARED, REFUSED, 5, 6, 7, NEW_PORT}) {
            assertThat(both.throughTofino(port, report)).as("port %d", port).isEmpty();
            assertThat(packets(Edge.FORGED, port)).as("port %d", port).isOne();
        }
        assertThat(both.throughTofino(SWITCH, report)).hasSize(1);
    }

    @Test
    void theDscpIsTrustedClearedOrRefused() {
        byte[] ipv4 = Frames.ipv4(ATTACKER, VICTIM, 46 << 2 | 1, 64, 17, NO_OPTIONS, new byte[40]);
        byte[] ipv6 = Frames.ipv6(ATTACKER_6, VICTIM_6, 46 << 2 | 1, 64, 17, new byte[40]);
        for (int port : new int[] {SWITCH, TRUSTED, CLEARED, REFUSED, NEW_PORT}) {
            boolean cleared = port == CLEARED || port == NEW_PORT;
            for (byte[] frame : List.of(ipv4, ipv6)) {
                List<BothPrograms.Sent> out =
                        both.throughTofino(port, frame).stream()
                                .filter(each -> each.port() != BothPrograms.CPU)
                                .toList();
                assertThat(out).as("port %d", port).hasSize(port == REFUSED ? 0 : 1);
                for (BothPrograms.Sent each : out) {
                    assertThat(trafficClass(each.frame()))
                            .as("port %d, ECN stays", port)
                            .isEqualTo(cleared ? 1 : 46 << 2 | 1);
                    if (frame == ipv4) {
                        assertThat(InternetChecksum.ipv4Residue(each.frame())).isZero();
                    }
                }
            }
            assertThat(packets(Edge.CLEARED, port)).isEqualTo(cleared ? 2 : 0);
            assertThat(packets(WeirIngress.REFUSED, port)).isEqualTo(port == REFUSED ? 2 : 0);
        }
    }

    private static int trafficClass(byte[] frame) {
        return frame[12] == 8 ? frame[15] & 0xFF : (frame[14] & 15) << 4 | (frame[15] & 0xFF) >> 4;
    }

    /** It may be feedback: Tofino's parser does not read what is behind IPv4 options. */
    @Test
    void udpBehindIpv4OptionsIsDroppedAtPortsToHosts() {
        byte[] forged = withOptions(17, Frames.udp(5000, 4000, SHIM));
        byte[] other = withOptions(17, Frames.udp(5000, 4000, new byte[500]));
        byte[] tcp = withOptions(6, Frames.tcp(5000, 4000, new byte[500]));
        byte[] fragment = withOptions(17, Frames.udp(5000, 4000, SHIM));
        fragment[Frames.ETHERNET + 7] = 9;
        setIpv4Checksum(fragment, Frames.ETHERNET);

        assertThat(both.throughV1model(CLEARED, forged)).isEmpty();
        assertThat(both.throughTofino(CLEARED, forged)).isEmpty();
        assertThat(both.throughTofino(CLEARED, other)).isEmpty();
        assertThat(packets(Edge.FORGED, CLEARED)).isEqualTo(2);
        for (byte[] frame : List.of(tcp, fragment)) {
            assertThat(forwarded(CLEARED, frame)).hasSize(1);
        }
        for (byte[] frame : List.of(forged, other, tcp, fragment)) {
            assertThat(forwarded(SWITCH, frame)).hasSize(1);
        }
        assertThat(packets(Edge.FORGED, CLEARED)).isEqualTo(2);
    }

    private static byte[] withOptions(int protocol, byte[] payload) {
        return Frames.ipv4(ATTACKER, VICTIM, 0, 64, protocol, Frames.bytes("01010101"), payload);
    }

    private static void setIpv4Checksum(byte[] frame, int ip) {
        frame[ip + 10] = 0;
        frame[ip + 11] = 0;
        int sum = InternetChecksum.of(frame, ip, (frame[ip] & 15) * 4);
        frame[ip + 10] = (byte) (sum >>> 8);
        frame[ip + 11] = (byte) sum;
    }

    private List<BothPrograms.Sent> forwarded(int port, byte[] frame) {
        return both.throughTofino(port, frame).stream()
                .filter(each -> each.port() == VICTIM_PORT)
                .toList();
    }

    /** Frames of all kinds, a fifth of them forged, by ports of all kinds. */
    @Test
    void bothTreatEachPortAlike() {
        both.v1model.table(Edge.PORT_KINDS).orElseThrow().resetDefaultAction();
        ForwardingFrames frames = ForwardingFrames.tagged(5);
        long[] hidden = new long[BothPrograms.PORTS + 1];
        for (int i = 0; i < PACKETS; i++) {
            ForwardingFrames.Received in = frames.next();
            byte[] frame = in.frame();
            if (in.port() != BothPrograms.CPU && random.nextInt(5) == 0) {
                frame =
                        random.nextInt(5) == 0
                                ? Frames.ethernet(TelemetryReport.ETHER_TYPE, new byte[60])
                                : forged().get(random.nextInt(forged().size()));
            }
            if (in.port() != SWITCH && in.port() != BothPrograms.CPU && hidesUdp(frame)) {
                assertThat(both.throughTofino(in.port(), frame)).isEmpty();
                hidden[in.port()]++;
                continue;
            }
            assertThat(texts(both.throughTofino(in.port(), frame)))
                    .as("packet %d, port %d: %s", i, in.port(), HexFormat.of().formatHex(frame))
                    .isEqualTo(texts(both.throughV1model(in.port(), frame)));
        }
        for (int port = 1; port <= BothPrograms.PORTS; port++) {
            assertThat(packets(Edge.FORGED, port) - hidden[port])
                    .as("port %d", port)
                    .isEqualTo(both.v1modelPackets(Edge.FORGED, port));
            assertThat(hidden[port] > 0).as("port %d", port).isEqualTo(port != SWITCH);
        }
        for (String counter :
                List.of(
                        Edge.CLEARED,
                        WeirIngress.REFUSED,
                        WeirIngress.MALFORMED,
                        WeirIngress.Forwarding.UNROUTED,
                        WeirIngress.Forwarding.EXPIRED)) {
            compare(counter, BothPrograms.PORTS + 1);
        }
        compare(WeirIngress.VirtualQueue.ARRIVALS, (BothPrograms.PORTS + 1) * 8);
    }

    /** As of {@link SentFrames}; a copy for the controller may have its DSCP or not. */
    private List<String> texts(List<BothPrograms.Sent> all) {
        List<BothPrograms.Sent> comparable = new ArrayList<>();
        for (BothPrograms.Sent each : all) {
            byte[] frame = each.frame().clone();
            if (each.port() == BothPrograms.CPU && !SentFrames.isReport(each)) {
                clearDscp(frame);
            }
            comparable.add(new BothPrograms.Sent(each.port(), frame));
        }
        return sent.texts(comparable);
    }

    /** Behind a packet_in header. */
    private static void clearDscp(byte[] frame) {
        byte[] packet = Arrays.copyOfRange(frame, 2, frame.length);
        int ip = 2 + Frames.ETHERNET + Frames.tagBytes(packet);
        int etherType = Frames.u16(frame, ip - 2);
        if (etherType == 0x0800) {
            assertThat(InternetChecksum.ipv4Residue(Frames.untagged(packet))).isZero();
            frame[ip + 1] &= 3;
            setIpv4Checksum(frame, ip);
        } else if (etherType == 0x86DD) {
            frame[ip] &= (byte) 0xF0;
            frame[ip + 1] &= 0x3F;
        }
    }

    private static boolean hidesUdp(byte[] frame) {
        if (frame.length < Frames.SHORTEST) {
            return false;
        }
        int ip = Frames.ETHERNET + Frames.tagBytes(frame);
        return Frames.u16(frame, ip - 2) == 0x0800 && (frame[ip] & 15) > 5 && frame[ip + 9] == 17;
    }

    private void compare(String counter, int count) {
        long all = 0;
        for (int i = 0; i < count; i++) {
            long packets = both.v1modelPackets(counter, i);
            assertThat(packets(counter, i)).as("%s %d", counter, i).isEqualTo(packets);
            assertThat(both.tofino.bytes(counter, i))
                    .as("bytes of %s %d", counter, i)
                    .isEqualTo(both.v1modelBytes(counter, i));
            all += packets;
        }
        assertThat(all).as(counter).isPositive();
    }

    private long packets(String counter, int index) {
        return both.tofino.packets(counter, index);
    }
}
