// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirIngress;

/** Limits of frames that the ports of a switch send to the controller (docs/edge.md). */
class ControllerLimitTest {

    private static final int FLOODER = 1;
    private static final int NEIGHBOUR = 2;
    private static final int ARP = 0x0806;
    private static final int LLDP = 0x88cc;
    private static final int BDDP = 0x8942;
    private static final int DEFAULT_LIMIT = 20;

    /** 2^20 us. */
    private static final long WINDOW_NS = 1_048_576_000L;

    private final Random random = new Random(1);
    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(3, 10_000_000_000L, 512);
        network.device.setMirrorSession(2, MirrorSession.toPort(255));
        ask(ARP, WeirIngress.Acl.COPY_TO_CPU);
        ask(LLDP, WeirIngress.Acl.PUNT);
        ask(BDDP, WeirIngress.Acl.PUNT);
        // A whole number of windows.
        network.timeline.runUntil(4 * WINDOW_NS);
    }

    private void ask(int etherType, String action) {
        MatchKey any = MatchKey.ANY;
        network.add(
                WeirIngress.Acl.ACL,
                100,
                ActionCall.of(action),
                any,
                any,
                any,
                new MatchKey.Ternary(number(etherType), number(0xffff)),
                any,
                any,
                any,
                any,
                any);
    }

    private void limit(int port, int frames) {
        network.add(
                WeirIngress.ToController.LIMITS,
                0,
                ActionCall.of(WeirIngress.ToController.LIMIT_FRAMES, number(frames)),
                exact(port));
    }

    /** A broadcast frame of a random source. */
    private byte[] frame(int etherType) {
        byte[] mac = new byte[5];
        random.nextBytes(mac);
        return bytes(
                "ffffffffffff02"
                        + HexFormat.of().formatHex(mac)
                        + String.format("%04x", etherType)
                        + "0001080006040001"
                        + "00".repeat(38));
    }

    /** Frames of a port that reach the controller, evenly spread over a time. */
    private int reach(int port, int etherType, int frames, long durationNs) {
        network.packetIns.clear();
        long startNs = network.timeline.nowNs();
        for (int i = 0; i < frames; i++) {
            network.timeline.runUntil(startNs + durationNs * i / frames);
            network.device.receive(port, frame(etherType));
        }
        network.timeline.runUntil(startNs + durationNs);
        return network.packetIns.size();
    }

    private long limited(int port) {
        return network.device
                .counter(WeirIngress.ToController.LIMITED)
                .orElseThrow()
                .read(port)
                .packets();
    }

    @Test
    void aFloodCostsTheControllerNoMoreThanTheLimit() {
        int sent = 20_000;
        assertThat(reach(FLOODER, ARP, sent, 2 * WINDOW_NS)).isEqualTo(2 * DEFAULT_LIMIT);
        assertThat(limited(FLOODER)).isEqualTo(sent - 2 * DEFAULT_LIMIT);
    }

    @Test
    void aFloodCostsNoOtherPortAFrame() {
        reach(FLOODER, ARP, 2_000, WINDOW_NS / 4);
        assertThat(reach(NEIGHBOUR, ARP, DEFAULT_LIMIT, WINDOW_NS / 4)).isEqualTo(DEFAULT_LIMIT);
        assertThat(limited(NEIGHBOUR)).isZero();
    }

    @Test
    void aFloodOfOtherFramesCostsNoLinkProbeOfItsPort() {
        reach(FLOODER, ARP, 2_000, WINDOW_NS / 4);
        assertThat(reach(FLOODER, LLDP, DEFAULT_LIMIT / 2, WINDOW_NS / 4))
                .isEqualTo(DEFAULT_LIMIT / 2);
        assertThat(reach(FLOODER, BDDP, DEFAULT_LIMIT / 2, WINDOW_NS / 4))
                .isEqualTo(DEFAULT_LIMIT / 2);
        assertThat(reach(FLOODER, LLDP, 10, WINDOW_NS / 8)).as("probes have a limit too").isZero();
        assertThat(network.sent).as("what was for the controller only is dropped").isEmpty();
    }

    @Test
    void afterAFloodThePortIsHeardAgain() {
        reach(FLOODER, ARP, 2_000, WINDOW_NS);
        assertThat(reach(FLOODER, ARP, 1, WINDOW_NS)).isEqualTo(1);
    }

    @Test
    void aPortHasTheLimitOfItsEntry() {
        limit(FLOODER, 7);
        limit(NEIGHBOUR, 65_535);
        assertThat(reach(FLOODER, ARP, 1_000, WINDOW_NS)).isEqualTo(7);
        assertThat(reach(NEIGHBOUR, ARP, 1_000, WINDOW_NS)).isEqualTo(1_000);
        assertThat(limited(FLOODER)).isEqualTo(993);
    }

    @Test
    void aPacketOverTheLimitIsForwardedUnlessItWasForTheControllerOnly() {
        limit(FLOODER, 1);
        ask(0x0800, WeirIngress.Acl.COPY_TO_CPU);
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(3)),
                new MatchKey.Lpm(bytes("0a000005"), 32));
        byte[] data = Frames.udp("0a000001", "0a000005", 0, 4000, 5000, new byte[100]);
        for (int i = 0; i < 5; i++) {
            assertThat(network.send(FLOODER, data)).hasSize(1);
        }
        // A packet-in begins with a header of 2 bytes; telemetry reports have another EtherType.
        assertThat(network.packetIns)
                .filteredOn(packetIn -> packetIn[14] == 8 && packetIn[15] == 0)
                .hasSize(1);
        assertThat(limited(FLOODER)).isEqualTo(4);
    }
}
