// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.policy.JsonField;
import org.weir.reaction.RateControl;
import org.weir.reaction.config.ReactionReader;
import org.weir.wire.feedback.FeedbackMessage;

class AgentStartTest {
    private static final long LINE_BPS = 10_000_000;

    private static RateControl start() {
        return start(ReactionReader.MESSAGES);
    }

    private static RateControl start(String kind) {
        return new AgentStart(
                        startBps -> {
                            ObjectNode flow = JsonNodeFactory.instance.objectNode();
                            flow.putObject("reaction")
                                    .put("kind", kind)
                                    .put("startBps", Math.round(startBps));
                            return ReactionReader.read(
                                            new JsonField("test", "", flow)
                                                    .object(List.of("reaction")),
                                            LINE_BPS)
                                    .orElseThrow();
                        })
                .start(LINE_BPS);
    }

    private static FeedbackMessage depth(int packets, long arrivalKbps) {
        return new FeedbackMessage(0, 17, arrivalKbps, 8000, packets, 1, 1000, 1, 0);
    }

    @Test
    void sendsAtTheLinesRateBeforeFeedback() {
        assertThat(start().rateBps()).isEqualTo(LINE_BPS);
    }

    @Test
    void aFlowThatLastsBeginsAtTheClassesArrivalRate() {
        RateControl control = start(ReactionReader.SHARE);
        control.onSent(1000);
        control.onFeedback(depth(1, 4000));
        assertThat(control.rateBps()).isEqualTo(4_000_000);
    }

    /** λ is a mean over a window, which does not contain a burst that has just begun. */
    @Test
    void aMessageBeginsAtTheLinesRate() {
        RateControl control = start();
        control.onSent(1000);
        control.onFeedback(depth(1, 100));
        assertThat(control.rateBps()).isGreaterThan(2_000_000);
    }

    /** Without the length of a packet an excess of packets would be no bits. */
    @Test
    void theFirstFeedbackCutsByThePacketsThatWereSentBefore() {
        RateControl few = start();
        few.onSent(1000);
        few.onFeedback(depth(2, 10_000));
        RateControl many = start();
        many.onSent(1000);
        many.onFeedback(depth(20, 10_000));
        assertThat(many.rateBps()).isLessThan(few.rateBps() / 2);
    }
}
