// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
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
    private static final int VICTIM_PORT = 2;
    private static final byte[] NO_OPTIONS = {};

    private final SentFrames sent = new SentFrames();
    private final Random random = new Random(1);
    private BothPrograms both;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        ForwardingRules.addTo(both);
        EdgeFrames.setPortKinds(both, (table, priority, match, action, parameters) -> {});
    }

    @Test
    void forgedFramesReachNobody() {
        for (byte[] frame : EdgeFrames.forgedFeedback()) {
            assertThat(both.throughTofino(EdgeFrames.NEW_PORT, frame)).isEmpty();
        }
        assertThat(packets(Edge.FORGED, EdgeFrames.NEW_PORT))
                .isEqualTo(EdgeFrames.forgedFeedback().size());
        for (byte[] frame : EdgeFrames.forgedFeedback()) {
            assertThat(both.throughTofino(EdgeFrames.SWITCH, frame)).hasSize(1);
        }
        assertThat(packets(Edge.FORGED, EdgeFrames.SWITCH)).isZero();
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
        for (int port :
                new int[] {
                    EdgeFrames.TRUSTED,
                    EdgeFrames.CLEARED,
                    EdgeFrames.REFUSED,
                    5,
                    6,
                    7,
                    EdgeFrames.NEW_PORT
                }) {
            assertThat(both.throughTofino(port, report)).as("port %d", port).isEmpty();
            assertThat(packets(Edge.FORGED, port)).as("port %d", port).isOne();
        }
        assertThat(both.throughTofino(EdgeFrames.SWITCH, report)).hasSize(1);
    }

    @Test
    void theDscpIsTrustedClearedOrRefused() {
        byte[] ipv4 =
                Frames.ipv4(
                        EdgeFrames.ATTACKER,
                        EdgeFrames.VICTIM,
                        46 << 2 | 1,
                        64,
                        17,
                        NO_OPTIONS,
                        new byte[40]);
        byte[] ipv6 =
                Frames.ipv6(
                        EdgeFrames.ATTACKER_6,
                        EdgeFrames.VICTIM_6,
                        46 << 2 | 1,
                        64,
                        17,
                        new byte[40]);
        for (int port :
                new int[] {
                    EdgeFrames.SWITCH,
                    EdgeFrames.TRUSTED,
                    EdgeFrames.CLEARED,
                    EdgeFrames.REFUSED,
                    EdgeFrames.NEW_PORT
                }) {
            boolean cleared = port == EdgeFrames.CLEARED || port == EdgeFrames.NEW_PORT;
            for (byte[] frame : List.of(ipv4, ipv6)) {
                List<BothPrograms.Sent> out =
                        both.throughTofino(port, frame).stream()
                                .filter(each -> each.port() != BothPrograms.CPU)
                                .toList();
                assertThat(out).as("port %d", port).hasSize(port == EdgeFrames.REFUSED ? 0 : 1);
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
            assertThat(packets(WeirIngress.REFUSED, port))
                    .isEqualTo(port == EdgeFrames.REFUSED ? 2 : 0);
        }
    }

    private void acl(int priority, String action, int etherType, long source, long mask) {
        Map<String, KeyMatch> match = new HashMap<>();
        match.put(MatchFields.INGRESS_PORT, KeyMatch.ternary(EdgeFrames.TRUSTED, 0x1FF));
        match.put(MatchFields.ETH_TYPE, KeyMatch.ternary(etherType, 0xFFFF));
        if (mask != 0) {
            match.put(MatchFields.IPV4_SRC, KeyMatch.ternary(source, mask));
        }
        both.add(WeirIngress.Acl.ACL, priority, match, action, Map.of());
    }

    /** As the controller writes the policy's {@code sources}. */
    @Test
    void aHostSendsWithTheListedSourceAddressesOnly() {
        acl(2, WeirIngress.Acl.PERMIT, 0x0800, EdgeFrames.ATTACKER, 0xFFFF_FFFFL);
        acl(2, WeirIngress.Acl.PERMIT, 0x0800, 0x0A02_0000L, 0xFFFF_0000L);
        acl(1, WeirIngress.Acl.DROP, 0x0800, 0, 0);
        acl(1, WeirIngress.Acl.DROP, 0x86DD, 0, 0);
        List<Integer> permitted = List.of(EdgeFrames.ATTACKER, 0x0A020001, 0x0A02FFFF);
        for (int source :
                List.of(
                        EdgeFrames.ATTACKER,
                        0x0A020001,
                        0x0A02FFFF,
                        EdgeFrames.VICTIM,
                        0x0A030001)) {
            byte[] frame =
                    Frames.ipv4(source, EdgeFrames.VICTIM, 0, 64, 17, NO_OPTIONS, new byte[40]);
            assertThat(forwarded(EdgeFrames.TRUSTED, frame))
                    .as("%x", source)
                    .hasSize(permitted.contains(source) ? 1 : 0);
            assertThat(both.throughV1model(EdgeFrames.TRUSTED, frame))
                    .filteredOn(each -> each.port() == VICTIM_PORT)
                    .hasSize(permitted.contains(source) ? 1 : 0);
            assertThat(forwarded(EdgeFrames.CLEARED, frame)).hasSize(1);
        }
        byte[] ipv6 =
                Frames.ipv6(EdgeFrames.ATTACKER_6, EdgeFrames.VICTIM_6, 0, 64, 17, new byte[40]);
        assertThat(both.throughTofino(EdgeFrames.TRUSTED, ipv6)).isEmpty();
        assertThat(both.throughTofino(EdgeFrames.CLEARED, ipv6)).isNotEmpty();
    }

    private static int trafficClass(byte[] frame) {
        return frame[12] == 8 ? frame[15] & 0xFF : (frame[14] & 15) << 4 | (frame[15] & 0xFF) >> 4;
    }

    /** It may be feedback: Tofino's parser does not read what is behind IPv4 options. */
    @Test
    void udpBehindIpv4OptionsIsDroppedAtPortsToHosts() {
        byte[] forged = withOptions(17, Frames.udp(5000, 4000, EdgeFrames.SHIM));
        byte[] other = withOptions(17, Frames.udp(5000, 4000, new byte[500]));
        byte[] tcp = withOptions(6, Frames.tcp(5000, 4000, new byte[500]));
        byte[] fragment = withOptions(17, Frames.udp(5000, 4000, EdgeFrames.SHIM));
        fragment[Frames.ETHERNET + 7] = 9;
        EdgeFrames.setIpv4Checksum(fragment, Frames.ETHERNET);

        assertThat(both.throughV1model(EdgeFrames.CLEARED, forged)).isEmpty();
        assertThat(both.throughTofino(EdgeFrames.CLEARED, forged)).isEmpty();
        assertThat(both.throughTofino(EdgeFrames.CLEARED, other)).isEmpty();
        assertThat(packets(Edge.FORGED, EdgeFrames.CLEARED)).isEqualTo(2);
        for (byte[] frame : List.of(tcp, fragment)) {
            assertThat(forwarded(EdgeFrames.CLEARED, frame)).hasSize(1);
        }
        for (byte[] frame : List.of(forged, other, tcp, fragment)) {
            assertThat(forwarded(EdgeFrames.SWITCH, frame)).hasSize(1);
        }
        assertThat(packets(Edge.FORGED, EdgeFrames.CLEARED)).isEqualTo(2);
    }

    private static byte[] withOptions(int protocol, byte[] payload) {
        return Frames.ipv4(
                EdgeFrames.ATTACKER,
                EdgeFrames.VICTIM,
                0,
                64,
                protocol,
                Frames.bytes("01010101"),
                payload);
    }

    private List<BothPrograms.Sent> forwarded(int port, byte[] frame) {
        return both.throughTofino(port, frame).stream()
                .filter(each -> each.port() == VICTIM_PORT)
                .toList();
    }

    /** Frames of all kinds, a fifth of them forged, by ports of all kinds. */
    @Test
    void bothTreatEachPortAlike() {
        ForwardingFrames frames = ForwardingFrames.tagged(5);
        long[] hidden = new long[BothPrograms.PORTS + 1];
        for (int i = 0; i < PACKETS; i++) {
            ForwardingFrames.Received in = frames.next();
            byte[] frame = in.frame();
            if (in.port() != BothPrograms.CPU && random.nextInt(5) == 0) {
                frame = EdgeFrames.forged(random);
            }
            if (EdgeFrames.isToHosts(in.port()) && EdgeFrames.hidesUdp(frame)) {
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
            assertThat(hidden[port] > 0).as("port %d", port).isEqualTo(port != EdgeFrames.SWITCH);
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
        return sent.texts(EdgeFrames.withoutDscpOfCopies(all));
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
