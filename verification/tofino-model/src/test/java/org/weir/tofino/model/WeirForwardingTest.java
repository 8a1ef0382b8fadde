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

/**
 * The same packets and the same entries through v1model's program and through Tofino's as
 * assembled: the same comes out by the same ports, and is counted the same. What differs, and
 * docs/tofino.md says so, stands here:
 *
 * <ul>
 *   <li>ports behind IPv4 options are not seen, so no rule here asks for those that packets with
 *       options have, nor are those spread over next hops;
 *   <li>ARP is not parsed, and so not malformed if it is short;
 *   <li>a copy for the controller has lost a hop if it was routed, as it is made behind ingress;
 *   <li>a packet from the controller that ends within its headers comes out with zeros in it;
 *   <li>a report has another clock and arrival rate in it, and bytes of the packet behind it.
 * </ul>
 */
class WeirForwardingTest {

    private static final int PACKETS = 20_000;
    private static final byte[] NO_OPTIONS = {};
    private static final String SET_OUTPUT = "WeirIngress.forwarding.set_output";
    private static final String SET_GROUP = "WeirIngress.forwarding.set_group";
    private static final int NETWORK = 0x0A000000;
    private static final BigInteger NETWORK_6 = new BigInteger("20010db8", 16).shiftLeft(96);
    private static final int COPIED_PORT = 53;
    private static final int REPORT_BYTES = 42;
    private static final int REPORT_TIME_AT = 32;
    private static final int ETHER_TYPE_TELEMETRY = 0x88B5;

    private static final List<String> QUEUE_COUNTERS =
            List.of("WeirIngress.virtual_queue.arrivals", "WeirEgress.queue_statistics.departures");

    private static final List<String> PORT_COUNTERS =
            List.of(
                    "WeirIngress.malformed",
                    "WeirIngress.forwarding.unrouted",
                    "WeirIngress.forwarding.expired");

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
        route(2, 24, SET_GROUP, "group_id", 7);
        both.add(
                "WeirIngress.forwarding.ipv4_routes",
                0,
                Map.of("hdr.ipv4.dst_addr", KeyMatch.lpm(NETWORK | 2 << 8 | 128, 25)),
                SET_OUTPUT,
                Map.of("port", 3L),
                "port");
        both.add(
                "WeirIngress.forwarding.ipv4_routes",
                0,
                Map.of("hdr.ipv4.dst_addr", KeyMatch.lpm(NETWORK | 3 << 8, 24)),
                "WeirIngress.forwarding.drop",
                Map.of());
        route6(1, 48, SET_OUTPUT, "port", 5);
        route6(2, 48, SET_GROUP, "group_id", 700);
        // Longer than the one before.
        route6(2, 64, SET_OUTPUT, "port", 6);
        for (long group : new long[] {7, 700}) {
            for (long bucket = 0; bucket < 16; bucket++) {
                both.add(
                        "WeirIngress.forwarding.next_hops",
                        0,
                        Map.of(
                                "meta.group_id",
                                KeyMatch.exact(group),
                                "meta.bucket",
                                KeyMatch.exact(bucket)),
                        SET_OUTPUT,
                        Map.of("port", 1 + (bucket * 5 + group) % BothPrograms.PORTS),
                        "port");
            }
        }
    }

    private void route(int network, int length, String action, String parameter, long value) {
        both.add(
                "WeirIngress.forwarding.ipv4_routes",
                0,
                Map.of("hdr.ipv4.dst_addr", KeyMatch.lpm(NETWORK | network << 8, length)),
                action,
                Map.of(parameter, value),
                parameter);
    }

    private void route6(int network, int length, String action, String parameter, long value) {
        BigInteger prefix = NETWORK_6.or(BigInteger.valueOf(network).shiftLeft(80));
        both.add(
                "WeirIngress.forwarding.ipv6_routes",
                0,
                Map.of("hdr.ipv6.dst_addr", new KeyMatch.Lpm(prefix, length)),
                action,
                Map.of(parameter, value),
                parameter);
    }

    private void addClasses() {
        for (String ip : List.of("ipv4", "ipv6")) {
            classify(ip, 1, 3, Map.of());
            classify(ip, 40, 0, Map.of("meta.dscp", KeyMatch.ternary(46, 63)));
            classify(ip, 30, 1, Map.of("meta.l4_dst_port", KeyMatch.range(5000, 5999)));
            classify(ip, 35, 2, Map.of("meta.l4_src_port", KeyMatch.range(5990, 65_535)));
            classify(
                    ip,
                    20,
                    5,
                    Map.of("standard_metadata.ingress_port", KeyMatch.ternary(4, 0x1FF)));
            classify(ip, 10, 6, Map.of("meta.ip_protocol", KeyMatch.ternary(6, 0xFF)));
        }
        classify("ipv4", 50, 4, Map.of("hdr.ipv4.src_addr", KeyMatch.ternary(17, 0xFF)));
        classify("ipv6", 50, 4, Map.of("hdr.ipv6.src_addr", KeyMatch.ternary(17, 0xFF)));
    }

    private void classify(String ip, int priority, long classId, Map<String, KeyMatch> match) {
        both.add(
                "WeirIngress.classifier." + ip + "_classes",
                priority,
                match,
                "WeirIngress.classifier.set_class",
                Map.of("class_id", classId),
                "class_id");
    }

    private void addSettings() {
        for (long port = 1; port <= BothPrograms.PORTS; port++) {
            long generation = port % 2;
            both.add(
                    "WeirIngress.queue_settings.generations",
                    0,
                    Map.of("meta.output_port", KeyMatch.exact(port)),
                    "WeirIngress.queue_settings.use_generation_16384us",
                    Map.of("generation", generation, "round_packets", 32L),
                    "generation",
                    "round_packets");
            for (long classId = 0; classId < 7; classId++) {
                Map<String, KeyMatch> match =
                        Map.of(
                                "meta.output_port",
                                KeyMatch.exact(port),
                                "meta.class_id",
                                KeyMatch.exact(classId),
                                "meta.generation",
                                KeyMatch.exact(generation));
                if (classId == 5) {
                    both.add(
                            "WeirIngress.queue_settings.settings",
                            0,
                            match,
                            "WeirIngress.queue_settings.set_strict_priority",
                            Map.of("level", 2L),
                            "level");
                } else {
                    both.add(
                            "WeirIngress.queue_settings.settings",
                            0,
                            match,
                            "WeirIngress.queue_settings.set_virtual_queue",
                            Map.of(
                                    "weight_packets",
                                    4L,
                                    "threshold_packets",
                                    60_000L,
                                    "limit_packets",
                                    65_535L,
                                    "target_rate_kbps",
                                    1000L,
                                    "feedback_interval_us",
                                    0xFFFF_FFFFL),
                            "weight_packets",
                            "threshold_packets",
                            "limit_packets",
                            "target_rate_kbps",
                            "feedback_interval_us");
                }
            }
        }
    }

    private void addAccessList() {
        rule(100, "punt", Map.of("hdr.ethernet.ether_type", KeyMatch.ternary(0x0806, 0xFFFF)));
        rule(
                100,
                "copy_to_cpu",
                Map.of("hdr.ethernet.ether_type", KeyMatch.ternary(0x88CC, 0xFFFF)));
        rule(
                60,
                "copy_to_cpu",
                Map.of(
                        "meta.ip_protocol",
                        KeyMatch.ternary(17, 0xFF),
                        "meta.l4_dst_port",
                        KeyMatch.ternary(COPIED_PORT, 0xFFFF)));
        rule(
                50,
                "drop",
                Map.of(
                        "meta.ip_protocol",
                        KeyMatch.ternary(6, 0xFF),
                        "meta.l4_dst_port",
                        KeyMatch.ternary(23, 0xFFFF)));
        rule(
                40,
                "drop",
                Map.of(
                        "standard_metadata.ingress_port",
                        KeyMatch.ternary(3, 0x1FF),
                        "hdr.ipv4.dst_addr",
                        KeyMatch.ternary(NETWORK | 1 << 8 | 9, 0xFFFF_FFFFL)));
        rule(30, "drop", Map.of("eth_src", KeyMatch.ternary(0x66, 0xFF)));
        both.add(
                "WeirIngress.acl.acl",
                20,
                Map.of("hdr.ipv4.src_addr", KeyMatch.ternary(NETWORK | 77, 0xFFFF_FFFFL)),
                "WeirIngress.acl.set_output",
                Map.of("port", 7L),
                "port");
    }

    private void rule(int priority, String action, Map<String, KeyMatch> match) {
        both.add("WeirIngress.acl.acl", priority, match, "WeirIngress.acl." + action, Map.of());
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
        compare("WeirEgress.queue_statistics.delays", (BothPrograms.PORTS + 1) * 8 * 64, true);
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

    /** What left, in an order, without what may differ. */
    private List<String> texts(List<BothPrograms.Sent> sent) {
        List<String> texts = new ArrayList<>();
        for (BothPrograms.Sent each : sent) {
            byte[] frame = each.frame().clone();
            if (each.port() == BothPrograms.CPU && Frames.u16(frame, 14) == ETHER_TYPE_TELEMETRY) {
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

    /** Of a frame behind a packet_in header, with its checksum, which has to be right. */
    private static void clearHops(byte[] frame) {
        int etherType = Frames.u16(frame, 14);
        if (etherType == 0x0800) {
            byte[] packet = Arrays.copyOfRange(frame, 2, frame.length);
            assertThat(Frames.ipv4Residue(packet)).isZero();
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
            int sum = Frames.checksum(frame, Frames.ETHERNET, 20, 0);
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
