// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Puts packets through the parser as it was assembled, row by row of its TCAM, and asks how many
 * bytes of headers it takes off. There are compilers that lose all transitions of a select but the
 * first, without a word.
 */
class AssembledParserTest {

    /**
     * Properties of a program's parsers: the bytes before a packet in their buffer, and port
     * numbers.
     */
    private enum Asic {
        TOFINO("tofino/weir", false, 16, 27, 5, Set.of(64, 65, 66, 67, 192, 320), 2),
        TOFINO_ABC("tofino/weir_abc", true, 16, 27, 5, Set.of(64, 65, 66, 67, 192, 320), 2),
        TOFINO2("tofino2/weir", false, 32, 28, 140, Set.of(0, 2, 3, 4, 5), 1),
        TOFINO2_ABC("tofino2/weir_abc", true, 32, 28, 140, Set.of(0, 2, 3, 4, 5), 1);

        final String name;

        /** Packets may have an activity value, which the bridge header also has. */
        final boolean readsActivity;

        final int ingressBytes;
        final int egressBytes;
        final int frontPanelPort;
        final Set<Integer> cpuPorts;

        /** Width of the parser's first match register. */
        final int firstRegisterBytes;

        Asic(
                String name,
                boolean readsActivity,
                int ingressBytes,
                int egressBytes,
                int frontPanelPort,
                Set<Integer> cpuPorts,
                int firstRegisterBytes) {
            this.name = name;
            this.readsActivity = readsActivity;
            this.ingressBytes = ingressBytes;
            this.egressBytes = egressBytes;
            this.frontPanelPort = frontPanelPort;
            this.cpuPorts = cpuPorts;
            this.firstRegisterBytes = firstRegisterBytes;
        }

        int bridgeBytes() {
            return BRIDGE + (readsActivity ? ACTIVITY : 0);
        }

        Set<Integer> ports() {
            Set<Integer> ports = new TreeSet<>(cpuPorts);
            ports.add(frontPanelPort);
            return ports;
        }
    }

    private static final int ETHERNET = 14;
    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int TCP = 20;
    private static final int UDP = 8;
    private static final int ICMP = 4;
    private static final int SHIM_START = 8;
    private static final int PACKET_OUT = 2;
    private static final int BRIDGE = 27;
    private static final int ACTIVITY = 2;
    private static final int ACTIVITY_TYPE = 0x88B6;
    private static final int FEEDBACK_COPY = 26;
    private static final int TELEMETRY_COPY = 28;
    private static final int FEEDBACK_UDP_BYTES = 40;

    /** Types of a packet's VLAN tags, the outer first. */
    private static final int[][] TAG_TYPES = {
        {},
        {0x8100},
        {0x88A8},
        {0x8100, 0x8100},
        {0x8100, 0x88A8},
        {0x88A8, 0x8100},
        {0x88A8, 0x88A8}
    };

    private static final int TAGS = 12;
    private static final int TAG = 4;

    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<Arguments> asics() {
        return Stream.of(Asic.values()).map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("asics")
    void ingressTakesOffWhatThePacketHas(Asic asic) throws IOException {
        assertThat(wrongAtIngress(Parser.of(asic, "ingress"), asic)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("asics")
    void egressTakesOffWhatIngressAndTheMirrorPutBefore(Asic asic) throws IOException {
        assertThat(wrongAtEgress(Parser.of(asic, "egress"), asic)).isEmpty();
    }

    /** Compilers with p4c's issue 5752 keep only the first transition of a select. */
    @ParameterizedTest
    @MethodSource("asics")
    void lostTransitionsOfEachSelectAreFound(Asic asic) throws IOException {
        for (String direction : new String[] {"ingress", "egress"}) {
            Parser whole = Parser.of(asic, direction);
            assertThat(whole.selects()).as("%s, %s", asic, direction).hasSizeGreaterThan(4);
            for (int select : whole.selects()) {
                Parser damaged = whole.withFirstTransitionOnly(select);
                assertThat(
                                direction.equals("ingress")
                                        ? wrongAtIngress(damaged, asic)
                                        : wrongAtEgress(damaged, asic))
                        .as("%s, %s, state %d", asic, direction, select)
                        .isNotEmpty();
            }
        }
    }

    private static List<String> wrongAtIngress(Parser parser, Asic asic) {
        List<String> wrong = new ArrayList<>();
        for (int port : asic.ports()) {
            int before = asic.ingressBytes + (asic.cpuPorts.contains(port) ? PACKET_OUT : 0);
            for (Sample sample : samples(asic, true)) {
                ByteBuffer buffer = ByteBuffer.allocate(512);
                buffer.putShort((short) port).position(before);
                buffer.put(sample.packet);
                compare(
                        wrong,
                        String.format("%s, port %d: %s", asic, port, sample.name),
                        parser.bytes(buffer),
                        before + sample.headerBytes);
            }
        }
        return wrong;
    }

    private static List<String> wrongAtEgress(Parser parser, Asic asic) {
        List<String> wrong = new ArrayList<>();
        for (int port : asic.ports()) {
            for (Sample sample : samples(asic, false)) {
                compare(
                        wrong,
                        String.format("%s, port %d, from ingress: %s", asic, port, sample.name),
                        egressBytes(parser, asic, port, 1, asic.bridgeBytes(), sample.packet),
                        asic.egressBytes
                                + asic.bridgeBytes()
                                + sample.passedHeaderBytes
                                + sample.passedTcpBytes);
                compare(
                        wrong,
                        String.format("%s, port %d, feedback copy: %s", asic, port, sample.name),
                        egressBytes(parser, asic, port, 2, FEEDBACK_COPY, sample.packet),
                        asic.egressBytes + FEEDBACK_COPY + sample.headerBytes);
                compare(
                        wrong,
                        String.format("%s, port %d, report copy: %s", asic, port, sample.name),
                        egressBytes(parser, asic, port, 3, TELEMETRY_COPY, sample.packet),
                        asic.egressBytes + TELEMETRY_COPY + ETHERNET);
            }
        }
        return wrong;
    }

    private static void compare(List<String> wrong, String packet, int bytes, int expected) {
        if (bytes != expected) {
            wrong.add(packet + ": " + bytes + " bytes instead of " + expected);
        }
    }

    private static int egressBytes(
            Parser parser, Asic asic, int port, int kind, int before, byte[] packet) {
        ByteBuffer buffer = ByteBuffer.allocate(512);
        buffer.putShort((short) port).position(asic.egressBytes);
        buffer.put((byte) kind).position(asic.egressBytes + before);
        buffer.put(packet);
        return parser.bytes(buffer);
    }

    /**
     * Packets for every way through the parsers, ingress' with a header more than egress looks at.
     */
    private static List<Sample> samples(Asic asic, boolean ingress) {
        List<Sample> samples = new ArrayList<>();
        List<Sample> untagged = untaggedSamples(ingress);
        for (int[] types : TAG_TYPES) {
            untagged.forEach(sample -> samples.add(sample.withTags(types)));
            if (asic.readsActivity) {
                untagged.forEach(sample -> samples.add(sample.withActivity().withTags(types)));
            }
        }
        // A third tag counts as payload.
        samples.add(
                new Sample("three tags", frame(0x8100), ETHERNET, ETHERNET)
                        .withTags(new int[] {0x8100, 0x88A8}));
        return samples;
    }

    private static List<Sample> untaggedSamples(boolean ingress) {
        List<Sample> samples = new ArrayList<>();
        int icmp = ingress ? ICMP : 0;
        int shim = ingress ? SHIM_START : 0;
        samples.add(new Sample("ARP", frame(0x0806), ETHERNET, ETHERNET));
        samples.add(new Sample("LLDP", frame(0x88CC), ETHERNET, ETHERNET));
        for (int length = 0; length <= 15; length++) {
            int plain = ETHERNET + IPV4;
            // Options stay in the payload at ingress and are skipped for feedback.
            int skipped = ingress || length < 5 ? 0 : 4 * (length - 5);
            boolean seen = length == 5 || !ingress && length > 5;
            String name = "IPv4 with a header of " + length + " words, ";
            samples.add(
                    new Sample(
                            name + "TCP",
                            ipv4(length, 6, 0, 0, 0),
                            plain + (seen ? skipped + TCP : 0),
                            plain,
                            length == 5 ? TCP : 0));
            samples.add(
                    new Sample(
                            name + "UDP",
                            ipv4(length, 17, 0, 100, 0),
                            plain + (seen ? skipped + UDP : 0),
                            plain));
            samples.add(
                    new Sample(
                            name + "another protocol",
                            ipv4(length, 132, 0, 0, 0),
                            plain + skipped,
                            plain));
            samples.add(
                    new Sample(
                            name + "a later fragment",
                            ipv4(length, 6, 185, 0, 0),
                            plain + skipped,
                            plain));
        }
        samples.add(
                new Sample("ICMP", ipv4(5, 1, 0, 0, 0), ETHERNET + IPV4 + icmp, ETHERNET + IPV4));
        int udp4 = ETHERNET + IPV4 + UDP;
        samples.add(
                new Sample(
                        "feedback",
                        ipv4(5, 17, 0, FEEDBACK_UDP_BYTES, 0x57454952),
                        udp4 + shim,
                        ETHERNET + IPV4));
        for (int wrong : new int[] {0x58454952, 0x57464952, 0x57454852, 0x57454953}) {
            samples.add(
                    new Sample(
                            "UDP as long as feedback",
                            ipv4(5, 17, 0, FEEDBACK_UDP_BYTES, wrong),
                            udp4,
                            ETHERNET + IPV4));
        }
        int plain6 = ETHERNET + IPV6;
        samples.add(new Sample("IPv6, TCP", ipv6(6, 0, 0), plain6 + TCP, plain6, TCP));
        samples.add(new Sample("IPv6, UDP", ipv6(17, 100, 0), plain6 + UDP, plain6));
        samples.add(
                new Sample(
                        "feedback over IPv6",
                        ipv6(17, FEEDBACK_UDP_BYTES, 0x57454952),
                        plain6 + UDP + shim,
                        plain6));
        samples.add(new Sample("ICMPv6", ipv6(58, 0, 0), plain6 + icmp, plain6));
        samples.add(new Sample("IPv6, another protocol", ipv6(132, 0, 0), plain6, plain6));
        return samples;
    }

    private static byte[] frame(int etherType) {
        return ByteBuffer.allocate(128).putShort(12, (short) etherType).array();
    }

    private static byte[] ipv4(int words, int protocol, int fragment, int udpBytes, int magic) {
        ByteBuffer packet = ByteBuffer.wrap(frame(0x0800));
        packet.put(14, (byte) (0x40 | words));
        packet.putShort(20, (short) fragment);
        packet.put(23, (byte) protocol);
        int payload = ETHERNET + 4 * Math.max(words, 5);
        packet.putShort(payload + 4, (short) udpBytes);
        packet.putInt(payload + 8, magic);
        return packet.array();
    }

    private static byte[] ipv6(int nextHeader, int udpBytes, int magic) {
        ByteBuffer packet = ByteBuffer.wrap(frame(0x86DD));
        packet.put(14, (byte) 0x60);
        packet.put(20, (byte) nextHeader);
        packet.putShort(ETHERNET + IPV6 + 4, (short) udpBytes);
        packet.putInt(ETHERNET + IPV6 + 8, magic);
        return packet.array();
    }

    /** A packet and how much of it is headers. */
    private static final class Sample {
        final String name;
        final byte[] packet;
        final int headerBytes;

        /** Bytes in front of a packet for the egress parser, when it passes and is no copy. */
        final int passedHeaderBytes;

        /** More of it where egress looks at TCP behind IP without options. */
        final int passedTcpBytes;

        Sample(String name, byte[] packet, int headerBytes, int passedHeaderBytes) {
            this(name, packet, headerBytes, passedHeaderBytes, 0);
        }

        Sample(
                String name,
                byte[] packet,
                int headerBytes,
                int passedHeaderBytes,
                int passedTcpBytes) {
            this.name = name;
            this.packet = packet;
            this.headerBytes = headerBytes;
            this.passedHeaderBytes = passedHeaderBytes;
            this.passedTcpBytes = passedTcpBytes;
        }

        /** The packet with an activity value, with which none passes from ingress to egress. */
        Sample withActivity() {
            Sample tagged = withTags(ACTIVITY_TYPE);
            return new Sample("activity, " + name, tagged.packet, tagged.headerBytes, ETHERNET);
        }

        Sample withTags(int... types) {
            int tagBytes = TAG * types.length;
            ByteBuffer tagged = ByteBuffer.allocate(packet.length + tagBytes);
            tagged.put(packet, 0, TAGS);
            for (int type : types) {
                tagged.putShort((short) type).putShort((short) 0xB064);
            }
            tagged.put(packet, TAGS, packet.length - TAGS);
            return new Sample(
                    types.length + " tags, " + name,
                    tagged.array(),
                    headerBytes + tagBytes,
                    passedHeaderBytes + tagBytes,
                    passedTcpBytes);
        }
    }

    /** The rows of a parser's TCAM, the first that matches counts, and its registers. */
    private static final class Parser {

        static final int STUCK = -1;

        private final List<JsonNode> rows;

        /** The one state that no row leads to. */
        private final int start;

        private final int firstRegisterBytes;

        private Parser(List<JsonNode> rows, int start, int firstRegisterBytes) {
            this.rows = rows;
            this.start = start;
            this.firstRegisterBytes = firstRegisterBytes;
        }

        static Parser of(Asic asic, String direction) throws IOException {
            JsonNode parsers =
                    JSON.readTree(Path.of("compiled/lab/tna", asic.name, "resources.json").toFile())
                            .path("resources")
                            .path("parser")
                            .path("parsers");
            List<JsonNode> rows = new ArrayList<>();
            for (JsonNode parser : parsers) {
                if (parser.path("gress").asText().equals(direction)) {
                    parser.path("states").forEach(rows::add);
                }
            }
            rows.sort((a, b) -> b.path("tcam_row").asInt() - a.path("tcam_row").asInt());
            Set<Integer> starts = new TreeSet<>();
            rows.forEach(row -> starts.add(row.path("previous_state_id").asInt()));
            rows.forEach(row -> starts.remove(row.path("next_state_id").asInt()));
            assertThat(starts).hasSize(1);
            return new Parser(rows, starts.iterator().next(), asic.firstRegisterBytes);
        }

        /** The states with more than one row that match bytes of the packet. */
        Set<Integer> selects() {
            Set<Integer> selects = new TreeSet<>();
            Set<Integer> states = new TreeSet<>();
            for (JsonNode row : rows) {
                // The others match a counter, which keeps the parser at work for short packets.
                if (!row.path("matchesOn").isEmpty()
                        && !states.add(row.path("previous_state_id").asInt())) {
                    selects.add(row.path("previous_state_id").asInt());
                }
            }
            return selects;
        }

        Parser withFirstTransitionOnly(int select) {
            List<JsonNode> left = new ArrayList<>();
            boolean first = true;
            for (JsonNode row : rows) {
                boolean own = row.path("previous_state_id").asInt() == select;
                if (!own || first) {
                    left.add(row);
                }
                first &= !own;
            }
            return new Parser(left, start, firstRegisterBytes);
        }

        /** Bytes that the parser takes off, {@link #STUCK} if it does not come to an end. */
        int bytes(ByteBuffer buffer) {
            int[] registers = new int[8];
            int state = start;
            int position = 0;
            for (int step = 0; step < rows.size(); step++) {
                JsonNode row = row(state, registers);
                if (row == null) {
                    return STUCK;
                }
                for (JsonNode save : row.path("savesTo")) {
                    int register = save.path("hardware_id").asInt();
                    int from = position + save.path("buffer_offset").asInt();
                    registers[register] =
                            register == 0 && firstRegisterBytes == 2
                                    ? buffer.getShort(from) & 0xFFFF
                                    : buffer.get(from) & 0xFF;
                }
                position += row.path("shifts").asInt();
                state = row.path("next_state_id").asInt();
                if (row.path("next_state_name").asText().equals("END")) {
                    return position;
                }
            }
            return STUCK;
        }

        /** The row that matches, null if the state has none. */
        private JsonNode row(int state, int[] registers) {
            for (JsonNode row : rows) {
                if (row.path("previous_state_id").asInt() == state && matches(row, registers)) {
                    return row;
                }
            }
            return null;
        }

        private static boolean matches(JsonNode row, int[] registers) {
            for (JsonNode match : row.path("matchesOn")) {
                String value = match.path("value").asText();
                int bitsPerDigit = value.startsWith("0x") ? 4 : 1;
                String digits = value.substring(2);
                int register = registers[match.path("hardware_id").asInt()];
                for (int digit = 0; digit < digits.length(); digit++) {
                    char each = digits.charAt(digits.length() - 1 - digit);
                    int actual = register >> digit * bitsPerDigit & (1 << bitsPerDigit) - 1;
                    if (each != '*' && Character.digit(each, 16) != actual) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
