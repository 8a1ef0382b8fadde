// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;

/** Slots that flows share, by feedback interval, and the bound on feedback packets. */
class WeirFeedbackSlotsTest {

    private static final int OTHER_CLASS = FeedbackFrames.CLASS + 1;

    /** Class {@link #OTHER_CLASS} has the destination ports from here on. */
    private static final int OTHER_PORTS = 0x8000;

    /** Intervals for which a flow is watched. */
    private static final int INTERVALS = 30;

    private final Random random = new Random(3);
    private BothPrograms both;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, 0, timeNs));
        FeedbackFrames.addEntries(both);
        both.add(
                WeirIngress.Classifier.IPV4_CLASSES,
                10,
                Map.of(MatchFields.L4_DST_PORT, KeyMatch.range(OTHER_PORTS, 0xFFFF)),
                WeirIngress.Classifier.SET_CLASS,
                Map.of(Parameters.CLASS_ID, (long) OTHER_CLASS),
                Parameters.CLASS_ID);
        // A queue's first packet is reported, and a reported packet causes no feedback.
        assertThat(send(1, 1)).isZero();
        assertThat(send(1, OTHER_PORTS)).isZero();
    }

    private void markAll(long feedbackIntervalUs) {
        both.setQueue(
                FeedbackFrames.RECEIVER_PORT,
                FeedbackFrames.CLASS,
                0,
                65_535,
                FeedbackFrames.TARGET_RATE_KBPS,
                feedbackIntervalUs);
    }

    private void markAllOfOtherClass(long feedbackIntervalUs) {
        both.tofino
                .table(WeirIngress.QueueSettings.SETTINGS)
                .add(
                        Map.of(
                                MatchFields.OUTPUT_PORT,
                                KeyMatch.exact(FeedbackFrames.RECEIVER_PORT),
                                MatchFields.CLASS_ID,
                                KeyMatch.exact(OTHER_CLASS),
                                MatchFields.GENERATION,
                                KeyMatch.exact(1)),
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        Map.of(
                                Parameters.WEIGHT_PACKETS,
                                4L,
                                Parameters.THRESHOLD_PACKETS,
                                0L,
                                Parameters.LIMIT_PACKETS,
                                65_535L,
                                Parameters.TARGET_RATE_KBPS,
                                FeedbackFrames.TARGET_RATE_KBPS,
                                Parameters.FEEDBACK_INTERVAL_US,
                                feedbackIntervalUs));
    }

    private void advance(int us) {
        both.timeline.runUntil(both.timeline.nowNs() + 1000L * us);
    }

    /** Feedback packets for a packet of a flow. */
    private int send(int sourcePort, int destinationPort) {
        List<BothPrograms.Sent> sent =
                both.throughTofino(
                        FeedbackFrames.SENDER_PORT,
                        FeedbackFrames.udp(1, 1, 1, sourcePort, destinationPort));
        return (int)
                sent.stream().filter(each -> each.port() == FeedbackFrames.SENDER_PORT).count();
    }

    private int sendOfRandomFlow(int firstDestinationPort) {
        return send(random.nextInt(0x10000), firstDestinationPort + random.nextInt(OTHER_PORTS));
    }

    /** At one moment each slot sends once, so feedback counts the slots that flows have hit. */
    @ParameterizedTest
    @CsvSource({
        "1, 32",
        "8, 32",
        "15, 32",
        "16, 64",
        "32, 128",
        "64, 256",
        "128, 512",
        "255, 512",
        "256, 1024",
        "512, 2048",
        "1023, 2048",
        "1024, 4096",
        "10000, 4096"
    })
    void aShorterIntervalHasFewerSlots(long intervalUs, int slots) {
        markAll(intervalUs);
        int flows = Math.min(1000, 4 * slots);
        int feedback = 0;
        for (int i = 0; i < flows; i++) {
            feedback += sendOfRandomFlow(0);
        }
        double load = (double) flows / slots;
        double expected = slots * (1 - Math.exp(-load));
        double deviation = Math.sqrt(slots * (Math.exp(-load) - (1 + load) * Math.exp(-2 * load)));
        assertThat((double) feedback)
                .isCloseTo(expected, Offset.offset(1 + 5 * deviation))
                .isLessThanOrEqualTo(slots);
    }

    @ParameterizedTest
    @CsvSource({"1, 8", "8, 8", "16, 16", "100, 100"})
    void aFlowGetsFeedbackOnceInAnInterval(long intervalUs, int spacingUs) {
        markAll(intervalUs);
        int lastUs = -1000;
        int feedback = 0;
        for (int us = 0; us < INTERVALS * spacingUs; us++) {
            advance(1);
            if (send(1000, 2000) == 1) {
                // clock.p4 cuts off three parts of a time, so two times may seem 2 us closer.
                assertThat(us - lastUs).isGreaterThanOrEqualTo(spacingUs - 2);
                lastUs = us;
                feedback++;
            }
        }
        assertThat(feedback).isBetween(INTERVALS - 1, INTERVALS + 1);
    }

    /**
     * The 32 slots of 8 us are among the 64 of 16 us, so those bring only 32 more. Steps of 9 us:
     * by the program's clock, no step is shorter than 8 us, and no two than 16 us.
     */
    @Test
    void queuesWithDifferentIntervalsTogetherKeepTheBound() {
        markAll(8);
        markAllOfOtherClass(16);
        int feedback = 0;
        int steps = 6;
        for (int step = 0; step < steps; step++) {
            advance(9);
            for (int i = 0; i < 128; i++) {
                feedback += sendOfRandomFlow(0);
            }
            for (int i = 0; i < 256; i++) {
                feedback += sendOfRandomFlow(OTHER_PORTS);
            }
        }
        int most = steps * 32 + steps / 2 * 32;
        assertThat(feedback).isBetween(most * 9 / 10, most);
    }
}
