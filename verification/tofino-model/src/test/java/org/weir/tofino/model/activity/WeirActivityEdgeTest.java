// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.WeirAssembly;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.ActivityEdge;

/**
 * The edge of an ABC domain (docs/abc.md): the same packets through v1model's program and the parts
 * that Tofino has. Both send the same frames but for the activity of metered packets, which is
 * compared with double precision; the meters differ.
 */
class WeirActivityEdgeTest {

    /** Ports to users, a port to another switch of the domain, and one that is neither. */
    private static final int EDGE = 1;

    private static final int OTHER_EDGE = 2;
    private static final int INNER = 3;
    private static final int OUT = 4;

    private static final int ETHER_TYPE = 0x88B6;
    private static final int TYPE_AT = 12;
    private static final int ACTIVITY_AT = 14;
    private static final byte[] NO_OPTIONS = {};

    private static final long WINDOW_NS = 1L << 31;
    private static final double METER_US = 3_000_000;
    private static final double REFERENCE_BPS = 10_000;
    private static final double OTHER_WEIGHT = 4;

    /** Half a piece of binary_logarithm.p4, and the rounding of the reference. */
    private static final double ERROR = 46.0 / 1024;

    /** Users at the first and at the other port; the third belongs to no aggregate. */
    private static final int USER = 0x0A000001;

    private static final int OTHER_USER = 0x0A000002;
    private static final int STRANGER = 0x0A000009;
    private static final byte[] USER_6 = Frames.bytes("fd000000000000000000000000000001");

    private BothPrograms both;

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(WeirAssembly.activityText());
        route(KeyMatch.lpm(0x0B000000, 8), INNER);
        route(KeyMatch.lpm(0x0C000000, 8), OUT);
        both.add(
                WeirIngress.Forwarding.IPV6_ROUTES,
                0,
                Map.of(MatchFields.IPV6_DST, new KeyMatch.Lpm(new BigInteger(1, USER_6), 128)),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", (long) INNER),
                "port");
        port(INNER, ActivityEdge.KEEP_ACTIVITY);
        both.add(
                WeirEgress.ActivityDeparture.INNER_PORTS,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(INNER)),
                WeirEgress.ActivityDeparture.WRITE_ACTIVITY,
                Map.of());
        for (int port : new int[] {EDGE, OTHER_EDGE}) {
            both.add(
                    ActivityEdge.PORTS,
                    0,
                    Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                    ActivityEdge.METER_USERS,
                    Map.of(Parameters.MEMORY_DECAY, Math.round(0x1p44 / Math.log(2) / METER_US)),
                    Parameters.MEMORY_DECAY);
        }
        aggregate(EDGE, KeyMatch.lpm(USER, 32), MatchFields.IPV4_SRC, 0, 1);
        aggregate(OTHER_EDGE, KeyMatch.lpm(OTHER_USER, 31), MatchFields.IPV4_SRC, 1023, 4);
        aggregate(
                EDGE, new KeyMatch.Lpm(new BigInteger(1, USER_6), 128), MatchFields.IPV6_SRC, 0, 1);
    }

    private void route(KeyMatch prefix, int port) {
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, prefix),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", (long) port),
                "port");
    }

    private void port(int port, String action) {
        both.add(
                ActivityEdge.PORTS,
                0,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                action,
                Map.of());
    }

    /** The reference has the memory on v1model, and the window on Tofino. */
    private void aggregate(int port, KeyMatch prefix, String field, int index, double weight) {
        String table =
                field.equals(MatchFields.IPV4_SRC)
                        ? ActivityEdge.IPV4_AGGREGATES
                        : ActivityEdge.IPV6_AGGREGATES;
        Map<String, KeyMatch> match =
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port), field, prefix);
        both.addToV1model(
                table,
                0,
                match,
                ActivityEdge.SET_AGGREGATE,
                parameters(index, weight, METER_US / 1e6),
                Parameters.AGGREGATE_INDEX,
                Parameters.REFERENCE_LOG);
        both.tofino
                .table(table)
                .add(
                        match,
                        0,
                        ActivityEdge.SET_AGGREGATE,
                        parameters(index, weight, WINDOW_NS / 1e9));
    }

    private static Map<String, Long> parameters(int index, double weight, double seconds) {
        return Map.of(
                Parameters.AGGREGATE_INDEX,
                (long) index,
                Parameters.REFERENCE_LOG,
                Math.round(0x1p16 * log2(weight * REFERENCE_BPS * seconds)));
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    private static byte[] frame(int from, int to, int bytes) {
        return Frames.ipv4(
                from,
                to,
                0,
                64,
                17,
                NO_OPTIONS,
                Frames.udp(4000, 5000, new byte[bytes - Frames.ETHERNET - 28]));
    }

    static byte[] withActivity(byte[] frame, int activity) {
        byte[] inside = new byte[frame.length + 4];
        System.arraycopy(frame, 0, inside, 0, TYPE_AT);
        inside[TYPE_AT] = (byte) (ETHER_TYPE >> 8);
        inside[TYPE_AT + 1] = (byte) ETHER_TYPE;
        inside[ACTIVITY_AT] = (byte) (activity >> 8);
        inside[ACTIVITY_AT + 1] = (byte) activity;
        System.arraycopy(frame, TYPE_AT, inside, TYPE_AT + 4, frame.length - TYPE_AT);
        return inside;
    }

    private static double activity(List<BothPrograms.Sent> sent) {
        assertThat(sent).hasSize(1);
        byte[] frame = sent.get(0).frame();
        assertThat(Frames.u16(frame, TYPE_AT)).isEqualTo(ETHER_TYPE);
        return Frames.u16(frame, ACTIVITY_AT) / 1024.0 - 32;
    }

    /** What v1model sends for a packet, without telemetry reports, which Tofino's parts lack. */
    private List<BothPrograms.Sent> throughV1model(int port, byte[] frame) {
        return both.throughV1model(port, frame).stream()
                .filter(each -> !SentFrames.isReport(each))
                .toList();
    }

    /** What was sent, with a metered activity cleared. */
    private static List<String> texts(List<BothPrograms.Sent> sent, boolean metered) {
        List<String> texts = new ArrayList<>();
        for (BothPrograms.Sent each : sent) {
            byte[] frame = each.frame().clone();
            if (metered && Frames.u16(frame, TYPE_AT) == ETHER_TYPE) {
                Arrays.fill(frame, ACTIVITY_AT, ACTIVITY_AT + 2, (byte) 0);
            }
            texts.add(each.port() + ": " + HexFormat.of().formatHex(frame));
        }
        return texts;
    }

    /** Metered bytes in windows of a time, in double precision. */
    private static final class Windows {
        private final double referenceBps;
        private long number;
        private double last;
        private double present;

        Windows(double referenceBps) {
            this.referenceBps = referenceBps;
        }

        double activity(long nowNs, int bytes) {
            long now = nowNs / WINDOW_NS;
            if (now != number) {
                last = now == number + 1 ? present : 0;
                present = 0;
                number = now;
            }
            present += bytes;
            double bps = 8 * Math.max(last, present) / (WINDOW_NS / 1e9);
            return log2(bps / referenceBps);
        }
    }

    @Test
    void bothKeepRemoveAndOverwriteValues() {
        Random random = new Random(1);
        int[] sources = {USER, OTHER_USER, STRANGER};
        int[] targets = {0x0B000001, 0x0C000001, 0x0D000001};
        int inside = 0;
        for (int i = 0; i < 5000; i++) {
            both.timeline.runUntil(both.timeline.nowNs() + random.nextInt(10_000_000));
            int port = 1 + random.nextInt(5);
            int bytes = 60 + random.nextInt(1400);
            byte[] frame =
                    switch (random.nextInt(6)) {
                        case 0 ->
                                Frames.ipv6(
                                        random.nextBoolean() ? USER_6 : new byte[16],
                                        USER_6,
                                        0,
                                        64,
                                        17,
                                        Frames.udp(1, 2, new byte[bytes]));
                        case 1 -> Frames.ethernet(0x9000, new byte[50]);
                        default ->
                                frame(
                                        sources[random.nextInt(3)],
                                        targets[random.nextInt(3)],
                                        bytes);
                    };
            if (random.nextBoolean()) {
                frame = withActivity(frame, random.nextInt(0x10000));
            }
            boolean metered = port != INNER;
            List<String> wanted = texts(throughV1model(port, frame), metered);
            assertThat(texts(both.throughTofino(port, frame), metered))
                    .as("packet %d, port %d: %s", i, port, HexFormat.of().formatHex(frame))
                    .isEqualTo(wanted);
            inside += wanted.stream().anyMatch(text -> text.startsWith(INNER + ":")) ? 1 : 0;
        }
        assertThat(inside).isPositive();
        for (String counter : List.of(ActivityEdge.OVERWRITTEN, ActivityEdge.UNMETERED)) {
            long all = 0;
            for (int port = 1; port <= 5; port++) {
                long packets = both.v1modelPackets(counter, port);
                assertThat(both.tofino.packets(counter, port))
                        .as("%s %d", counter, port)
                        .isEqualTo(packets);
                all += packets;
            }
            assertThat(all).as(counter).isPositive();
        }
    }

    /** Two users by turns, in bursts; the other has a weight. */
    @ParameterizedTest
    @CsvSource({"3000, 1", "20000, 2", "1500000, 3"})
    void metersTheBytesOfAWindow(double meanGapUs, long seed) {
        Random random = new Random(seed);
        Windows one = new Windows(REFERENCE_BPS);
        Windows other = new Windows(OTHER_WEIGHT * REFERENCE_BPS);
        long nowNs = 1_000_000_000L;
        double worst = 0;
        for (int i = 0; i < 20_000; i++) {
            nowNs += 1 + (long) (-1000 * meanGapUs * Math.log(1 - random.nextDouble()));
            int bytes = 64 + random.nextInt(1450);
            boolean first = random.nextBoolean();
            double exact = (first ? one : other).activity(nowNs, bytes);
            byte[] frame = frame(first ? USER : OTHER_USER, 0x0B000001, bytes);
            List<BothPrograms.Sent> sent =
                    both.tofino.receive(first ? EDGE : OTHER_EDGE, frame, nowNs).stream()
                            .map(each -> new BothPrograms.Sent(each.port(), each.frame()))
                            .toList();
            worst = Math.max(worst, Math.abs(activity(sent) - exact));
        }
        System.out.printf("activity, gaps of %.0f us: largest error %.4f%n", meanGapUs, worst);
        assertThat(worst).isLessThan(ERROR).isGreaterThan(ERROR / 4);
    }

    /** The meters agree on a user of constant rate that has sent for two windows. */
    @ParameterizedTest
    @ValueSource(longs = {300_000, 1_000_000, 20_000_000})
    void bothMeterAConstantRateAlike(long gapNs) {
        int bytes = 1000;
        double worst = 0;
        long startNs = both.timeline.nowNs();
        int packets = (int) (5 * WINDOW_NS / gapNs);
        for (int i = 0; i < packets; i++) {
            long nowNs = startNs + i * gapNs;
            byte[] frame = frame(USER, 0x0B000001, bytes);
            both.timeline.runUntil(nowNs);
            double v1model = activity(throughV1model(EDGE, frame));
            double tofino = activity(both.throughTofino(EDGE, frame));
            if (nowNs > startNs + 2 * WINDOW_NS) {
                worst = Math.max(worst, Math.abs(tofino - v1model));
            }
        }
        System.out.printf("activity, a packet each %d ns: difference %.4f%n", gapNs, worst);
        // One packet more or less in a window, and v1model's own error.
        assertThat(worst).isLessThan(ERROR + 0x1p-10 + log2(1 + 2.0 * gapNs / WINDOW_NS));
    }
}
