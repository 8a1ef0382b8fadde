// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.tofino.model.stage.TableEntry;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/** Marks, drops and feedback packets of the Tofino program, and v1model's feedback beside them. */
class WeirFeedbackTest {

    /** Length that docs/tofino.md counts with, bytes. */
    private static final int LONGEST_FEEDBACK = 142;

    private static final int TAGS = 12;

    /** Cells of 80 bytes that are one packet of 1500, as depth.p4 has it. */
    private static final int CELLS_OF_13_PACKETS = 256;

    /** The arrival rate is measured over windows of 2^24 ns, and told as if they had 2^25. */
    private static final int WINDOW_BITS = 24;

    private final Map<Long, Long> bytesOfWindow = new HashMap<>();
    private BothPrograms both;
    private int depthCells;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, depthCells, timeNs));
        FeedbackFrames.addEntries(both);
        // Tofino's program reports a queue's first packet whatever the interval is. It counts in a
        // window of another length.
        byte[] first = FeedbackFrames.udp(1, 1, 0, 1, 1);
        assertThat(both.throughTofino(FeedbackFrames.SENDER_PORT, first)).hasSize(2);
        assertThat(both.throughV1model(FeedbackFrames.SENDER_PORT, first)).hasSize(1);
    }

    private void settings(int thresholdPackets, int limitPackets, long feedbackIntervalUs) {
        both.setQueue(
                FeedbackFrames.RECEIVER_PORT,
                FeedbackFrames.CLASS,
                thresholdPackets,
                limitPackets,
                FeedbackFrames.TARGET_RATE_KBPS,
                feedbackIntervalUs);
    }

    private void advance(long us) {
        both.timeline.runUntil(both.timeline.nowNs() + us * 1000);
    }

    private static boolean marked(byte[] frame) {
        return (frame[15] & 3) == 3;
    }

    @Test
    void marksFromTheThresholdOnAndDropsFromTheLimitOn() {
        settings(26, 65, FeedbackFrames.NEVER_US);
        for (int packets = 0; packets <= 78; packets++) {
            depthCells = (packets * CELLS_OF_13_PACKETS + 12) / 13;
            for (int ecn = 0; ecn < 4; ecn++) {
                advance(1);
                List<BothPrograms.Sent> sent =
                        both
                                .throughTofino(
                                        FeedbackFrames.SENDER_PORT,
                                        FeedbackFrames.udp(1, 1, ecn, 1000, 2000))
                                .stream()
                                .filter(each -> each.port() == FeedbackFrames.RECEIVER_PORT)
                                .toList();
                assertThat(sent).as("%d packets", packets).hasSize(packets >= 65 ? 0 : 1);
                for (BothPrograms.Sent each : sent) {
                    assertThat(each.frame()[15] & 3)
                            .as("%d packets, ecn %d", packets, ecn)
                            .isEqualTo(packets >= 26 && ecn != 0 ? 3 : ecn);
                    assertThat(InternetChecksum.ipv4Residue(each.frame())).isZero();
                }
            }
        }
        // The 14 at the limit and above are marked as well before they are dropped.
        assertThat(both.tofino.packets(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE))
                .isEqualTo(53 * 3);
        assertThat(both.tofino.packets(WeirIngress.VirtualQueue.DROPS, FeedbackFrames.QUEUE))
                .isEqualTo(14 * 4);
        assertThat(both.tofino.packets(WeirEgress.QueueStatistics.DEPARTURES, FeedbackFrames.QUEUE))
                .isEqualTo(1 + 65 * 4);
    }

    @Test
    void oneFeedbackPacketForAFlowInAnInterval() {
        settings(0, 65_535, 5000);
        int feedback = 0;
        // The program's microseconds are a little short.
        for (int us = 0; us < 50_000; us += 100) {
            advance(100);
            feedback +=
                    feedbackOf(
                            both.throughTofino(
                                    FeedbackFrames.SENDER_PORT,
                                    FeedbackFrames.udp(1, 1, 1, 1000, 2000)));
        }
        assertThat(feedback).isEqualTo(10);
        advance(100);
        assertThat(
                        feedbackOf(
                                both.throughTofino(
                                        FeedbackFrames.SENDER_PORT,
                                        FeedbackFrames.udp(1, 1, 1, 1000, 2001))))
                .isOne();
        assertThat(both.tofino.packets(WeirIngress.VirtualQueue.FEEDBACK, FeedbackFrames.QUEUE))
                .isEqualTo(11);
    }

    @Test
    void queuesOfOtherPipesHaveTheirOwnCounters() {
        for (int port : new int[] {0, 5, 63, 128, 191, 256 + 31, 384 + 5, 384 + 63}) {
            for (int classId = 0; classId < 8; classId++) {
                TofinoModel model = both.tofino;
                TableEntry route =
                        model.table(WeirIngress.Forwarding.IPV4_ROUTES)
                                .add(
                                        Map.of(
                                                MatchFields.IPV4_DST,
                                                KeyMatch.lpm(FeedbackFrames.RECEIVERS | 1, 32)),
                                        WeirIngress.Forwarding.SET_OUTPUT,
                                        Map.of("port", (long) port));
                TableEntry rule =
                        model.table(WeirIngress.Classifier.IPV4_CLASSES)
                                .add(
                                        Map.of(),
                                        100,
                                        WeirIngress.Classifier.SET_CLASS,
                                        Map.of(Parameters.CLASS_ID, (long) classId));
                advance(100);
                assertThat(
                                both.throughTofino(
                                        FeedbackFrames.SENDER_PORT,
                                        FeedbackFrames.udp(1, 1, 0, 1, 2)))
                        .anyMatch(sent -> sent.port() == port);
                int queue = (port / 128 * 64 + port % 64) * 8 + classId;
                for (String counter :
                        List.of(
                                WeirIngress.VirtualQueue.ARRIVALS,
                                WeirEgress.QueueStatistics.DEPARTURES)) {
                    assertThat(model.packets(counter, queue)).as("%s %d", counter, queue).isOne();
                }
                assertThat(model.packets(WeirEgress.QueueStatistics.DELAYS, queue * 64))
                        .as("delay of %d", queue)
                        .isOne();
                model.table(WeirIngress.Forwarding.IPV4_ROUTES).remove(route);
                model.table(WeirIngress.Classifier.IPV4_CLASSES).remove(rule);
            }
        }
    }

    private static int feedbackOf(List<BothPrograms.Sent> sent) {
        return (int)
                sent.stream().filter(each -> each.port() == FeedbackFrames.SENDER_PORT).count();
    }

    /** A feedback packet has the tags of the packet that found congestion, with PCP 6 and DEI 0. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void feedbackIsAsV1Models(boolean tagged) {
        settings(0, 65_535, 1000);
        Random random = new Random(2);
        int compared = 0;
        int longest = 0;
        for (int i = 0; i < 3000; i++) {
            advance(1500 + random.nextInt(1000));
            byte[] plain = FeedbackFrames.flow(random);
            byte[] tags = tagged ? Frames.tags(random) : new byte[0];
            byte[] frame = Frames.tagged(plain, tags);
            long nowNs = both.timeline.nowNs();
            List<BothPrograms.Sent> tofino = both.throughTofino(FeedbackFrames.SENDER_PORT, frame);
            List<BothPrograms.Sent> v1model =
                    both.throughV1model(FeedbackFrames.SENDER_PORT, frame);
            String name = "packet " + i + ": " + HexFormat.of().formatHex(frame);
            assertThat(hex(data(tofino))).as(name).isEqualTo(hex(data(v1model)));
            longest = Math.max(longest, feedback(tofino).length);
            for (List<BothPrograms.Sent> sent : List.of(v1model, tofino)) {
                byte[] tagsOfFeedback =
                        Arrays.copyOfRange(feedback(sent), TAGS, TAGS + tags.length);
                assertThat(hex(tagsOfFeedback))
                        .as(name)
                        .isEqualTo(hex(FeedbackFrames.raised(tags)));
            }
            byte[] expected = Frames.untagged(feedback(v1model));
            byte[] actual = Frames.untagged(feedback(tofino));
            boolean ipv4 = FeedbackFrames.isIpv4(plain);
            int length = FeedbackFrames.length(plain);
            assertThat(expected).hasSize(length);
            assertThat(InternetChecksum.transportResidue(actual)).as(name).isZero();
            assertThat(hex(FeedbackFrames.comparable(actual, length)))
                    .as(name)
                    .isEqualTo(hex(FeedbackFrames.comparable(expected, length)));
            if (ipv4) {
                assertThat(InternetChecksum.ipv4Residue(actual)).as(name).isZero();
            }
            compareTime(actual, expected, length);
            long bytes = addToWindow(plain, tags.length, nowNs) << 1;
            assertThat(FeedbackFrames.arrivalRateKbps(actual, length))
                    .as("arrival rate, %s", name)
                    .isEqualTo((bytes >> 2) - ((bytes >> 7) + (bytes >> 8)));
            compared++;
        }
        assertThat(compared).isEqualTo(3000);
        // Of a flow without ports, of which more is left behind its headers.
        assertThat(longest).isEqualTo(LONGEST_FEEDBACK);
        for (String counter :
                List.of(
                        WeirIngress.VirtualQueue.MARKS,
                        WeirIngress.VirtualQueue.FEEDBACK,
                        WeirIngress.VirtualQueue.ARRIVALS)) {
            assertThat(both.tofino.packets(counter, FeedbackFrames.QUEUE))
                    .as(counter)
                    .isEqualTo(both.v1modelPackets(counter, FeedbackFrames.QUEUE));
        }
        assertThat(both.tofino.bytes(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE))
                .isEqualTo(both.v1modelBytes(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE));
    }

    /** Bytes of the present window so far or of the last one, whatever is more. */
    private long addToWindow(byte[] frame, int tagBytes, long nowNs) {
        long window = nowNs >>> WINDOW_BITS;
        long bytes = FeedbackFrames.countedBytes(frame) + tagBytes;
        bytesOfWindow.merge(window, bytes, Long::sum);
        return Math.max(bytesOfWindow.get(window), bytesOfWindow.getOrDefault(window - 1, 0L));
    }

    /** The Tofino program's clock is right to 0.06 %. */
    private static void compareTime(byte[] actual, byte[] expected, int length) {
        long exact = FeedbackFrames.timeUs(expected, length);
        assertThat(FeedbackFrames.timeUs(actual, length))
                .isBetween((long) (exact * 0.9994) - 3, exact);
    }

    private static byte[] data(List<BothPrograms.Sent> sent) {
        return FeedbackFrames.only(sent, FeedbackFrames.RECEIVER_PORT);
    }

    private static byte[] feedback(List<BothPrograms.Sent> sent) {
        return FeedbackFrames.only(sent, FeedbackFrames.SENDER_PORT);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
