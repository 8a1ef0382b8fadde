// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

/**
 * Limits of frames to the controller (docs/edge.md): the same frames at the same times through both
 * programs. Windows have 2^20 us on v1model and 2^30 ns on Tofino, so the times lie where the
 * windows of the same number overlap.
 */
class WeirControllerLimitTest {

    private static final long V1MODEL_WINDOW_NS = 1000L << 20;
    private static final long TOFINO_WINDOW_NS = 1L << 30;

    private static final int ARP = 0x0806;
    private static final int LLDP = 0x88CC;
    private static final int BDDP = 0x8942;
    private static final int COPIED_PORT = 53;
    private static final int DEFAULT_LIMIT = 20;

    /** Limits of the first ports; the other ports have no entry. */
    private static final int[] LIMITS = {0, 1, 2, 7, 65_535};

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
        ask(WeirIngress.Acl.PUNT, Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(ARP, 0xFFFF)));
        ask(WeirIngress.Acl.PUNT, Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(LLDP, 0xFFFF)));
        ask(WeirIngress.Acl.PUNT, Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(BDDP, 0xFFFF)));
        ask(
                WeirIngress.Acl.COPY_TO_CPU,
                Map.of(
                        MatchFields.IP_PROTOCOL,
                        KeyMatch.ternary(17, 0xFF),
                        MatchFields.L4_DST_PORT,
                        KeyMatch.ternary(COPIED_PORT, 0xFFFF)));
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(0x0A000000, 8)),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", 8L),
                "port");
        for (int i = 0; i < LIMITS.length; i++) {
            both.put(
                    WeirIngress.ToController.LIMITS,
                    Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(i + 1)),
                    WeirIngress.ToController.LIMIT_FRAMES,
                    Map.of(Parameters.FRAMES, (long) LIMITS[i]),
                    Parameters.FRAMES);
        }
    }

    private void ask(String action, Map<String, KeyMatch> match) {
        both.add(WeirIngress.Acl.ACL, 100, match, action, Map.of());
    }

    @Test
    void bothSendTheControllerTheSameFrames() {
        int toController = 0;
        for (long window = 1; window <= 12; window++) {
            long fromNs = window * TOFINO_WINDOW_NS;
            long lengthNs = (window + 1) * V1MODEL_WINDOW_NS - fromNs;
            int frames = 400;
            for (int i = 0; i < frames; i++) {
                both.timeline.runUntil(fromNs + lengthNs * i / frames);
                int port = 1 + random.nextInt(BothPrograms.PORTS - 1);
                byte[] frame = frame();
                List<String> wanted = sent.texts(both.throughV1model(port, frame));
                assertThat(sent.texts(both.throughTofino(port, frame)))
                        .as("window %d, port %d: %s", window, port, HexFormat.of().formatHex(frame))
                        .isEqualTo(wanted);
                toController += wanted.isEmpty() ? 0 : 1;
            }
        }
        assertThat(toController).isPositive();
        for (int port = 1; port < BothPrograms.PORTS; port++) {
            long limited = both.v1modelPackets(WeirIngress.ToController.LIMITED, port);
            assertThat(both.tofino.packets(WeirIngress.ToController.LIMITED, port))
                    .as("port %d", port)
                    .isEqualTo(limited);
            assertThat(both.tofino.bytes(WeirIngress.ToController.LIMITED, port))
                    .as("bytes of port %d", port)
                    .isEqualTo(both.v1modelBytes(WeirIngress.ToController.LIMITED, port));
            if (port != LIMITS.length) {
                assertThat(limited).as("port %d", port).isPositive();
            }
        }
    }

    /** Mostly frames that only the controller gets; a fifth is forwarded as well. */
    private byte[] frame() {
        byte[] payload = new byte[46 + random.nextInt(100)];
        random.nextBytes(payload);
        return switch (random.nextInt(5)) {
            case 0 -> Frames.ethernet(LLDP, payload);
            case 1 -> Frames.ethernet(BDDP, payload);
            case 2 ->
                    Frames.ipv4(
                            0x0A000001,
                            0x0A000002,
                            0,
                            64,
                            17,
                            new byte[0],
                            Frames.udp(4000, COPIED_PORT, payload));
            default -> Frames.ethernet(ARP, payload);
        };
    }

    @Test
    void aWindowOfTofinoHas2To30Ns() {
        int port = BothPrograms.PORTS;
        long startNs = 5 * TOFINO_WINDOW_NS;
        for (int i = 0; i < DEFAULT_LIMIT; i++) {
            assertThat(arp(port, startNs)).as("frame %d", i).isEqualTo(1);
        }
        assertThat(arp(port, startNs)).isZero();
        assertThat(arp(port, startNs + TOFINO_WINDOW_NS - 1)).isZero();
        assertThat(arp(port, startNs + TOFINO_WINDOW_NS)).isEqualTo(1);
    }

    private int arp(int port, long timeNs) {
        return both.tofino.receive(port, Frames.ethernet(ARP, new byte[46]), timeNs).size();
    }

    /** A lower or higher limit holds for the present window. */
    @Test
    void bothTakeAChangedLimitAtOnce() {
        for (long limit : new long[] {5, 3, 9, 0, 12}) {
            both.put(
                    WeirIngress.ToController.LIMITS,
                    Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(6)),
                    WeirIngress.ToController.LIMIT_FRAMES,
                    Map.of(Parameters.FRAMES, limit),
                    Parameters.FRAMES);
            for (int i = 0; i < 6; i++) {
                byte[] frame = Frames.ethernet(ARP, new byte[46]);
                assertThat(sent.texts(both.throughTofino(6, frame)))
                        .as("limit %d, frame %d", limit, i)
                        .isEqualTo(sent.texts(both.throughV1model(6, frame)));
            }
        }
        assertThat(both.tofino.packets(WeirIngress.ToController.LIMITED, 6))
                .isEqualTo(both.v1modelPackets(WeirIngress.ToController.LIMITED, 6))
                .isPositive();
    }
}
