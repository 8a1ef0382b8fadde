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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * Rate-based marking as assembled for Tofino (pipelines/tna/virtual_drain.p4), against its
 * definition (docs/feedback-packet.md) and against v1model's program.
 */
class WeirRateBasedMarkingTest {

    private static final long TARGET_BPS = 1000 * FeedbackFrames.TARGET_RATE_KBPS;
    private static final int LEAST = 60;
    private static final int FULL = 1514;
    private static final int NO_LIMIT = 65_535;

    /** Bytes by which a packet on the link is longer than those that λ counts. */
    private static final int UNCOUNTED_BYTES = 24;

    private static final long ROUND_NS = 1L << 32;

    private BothPrograms both;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        Random cells = new Random(11);
        // The real queue is in no relation to the phantom queue.
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) ->
                        new QueuePassage(0, timeNs, cells.nextInt(1 << 19), timeNs));
        FeedbackFrames.addEntries(both);
        both.setQueue(
                FeedbackFrames.RECEIVER_PORT,
                FeedbackFrames.CLASS,
                FeedbackMessage.BY_RATE,
                NO_LIMIT,
                FeedbackFrames.TARGET_RATE_KBPS,
                1);
        for (int step = 0; step < VirtualQueue.STEP_BYTES.length; step++) {
            both.tofino
                    .table(WeirEgress.VirtualDrain.DRAINS)
                    .add(
                            Map.of(
                                    MatchFields.EGRESS_PORT,
                                    KeyMatch.exact(FeedbackFrames.RECEIVER_PORT),
                                    MatchFields.CLASS_ID,
                                    KeyMatch.exact(FeedbackFrames.CLASS),
                                    MatchFields.LENGTH_STEP,
                                    KeyMatch.exact(step)),
                            WeirEgress.VirtualDrain.BOUND_RATE,
                            Map.of(
                                    Parameters.COST_NS,
                                    costNs(VirtualQueue.STEP_BYTES[step] - UNCOUNTED_BYTES),
                                    Parameters.THRESHOLD_NS,
                                    2 * costNs(VirtualQueue.STEP_BYTES[step] - UNCOUNTED_BYTES)));
        }
        // Tofino's program reports a queue's first packet, whatever the interval is, and sends no
        // feedback about it.
        both.throughTofino(FeedbackFrames.SENDER_PORT, frame(LEAST));
        both.throughV1model(FeedbackFrames.SENDER_PORT, frame(LEAST));
        pass(100_000_000);
    }

    private static long costNs(int bytes) {
        return Math.round(bytes * 8e9 / TARGET_BPS);
    }

    private void pass(long ns) {
        both.timeline.runUntil(both.timeline.nowNs() + ns);
    }

    private static byte[] frame(int bytes) {
        return Frames.ipv4(
                FeedbackFrames.SENDERS | 1,
                FeedbackFrames.RECEIVERS | 1,
                2,
                64,
                17,
                new byte[0],
                Frames.udp(4000, 5000, new byte[bytes - 42]));
    }

    private static boolean marked(List<BothPrograms.Sent> sent) {
        byte[] data = FeedbackFrames.only(sent, FeedbackFrames.RECEIVER_PORT);
        return (data[15] & 3) == 3;
    }

    /** Time to the next packet of a class that sends at a multiple of its target rate. */
    private static long gapNs(Random random, double meanBytes, double load) {
        double mean = meanBytes * 8e9 / (load * TARGET_BPS);
        return 1 + (long) (-mean * Math.log(1 - random.nextDouble()));
    }

    /** The marks are those of the definition with the lengths that the switch charges. */
    @ParameterizedTest
    @CsvSource({"0.7, 1", "1.0, 2", "1.3, 3", "4.0, 4"})
    void marksByTheDefinition(double load, int seed) {
        // The clock must not restart meanwhile; the next test lets it.
        both.timeline.runUntil(ROUND_NS * 3 + ROUND_NS / 2);
        Random random = new Random(seed);
        long empty = 0;
        int marks = 0;
        for (int i = 0; i < 4000; i++) {
            int bytes = random.nextInt(3) == 0 ? LEAST : LEAST + random.nextInt(FULL + 1 - LEAST);
            long now = both.timeline.nowNs();
            long cost = costNs(VirtualQueue.STEP_BYTES[VirtualQueue.step(bytes)] - UNCOUNTED_BYTES);
            long backlog = Math.max(0, empty - now);
            boolean exceeds = backlog >= 2 * cost;
            empty = exceeds ? now : now + backlog + cost;
            assertThat(marked(both.throughTofino(FeedbackFrames.SENDER_PORT, frame(bytes))))
                    .as("packet %d of %d bytes, backlog %d ns", i, bytes, backlog)
                    .isEqualTo(exceeds);
            marks += exceeds ? 1 : 0;
            pass(gapNs(random, 545, load));
        }
        assertThat(marks).isGreaterThan(50);
        assertThat(both.tofino.packets(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE))
                .isEqualTo(marks);
    }

    /**
     * Packets that come evenly and whose cost is exact. The marks may differ where a backlog is
     * about the threshold, because v1model's clock counts microseconds.
     */
    @ParameterizedTest
    @CsvSource({
        "60, 0.98",
        "1514, 0.98",
        "60, 1.1",
        "1514, 1.1",
        "60, 1.6",
        "1514, 1.6",
        "60, 2.5",
        "1514, 2.5"
    })
    void marksEvenTrafficAsV1Model(int bytes, double load) {
        long gap = Math.round(bytes * 8e9 / (load * TARGET_BPS));
        int v1model = 0;
        int tofino = 0;
        for (int i = 0; i < 2000; i++) {
            v1model +=
                    marked(both.throughV1model(FeedbackFrames.SENDER_PORT, frame(bytes))) ? 1 : 0;
            tofino += marked(both.throughTofino(FeedbackFrames.SENDER_PORT, frame(bytes))) ? 1 : 0;
            pass(gap);
        }
        System.out.printf(
                "%d bytes at %.2f of the target rate: v1model marks %d, Tofino %d of 2000%n",
                bytes, load, v1model, tofino);
        assertThat(v1model > 0).isEqualTo(load > 1);
        assertThat(Math.abs(tofino - v1model)).isLessThanOrEqualTo(2 + v1model / 50);
    }

    /**
     * Of random traffic Tofino marks about as many packets as v1model, also while its clock
     * restarts.
     */
    @ParameterizedTest
    @CsvSource({"0.8, 1", "1.0, 2", "1.2, 3", "2.0, 4"})
    void marksRandomTrafficAboutAsV1Model(double load, int seed) {
        both.timeline.runUntil(ROUND_NS * 3 - 100_000_000);
        Random random = new Random(seed);
        int v1model = 0;
        int tofino = 0;
        int packets = 12_000;
        for (int i = 0; i < packets; i++) {
            int bytes = random.nextInt(3) == 0 ? LEAST : LEAST + random.nextInt(FULL + 1 - LEAST);
            v1model +=
                    marked(both.throughV1model(FeedbackFrames.SENDER_PORT, frame(bytes))) ? 1 : 0;
            tofino += marked(both.throughTofino(FeedbackFrames.SENDER_PORT, frame(bytes))) ? 1 : 0;
            pass(gapNs(random, 545, load));
        }
        System.out.printf(
                "random traffic at %.1f of the target rate: v1model marks %d, Tofino %d of %d%n",
                load, v1model, tofino, packets);
        assertThat(v1model).isGreaterThan(100);
        assertThat((double) tofino / v1model).isBetween(0.98, 1.02);
    }

    /** The feedback names the kind of marking in place of a threshold, as v1model's does. */
    @Test
    void feedbackSaysThatItIsByRate() {
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, 0, timeNs));
        int compared = 0;
        for (int i = 0; i < 300; i++) {
            List<BothPrograms.Sent> tofino =
                    both.throughTofino(FeedbackFrames.SENDER_PORT, frame(FULL));
            List<BothPrograms.Sent> v1model =
                    both.throughV1model(FeedbackFrames.SENDER_PORT, frame(FULL));
            pass(costNs(FULL) * 63 / 100);
            assertThat(tofino).as("packet %d", i).hasSameSizeAs(v1model);
            if (tofino.size() == 2) {
                byte[] actual = FeedbackFrames.only(tofino, FeedbackFrames.SENDER_PORT);
                byte[] expected = FeedbackFrames.only(v1model, FeedbackFrames.SENDER_PORT);
                int length = FeedbackFrames.length(frame(FULL));
                FeedbackMessage message =
                        FeedbackMessage.parse(actual, length - FeedbackMessage.BYTES).orElseThrow();
                assertThat(message.isByRate()).isTrue();
                assertThat(message.targetRateKbps()).isEqualTo(FeedbackFrames.TARGET_RATE_KBPS);
                assertThat(hex(FeedbackFrames.comparable(actual, length)))
                        .isEqualTo(hex(FeedbackFrames.comparable(expected, length)));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(30);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
