// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * The same packets and the same entries through v1model's program and through Tofino's as
 * assembled: both send the same frames by the same ports and count the same. The differences, which
 * docs/tofino.md names, are these:
 *
 * <ul>
 *   <li>ports behind IPv4 options are not seen, so no rule here asks for those that packets with
 *       options have, nor are those spread over next hops;
 *   <li>ARP is not parsed, and so not malformed if it is short;
 *   <li>a copy for the controller has lost a hop if it was routed, as it is made behind ingress;
 *   <li>a packet from the controller that ends within its headers is sent with zeros in it;
 *   <li>a report has another clock and arrival rate in it, and bytes of the packet behind it.
 * </ul>
 */
class WeirForwardingTest {

    private static final int PACKETS = 20_000;
    private static final byte[] NO_OPTIONS = {};
    private static final String SET_OUTPUT = WeirIngress.Forwarding.SET_OUTPUT;
    private static final String SET_GROUP = WeirIngress.Forwarding.SET_GROUP;
    private static final int NETWORK = 0x0A000000;
    private static final BigInteger NETWORK_6 = new BigInteger("20010db8", 16).shiftLeft(96);
    private static final int COPIED_PORT = 53;
    private static final int REPORT_BYTES = 42;
    private static final int REPORT_TIME_AT = 32;

    private static final List<String> QUEUE_COUNTERS =
            List.of(WeirIngress.VirtualQueue.ARRIVALS, WeirEgress.QueueStatistics.DEPARTURES);

    private static final List<String> PORT_COUNTERS =
            List.of(
                    WeirIngress.MALFORMED,
                    WeirIngress.Forwarding.UNROUTED,
                    WeirIngress.Forwarding.EXPIRED);

    private BothPrograms both;
    private final Set<String> seen = new HashSet<>();

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms();
        addRoutes();
        addClasses();
        addSettings();
        addAccessList();
    }

    private void addRoutes() {
        route(1, 24, SET_OUTPUT, "port", 2);
        route(2, 24, SET_GROUP, Parameters.GROUP_ID, 7);
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK | 2 << 8 | 128, 25)),
                SET_OUTPUT,
                Map.of("port", 3L),
                "port");
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK | 3 << 8, 24)),
                WeirIngress.Forwarding.DROP,
                Map.of());
        route6(1, 48, SET_OUTPUT, "port", 5);
        route6(2, 48, SET_GROUP, Parameters.GROUP_ID, 700);
        // Longer than the one before.
        route6(2, 64, SET_OUTPUT, "port", 6);
        for (long group : new long[] {7, 700}) {
            for (long bucket = 0; bucket < 16; bucket++) {
                both.add(
                        WeirIngress.Forwarding.NEXT_HOPS,
                        0,
                        Map.of(
                                MatchFields.GROUP_ID,
                                KeyMatch.exact(group),
                                MatchFields.BUCKET,
                                KeyMatch.exact(bucket)),
                        SET_OUTPUT,
                        Map.of("port", 1 + (bucket * 5 + group) % BothPrograms.PORTS),
                        "port");
            }
        }
    }

    private void route(int network, int length, String action, String parameter, long value) {
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK | network << 8, length)),
                action,
                Map.of(parameter, value),
                parameter);
    }

    private void route6(int network, int length, String action, String parameter, long value) {
        BigInteger prefix = NETWORK_6.or(BigInteger.valueOf(network).shiftLeft(80));
        both.add(
                WeirIngress.Forwarding.IPV6_ROUTES,
                0,
                Map.of(MatchFields.IPV6_DST, new KeyMatch.Lpm(prefix, length)),
                action,
                Map.of(parameter, value),
                parameter);
    }

    private void addClasses() {
        for (String table :
                List.of(WeirIngress.Classifier.IPV4_CLASSES, WeirIngress.Classifier.IPV6_CLASSES)) {
            classify(table, 1, 3, Map.of());
            classify(table, 40, 0, Map.of(MatchFields.DSCP, KeyMatch.ternary(46, 63)));
            classify(table, 30, 1, Map.of(MatchFields.L4_DST_PORT, KeyMatch.range(5000, 5999)));
            classify(table, 35, 2, Map.of(MatchFields.L4_SRC_PORT, KeyMatch.range(5990, 65_535)));
            classify(table, 20, 5, Map.of(MatchFields.INGRESS_PORT, KeyMatch.ternary(4, 0x1FF)));
            classify(table, 10, 6, Map.of(MatchFields.IP_PROTOCOL, KeyMatch.ternary(6, 0xFF)));
        }
        classify(
                WeirIngress.Classifier.IPV4_CLASSES,
                50,
                4,
                Map.of(MatchFields.IPV4_SRC, KeyMatch.ternary(17, 0xFF)));
        classify(
                WeirIngress.Classifier.IPV6_CLASSES,
                50,
                4,
                Map.of(MatchFields.IPV6_SRC, KeyMatch.ternary(17, 0xFF)));
    }

    private void classify(String table, int priority, long classId, Map<String, KeyMatch> match) {
        both.add(
                table,
                priority,
                match,
                WeirIngress.Classifier.SET_CLASS,
                Map.of(Parameters.CLASS_ID, classId),
                Parameters.CLASS_ID);
    }

    private void addSettings() {
        for (long port = 1; port <= BothPrograms.PORTS; port++) {
            long generation = port % 2;
            both.add(
                    WeirIngress.QueueSettings.GENERATIONS,
                    0,
                    Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(port)),
                    WeirIngress.QueueSettings.useGeneration(16384),
                    Map.of("generation", generation, Parameters.ROUND_PACKETS, 32L),
                    "generation",
                    Parameters.ROUND_PACKETS);
            for (long classId = 0; classId < 7; classId++) {
                Map<String, KeyMatch> match =
                        Map.of(
                                MatchFields.OUTPUT_PORT,
                                KeyMatch.exact(port),
                                MatchFields.CLASS_ID,
                                KeyMatch.exact(classId),
                                MatchFields.GENERATION,
                                KeyMatch.exact(generation));
                if (classId == 5) {
                    both.add(
                            WeirIngress.QueueSettings.SETTINGS,
                            0,
                            match,
                            WeirIngress.QueueSettings.SET_STRICT_PRIORITY,
                            Map.of("level", 2L),
                            "level");
                } else {
                    both.add(
                            WeirIngress.QueueSettings.SETTINGS,
                            0,
                            match,
                            WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                            Map.of(
                                    Parameters.WEIGHT_PACKETS,
                                    4L,
                                    Parameters.THRESHOLD_PACKETS,
                                    60_000L,
                                    Parameters.LIMIT_PACKETS,
                                    65_535L,
                                    Parameters.TARGET_RATE_KBPS,
                                    1000L,
                                    Parameters.FEEDBACK_INTERVAL_US,
                                    0xFFFF_FFFFL),
                            Parameters.WEIGHT_PACKETS,
                            Parameters.THRESHOLD_PACKETS,
                            Parameters.LIMIT_PACKETS,
                            Parameters.TARGET_RATE_KBPS,
                            Parameters.FEEDBACK_INTERVAL_US);
                }
            }
        }
    }

    private void addAccessList() {
        rule(
                100,
                WeirIngress.Acl.PUNT,
                Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(0x0806, 0xFFFF)));
        rule(
                100,
                WeirIngress.Acl.COPY_TO_CPU,
                Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(0x88CC, 0xFFFF)));
        rule(
                60,
                WeirIngress.Acl.COPY_TO_CPU,
                Map.of(
                        MatchFields.IP_PROTOCOL,
                        KeyMatch.ternary(17, 0xFF),
                        MatchFields.L4_DST_PORT,
                        KeyMatch.ternary(COPIED_PORT, 0xFFFF)));
        rule(
                50,
                WeirIngress.Acl.DROP,
                Map.of(
                        MatchFields.IP_PROTOCOL,
                        KeyMatch.ternary(6, 0xFF),
                        MatchFields.L4_DST_PORT,
                        KeyMatch.ternary(23, 0xFFFF)));
        rule(
                40,
                WeirIngress.Acl.DROP,
                Map.of(
                        MatchFields.INGRESS_PORT,
                        KeyMatch.ternary(3, 0x1FF),
                        MatchFields.IPV4_DST,
                        KeyMatch.ternary(NETWORK | 1 << 8 | 9, 0xFFFF_FFFFL)));
        rule(30, WeirIngress.Acl.DROP, Map.of(MatchFields.ETH_SRC, KeyMatch.ternary(0x66, 0xFF)));
        both.add(
                WeirIngress.Acl.ACL,
                20,
                Map.of(MatchFields.IPV4_SRC, KeyMatch.ternary(NETWORK | 77, 0xFFFF_FFFFL)),
                WeirIngress.Acl.SET_OUTPUT,
                Map.of("port", 7L),
                "port");
    }

    private void rule(int priority, String action, Map<String, KeyMatch> match) {
        both.add(WeirIngress.Acl.ACL, priority, match, action, Map.of());
    }

    @Test
    void bothDoTheSame() {
        Random random = new Random(1);
        for (int i = 0; i < PACKETS; i++) {
            int port = 1 + random.nextInt(BothPrograms.PORTS);
            byte[] frame = frame(random);
            boolean out = frame.length >= Frames.SHORTEST && random.nextInt(20) == 0;
            if (out) {
                byte[] with = new byte[frame.length + 2];
                with[0] = (byte) (port >>> 1);
                with[1] = (byte) (port << 7);
                System.arraycopy(frame, 0, with, 2, frame.length);
                frame = with;
            }
            int from = out ? BothPrograms.CPU : port;
            assertThat(texts(both.throughTofino(from, frame)))
                    .as("packet %d, port %d: %s", i, from, HexFormat.of().formatHex(frame))
                    .isEqualTo(texts(both.throughV1model(from, frame)));
        }
        assertThat(seen).contains("reported", "copied", "sent");
        for (String counter : QUEUE_COUNTERS) {
            compare(counter, (BothPrograms.PORTS + 1) * 8, false);
        }
        for (String counter : PORT_COUNTERS) {
            compare(counter, BothPrograms.PORTS + 1, false);
        }
        compare(WeirEgress.QueueStatistics.DELAYS, (BothPrograms.PORTS + 1) * 8 * 64, true);
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

    /** Texts of the frames sent, sorted, without the bytes that may differ. */
    private List<String> texts(List<BothPrograms.Sent> sent) {
        List<String> texts = new ArrayList<>();
        for (BothPrograms.Sent each : sent) {
            byte[] frame = each.frame().clone();
            if (each.port() == BothPrograms.CPU
                    && Frames.u16(frame, 14) == TelemetryReport.ETHER_TYPE) {
                seen.add("reported");
                frame = Arrays.copyOf(frame, REPORT_BYTES);
                Arrays.fill(frame, REPORT_TIME_AT, REPORT_BYTES, (byte) 0);
            } else if (each.port() == BothPrograms.CPU) {
                seen.add("copied");
                clearHops(frame);
            } else {
                seen.add("sent");
            }
            texts.add(each.port() + ": " + HexFormat.of().formatHex(frame));
        }
        texts.sort(null);
        return texts;
    }

    /**
     * Clears the hop limit of a frame behind a packet_in header, with its checksum, which has to be
     * right.
     */
    private static void clearHops(byte[] frame) {
        int etherType = Frames.u16(frame, 14);
        if (etherType == 0x0800) {
            byte[] packet = Arrays.copyOfRange(frame, 2, frame.length);
            assertThat(InternetChecksum.ipv4Residue(packet)).isZero();
            frame[24] = 0;
            frame[26] = 0;
            frame[27] = 0;
        } else if (etherType == 0x86DD) {
            frame[23] = 0;
        }
    }

    private byte[] frame(Random random) {
        byte[] payload = new byte[random.nextInt(random.nextInt(8) == 0 ? 1400 : 60)];
        random.nextBytes(payload);
        byte[] frame =
                switch (random.nextInt(12)) {
                    case 0 -> Frames.ethernet(0x0806, payload);
                    case 1 -> Frames.ethernet(0x88CC, payload);
                    case 2 -> Frames.ethernet(random.nextInt(0x10000) | 0x9000, payload);
                    case 3 -> withOptions(random, payload);
                    case 4, 5, 6 -> ipv6(random, payload);
                    default -> ipv4(random, payload);
                };
        if (random.nextInt(30) == 0) {
            frame[11] = 0x66;
        }
        return frame;
    }

    private static int hops(Random random) {
        return random.nextInt(10) == 0 ? random.nextInt(3) : 1 + random.nextInt(255);
    }

    private static int target(Random random) {
        return NETWORK | random.nextInt(5) << 8 | random.nextInt(256);
    }

    private static int tos(Random random) {
        return (random.nextInt(4) == 0 ? 46 : random.nextInt(64)) << 2 | random.nextInt(4);
    }

    private static int protocol(Random random) {
        return new int[] {6, 6, 17, 17, 17, 1, 58, 132}[random.nextInt(8)];
    }

    private static int port(Random random) {
        int[] ports = {23, COPIED_PORT, 4999, 5000, 5999, 6000, 5990, 65_535, 0};
        return random.nextBoolean() ? random.nextInt(0x10000) : ports[random.nextInt(ports.length)];
    }

    private static byte[] transport(Random random, int protocol, byte[] payload) {
        return switch (protocol) {
            case 6 -> Frames.tcp(port(random), port(random), payload);
            case 17 -> Frames.udp(port(random), port(random), payload);
            default -> payload;
        };
    }

    private static byte[] ipv4(Random random, byte[] payload) {
        int protocol = protocol(random);
        byte[] frame =
                Frames.ipv4(
                        NETWORK | random.nextInt(256),
                        target(random),
                        tos(random),
                        hops(random),
                        protocol,
                        NO_OPTIONS,
                        transport(random, protocol, payload));
        if (random.nextInt(20) == 0) {
            // Wrong, whatever it was.
            frame[24] ^= (byte) (1 << random.nextInt(8));
        } else if (random.nextInt(20) == 0) {
            // A later fragment: the checksum has to be right again.
            frame[21] = 9;
            frame[24] = 0;
            frame[25] = 0;
            int sum = InternetChecksum.of(frame, Frames.ETHERNET, 20);
            frame[24] = (byte) (sum >>> 8);
            frame[25] = (byte) sum;
        } else if (random.nextInt(30) == 0) {
            frame[14] = (byte) (0x40 | random.nextInt(5));
        } else if (random.nextInt(20) == 0) {
            return Arrays.copyOf(frame, Frames.ETHERNET + random.nextInt(20));
        }
        return frame;
    }

    private static byte[] withOptions(Random random, byte[] payload) {
        byte[] options = new byte[4 * (1 + random.nextInt(10))];
        random.nextBytes(options);
        return Frames.ipv4(
                NETWORK | random.nextInt(256),
                NETWORK | (random.nextBoolean() ? 1 : 3) << 8 | random.nextInt(256),
                tos(random),
                hops(random),
                17,
                options,
                Frames.udp(1000 + random.nextInt(1000), 1000 + random.nextInt(1000), payload));
    }

    private static byte[] ipv6(Random random, byte[] payload) {
        byte[] source = NETWORK_6.or(BigInteger.valueOf(random.nextInt(256))).toByteArray();
        byte[] target =
                NETWORK_6
                        .or(BigInteger.valueOf(random.nextInt(4)).shiftLeft(80))
                        .or(BigInteger.valueOf(random.nextInt(2)).shiftLeft(64))
                        .or(BigInteger.valueOf(random.nextInt(256)))
                        .toByteArray();
        int protocol = protocol(random);
        byte[] frame =
                Frames.ipv6(
                        source,
                        target,
                        tos(random),
                        hops(random),
                        protocol,
                        transport(random, protocol, payload));
        return random.nextInt(20) == 0
                ? Arrays.copyOf(frame, Frames.ETHERNET + random.nextInt(40))
                : frame;
    }
}
