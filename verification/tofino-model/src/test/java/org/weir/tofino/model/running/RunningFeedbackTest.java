// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.Frames;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/**
 * Marks, queue limit and feedback of a switch that runs Weir's program ({@link RunningSwitch}). Its
 * queues are empty, so thresholds and limits are 0 or above every depth. The property {@code
 * weir.bfrt.feedback} has the number of packets, {@code weir.bfrt.seed} the seed of their contents.
 */
class RunningFeedbackTest {

    private static final int PACKETS = Integer.getInteger("weir.bfrt.feedback", 500);
    private static final long SEED = Long.getLong("weir.bfrt.seed", 1);

    /** The ASIC counts the frame with its FCS. */
    private static final int FCS_BYTES = 4;

    private static final boolean COUNTED =
            Boolean.parseBoolean(System.getProperty("weir.bfrt.counters", "true"));
    private static final int NEVER_REACHED = 65_535;
    private static final int TAGS = 12;
    private static final String SEQUENCE = "WeirEgress.congestion_point.feedback_sequence";
    private static final long LIMIT_MS = 10_000;

    /** Pause after which no more frames come. */
    private static final long QUIET_MS = 2_000;

    /** Shorter than a step of the clock of Intel's model, 1 ms; it has 1024 slots of flows. */
    private static final long INTERVAL_US = 256;

    private static final List<String> COUNTERS =
            List.of(
                    WeirIngress.VirtualQueue.MARKS,
                    WeirIngress.VirtualQueue.DROPS,
                    WeirIngress.VirtualQueue.FEEDBACK,
                    WeirIngress.VirtualQueue.ARRIVALS,
                    WeirEgress.QueueStatistics.DEPARTURES);

    private BothPrograms both;

    private void start(RunningSwitch running, int threshold, int limit, long intervalUs)
            throws Exception {
        both = new BothPrograms();
        both.more = running;
        RunningComparison.trustPorts(running);
        FeedbackFrames.addEntries(both);
        both.setQueue(
                FeedbackFrames.RECEIVER_PORT,
                FeedbackFrames.CLASS,
                threshold,
                limit,
                FeedbackFrames.TARGET_RATE_KBPS,
                intervalUs);
        running.flush();
        // A queue's first packet is reported, whatever the interval is, and causes no feedback.
        running.send(FeedbackFrames.SENDER_PORT, FeedbackFrames.udp(1, 1, 0, 1, 1));
        running.take(Integer.MAX_VALUE, each -> true, QUIET_MS);
        running.setRegister(SEQUENCE, FeedbackFrames.QUEUE, 0);
    }

    /** Each packet causes feedback, which is v1model's but for time and arrival rate. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(3600)
    void feedbackIsAsV1Models(boolean tagged) throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            start(running, 0, NEVER_REACHED, INTERVAL_US);
            long[] before = COUNTED ? counters(running) : null;
            long[] bytesBefore = COUNTED ? bytes(running) : null;
            Random random = new Random(SEED);
            long lastUs = 0;
            for (int i = 0; i < PACKETS; i++) {
                both.timeline.runUntil(both.timeline.nowNs() + 2_000_000);
                byte[] plain = FeedbackFrames.flow(random);
                byte[] tags = tagged ? Frames.tags(random) : new byte[0];
                byte[] frame = Frames.tagged(plain, tags);
                String name = "packet " + i + ": " + HexFormat.of().formatHex(frame);
                List<BothPrograms.Sent> v1model =
                        both.throughV1model(FeedbackFrames.SENDER_PORT, frame);
                running.send(FeedbackFrames.SENDER_PORT, frame);
                List<BothPrograms.Sent> sent = running.take(2, each -> true, LIMIT_MS);
                assertThat(hex(FeedbackFrames.only(sent, FeedbackFrames.RECEIVER_PORT)))
                        .as(name)
                        .isEqualTo(hex(FeedbackFrames.only(v1model, FeedbackFrames.RECEIVER_PORT)));
                byte[] feedback = FeedbackFrames.only(sent, FeedbackFrames.SENDER_PORT);
                assertThat(hex(Arrays.copyOfRange(feedback, TAGS, TAGS + tags.length)))
                        .as(name)
                        .isEqualTo(hex(FeedbackFrames.raised(tags)));
                byte[] expected =
                        Frames.untagged(FeedbackFrames.only(v1model, FeedbackFrames.SENDER_PORT));
                byte[] actual = Frames.untagged(feedback);
                int length = FeedbackFrames.length(plain);
                assertThat(InternetChecksum.transportResidue(actual)).as(name).isZero();
                assertThat(hex(FeedbackFrames.comparable(actual, length)))
                        .as(name)
                        .isEqualTo(hex(FeedbackFrames.comparable(expected, length)));
                if (FeedbackFrames.isIpv4(plain)) {
                    assertThat(InternetChecksum.ipv4Residue(actual)).as(name).isZero();
                }
                long us = FeedbackFrames.timeUs(actual, length);
                // Two packets may leave in one step of the model's clock.
                assertThat(us).as(name).isGreaterThanOrEqualTo(lastUs);
                lastUs = us;
            }
            System.out.printf(
                    "%d packets, seed %d: as many feedback packets as v1model's%n", PACKETS, SEED);
            if (!COUNTED) {
                return;
            }
            long[] after = counters(running);
            for (int i = 0; i < COUNTERS.size(); i++) {
                assertThat(after[i] - before[i])
                        .as(COUNTERS.get(i))
                        .isEqualTo(both.v1modelPackets(COUNTERS.get(i), FeedbackFrames.QUEUE));
            }
            long[] bytesAfter = bytes(running);
            long marked = both.v1modelPackets(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE);
            assertThat(bytesAfter[0] - bytesBefore[0])
                    .as("bytes marked, with FCS")
                    .isEqualTo(
                            both.v1modelBytes(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE)
                                    + FCS_BYTES * marked);
        }
    }

    private static long[] counters(RunningSwitch running) {
        return COUNTERS.stream()
                .mapToLong(counter -> running.packets(counter, FeedbackFrames.QUEUE))
                .toArray();
    }

    private static long[] bytes(RunningSwitch running) {
        return new long[] {running.bytes(WeirIngress.VirtualQueue.MARKS, FeedbackFrames.QUEUE)};
    }

    /** An empty queue is below a threshold of 1, and at a limit of 0. */
    @Test
    @Timeout(600)
    void neitherMarksNorDropsBelowThresholdAndLimit() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            start(running, 1, 1, INTERVAL_US);
            long[] before = counters(running);
            for (int i = 0; i < 100; i++) {
                byte[] frame = FeedbackFrames.udp(1, 1, i % 4, 1000 + i, 2000);
                running.send(FeedbackFrames.SENDER_PORT, frame);
                byte[] sent =
                        FeedbackFrames.only(
                                running.take(1, each -> true, LIMIT_MS),
                                FeedbackFrames.RECEIVER_PORT);
                assertThat(sent[15] & 3).as("ECN of packet %d", i).isEqualTo(i % 4);
            }
            assertThat(running.take(1, each -> true, QUIET_MS)).isEmpty();
            assertThat(since(running, before)).containsExactly(0, 0, 0, 100, 100);
        }
    }

    @Test
    @Timeout(600)
    void dropsAtTheLimit() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            start(running, NEVER_REACHED, 0, INTERVAL_US);
            long[] before = counters(running);
            for (int i = 0; i < 50; i++) {
                running.send(
                        FeedbackFrames.SENDER_PORT, FeedbackFrames.udp(1, 1, 1, 1000 + i, 2000));
            }
            assertThat(running.take(1, each -> true, LIMIT_MS)).isEmpty();
            assertThat(since(running, before)).containsExactly(0, 50, 0, 50, 0);
        }
    }

    private static long[] since(RunningSwitch running, long[] before) {
        long[] since = counters(running);
        for (int i = 0; i < since.length; i++) {
            since[i] -= before[i];
        }
        return since;
    }

    /** A flow gets its next feedback when the interval is over, by the switch's clock. */
    @Test
    @Timeout(600)
    void spacesFeedbackOfAFlow() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            long intervalUs = 200_000;
            start(running, 0, NEVER_REACHED, intervalUs);
            long lastUs = -1;
            int feedbacks = 0;
            for (int i = 0; i < 300; i++) {
                byte[] frame = FeedbackFrames.udp(7, 7, 1, 777, 888);
                running.send(FeedbackFrames.SENDER_PORT, frame);
                List<BothPrograms.Sent> sent = running.take(1, each -> true, LIMIT_MS);
                sent.addAll(running.take(1, each -> true, 10));
                for (BothPrograms.Sent each : sent) {
                    if (each.port() == FeedbackFrames.SENDER_PORT) {
                        long us = FeedbackFrames.timeUs(each.frame(), FeedbackFrames.length(frame));
                        assertThat(us - lastUs >= intervalUs || lastUs < 0).isTrue();
                        lastUs = us;
                        feedbacks++;
                    }
                }
            }
            System.out.printf("300 packets of one flow: %d feedback packets%n", feedbacks);
            assertThat(feedbacks).isBetween(2, 299);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
