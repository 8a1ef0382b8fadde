// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.policy.JsonField;
import org.weir.control.policy.PolicyException;
import org.weir.reaction.RateControl;
import org.weir.reaction.config.ReactionReader;
import org.weir.reaction.share.ShareReaction;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.wire.feedback.FeedbackMessage;

/** A flow that is a message at first, and lasting once its packets have waited for long. */
class MixedReactionTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int FRAME_BYTES = 1000;
    private static final long NS_PER_US = 1000;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long START_KBPS = 4000;

    private static MixedReaction read(String fields) throws JsonProcessingException {
        String flow = "{\"reaction\": {\"kind\": \"mixed\", \"startBps\": 4000000" + fields + "}}";
        JsonField field = new JsonField("test", "", new ObjectMapper().readTree(flow));
        return (MixedReaction) ReactionReader.read(field, LINE_BPS).orElseThrow();
    }

    /** A flow of 10 Mb/s and its clock. */
    private static final class Flow {
        private final RateControl control;
        private long nowNs;

        Flow(String fields) throws JsonProcessingException {
            control = read(fields).start(LINE_BPS);
            control.onSent(FRAME_BYTES);
        }

        /** Cycles for at least a time, s. */
        void cycles(double seconds, boolean waits) {
            long endNs = nowNs + Math.round(NS_PER_SECOND * seconds);
            while (nowNs < endNs) {
                nowNs += control.cycleNs();
                control.onSent(FRAME_BYTES);
                control.onCycle(waits);
            }
        }

        /** Feedback after a time, s, in which no cycle ends. */
        void feedback(double afterSeconds, long arrivalKbps, long targetKbps, int depth) {
            nowNs += Math.round(NS_PER_SECOND * afterSeconds);
            control.onFeedback(
                    new FeedbackMessage(
                            0, 17, arrivalKbps, targetKbps, depth, 2, nowNs / NS_PER_US, 4, 1));
        }

        double mbps() {
            return control.rateBps() / 1e6;
        }
    }

    @Test
    void aMessageHasTheRatesOfTheKindMessages() throws Exception {
        MixedReaction mixed = read(", \"lastingMs\": 60000");
        RateControl one = mixed.start(LINE_BPS);
        RateControl other = mixed.messages().start(LINE_BPS);
        Random random = new Random(1);
        long timeUs = 0;
        for (int i = 0; i < 1000; i++) {
            timeUs += 1 + random.nextInt(20_000);
            FeedbackMessage message =
                    new FeedbackMessage(
                            0, 17, random.nextInt(9000), 2000, random.nextInt(9), 2, timeUs, 4, 1);
            boolean isFeedback = random.nextInt(3) == 0;
            boolean waits = random.nextInt(4) > 0;
            for (RateControl each : new RateControl[] {one, other}) {
                each.onSent(FRAME_BYTES);
                if (isFeedback) {
                    each.onFeedback(message);
                } else {
                    each.onCycle(waits);
                }
            }
            assertThat(one.rateBps()).as("step %s", i).isEqualTo(other.rateBps());
            assertThat(one.cycleNs()).isEqualTo(other.cycleNs());
        }
    }

    /** A flow that lasts and is alone in its class goes to λ*, and at most 5 % above it. */
    @Test
    void aFlowWhosePacketsWaitedForLongTakesItsPartOfTheTargetRate() throws Exception {
        Flow flow = new Flow("");
        flow.feedback(0, START_KBPS, 1600, 2);
        double beforeMbps = flow.mbps();
        flow.cycles(2.1, true);
        assertThat(flow.mbps()).as("grows as a message").isGreaterThan(2 * beforeMbps);
        flow.feedback(0, Math.round(1000 * flow.mbps()), Math.round(800 * flow.mbps()), 2);
        double share = flow.mbps();
        flow.cycles(1, true);
        assertThat(flow.mbps())
                .as("at most 5 % above its part")
                .isCloseTo(1.05 * share, within(0.01));
    }

    @Test
    void timeInWhichNoPacketWaitsCountsAgainstIt() throws Exception {
        Flow flow = new Flow("");
        flow.feedback(0, START_KBPS, 1600, 2);
        flow.cycles(1.5, true);
        flow.cycles(1, false);
        flow.cycles(1.2, true);
        double beforeMbps = flow.mbps();
        flow.feedback(0, Math.round(1000 * beforeMbps), Math.round(100 * beforeMbps), 2);
        flow.cycles(1.2, true);
        assertThat(flow.mbps()).as("is a message").isGreaterThan(0.3 * beforeMbps);
    }

    /** With feedback every 9 ms no cycle of 10 ms ends. */
    @Test
    void cyclesThatFeedbackEndsCountToo() throws Exception {
        Flow flow = new Flow("");
        for (int i = 0; i < 250; i++) {
            flow.feedback(0.009, Math.round(1000 * flow.mbps()), 2000, 2);
        }
        assertThat(flow.control.cycleNs()).as("of share").isEqualTo(50_000_000);
    }

    @Test
    void aSmallPartOfAClassIsAMessage() throws Exception {
        Flow flow = new Flow(", \"messages\": {\"depthStepPart\": 0, \"quietGrowth\": 0}");
        flow.feedback(0, START_KBPS, 1600, 2);
        flow.cycles(2.1, true);
        flow.feedback(0, Math.round(11_000 * flow.mbps()), 10_000, 2);
        assertThat(flow.control.cycleNs()).as("of messages").isEqualTo(10_000_000);
        flow.feedback(0.05, Math.round(9000 * flow.mbps()), 10_000, 2);
        assertThat(flow.control.cycleNs()).as("of share").isEqualTo(50_000_000);
        flow.feedback(0.1, Math.round(19_000 * flow.mbps()), 10_000, 2);
        assertThat(flow.control.cycleNs()).as("of share").isEqualTo(50_000_000);
        flow.feedback(0.1, Math.round(21_000 * flow.mbps()), 10_000, 2);
        assertThat(flow.control.cycleNs()).as("of messages").isEqualTo(10_000_000);
    }

    @Test
    void aFlowThatPausesForAsLongIsAMessageAgain() throws Exception {
        Flow flow = new Flow("");
        flow.feedback(0, START_KBPS, 1600, 2);
        flow.cycles(2.1, true);
        flow.feedback(0, 5000, 4000, 2);
        assertThat(flow.control.cycleNs()).as("of share").isEqualTo(50_000_000);
        double mbps = flow.mbps();
        flow.cycles(1.9, false);
        assertThat(flow.control.cycleNs()).as("of share").isEqualTo(50_000_000);
        flow.cycles(0.2, false);
        assertThat(flow.control.cycleNs()).as("of messages").isEqualTo(33_000_000);
        assertThat(flow.mbps()).isEqualTo(mbps);
        flow.cycles(0.03, true);
        assertThat(flow.mbps()).as("grows as after quiet cycles").isEqualTo(1.05 * mbps);
    }

    @Test
    void eachPartHasItsTunables() throws Exception {
        MixedReaction mixed =
                read(
                        ", \"leastBps\": 5000, \"lastingMs\": 500, \"messages\": {\"cycleMs\": 20,"
                                + " \"leastRatio\": 0.2}, \"share\": {\"cycleMs\": 40}");
        TargetRateReaction messages = mixed.messages();
        ShareReaction share = mixed.lasting();
        assertThat(mixed.lastingNs()).isEqualTo(NS_PER_SECOND / 2);
        assertThat(messages.cycleNs()).isEqualTo(20_000_000);
        assertThat(messages.leastRatio()).isEqualTo(0.2);
        assertThat(messages.windowUs()).isEqualTo(TargetRateReaction.WINDOW_OF_MESSAGES_PORT);
        assertThat(share.cycleNs()).isEqualTo(40_000_000);
        assertThat(share.leastRatio()).isEqualTo(0.5);
        assertThat(messages.startBps()).isEqualTo(share.startBps()).isEqualTo(4e6);
        assertThat(messages.leastBps()).isEqualTo(share.leastBps()).isEqualTo(5000);
    }

    /** Each row: the fields, the field that the message names, words of the rule. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"lastingMs\": 0 | reaction.lastingMs | from 1.0 to",
                "\"cycleMs\": 20 | reaction.cycleMs | unknown field",
                "\"leastBps\": 0 | reaction.leastBps | from 1 to",
                "\"messages\": 1 | reaction.messages | object",
                "\"messages\": {\"gain\": 1} | reaction.messages.gain | unknown field",
                "\"messages\": {\"startBps\": 1} | reaction.messages.startBps | unknown field",
                "\"share\": {\"gain\": 2} | reaction.share.gain | from 0.0 to 1.0",
            })
    void refusesWhatNoPartHas(String fields, String path, String rule) {
        assertThatThrownBy(() -> read(", " + fields))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining(path)
                .hasMessageContaining(rule);
    }
}
