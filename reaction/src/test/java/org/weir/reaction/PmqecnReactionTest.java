// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.weir.wire.feedback.FeedbackMessage;

class PmqecnReactionTest {
    private static final long LINE_BPS = 10_000_000;

    private final RateControl point =
            new PmqecnReaction(new Recovery(1_000_000, 200_000, 500_000, 5), 50_000_000, 0.5)
                    .start(LINE_BPS);

    private static FeedbackMessage feedback(long arrivalKbps, long targetKbps) {
        return new FeedbackMessage(0, 17, arrivalKbps, targetKbps, 20, 10, 0, 4, 0);
    }

    @Test
    void startsAtItsStartingRateInActiveIncrease() {
        assertThat(point.rateBps()).isEqualTo(1_000_000);

        point.onCycle(true);

        // Half the way to a target one step above.
        assertThat(point.rateBps()).isEqualTo(1_250_000);
    }

    @Test
    void feedbackScalesTheRateAndRecoveryGoesHalfTheWayBackFiveTimes() {
        climbTo(4_000_000);
        double before = point.rateBps();

        point.onFeedback(feedback(4000, 3000));

        assertThat((double) point.rateBps()).isCloseTo(0.75 * before, within(1.0));
        double gap = 0.25 * before;
        for (int cycle = 1; cycle <= 5; cycle++) {
            point.onCycle(true);
            gap /= 2;
            assertThat((double) point.rateBps()).isCloseTo(before - gap, within(1.0));
        }
        point.onCycle(true);
        assertThat((double) point.rateBps()).isCloseTo(before + (500_000 - gap) / 2, within(1.0));
    }

    @Test
    void feedbackNeverRaisesTheRate() {
        point.onFeedback(feedback(1000, 9000));

        assertThat(point.rateBps()).isEqualTo(1_000_000);
    }

    @Test
    void oneFeedbackCutsAtMostToTheFloorAndNoneBelowTheLeastRate() {
        point.onFeedback(feedback(10_000, 1));
        assertThat(point.rateBps()).isEqualTo(500_000);
        point.onFeedback(feedback(10_000, 1));
        assertThat(point.rateBps()).isEqualTo(250_000);
        for (int i = 0; i < 20; i++) {
            point.onFeedback(feedback(10_000, 0));
        }
        assertThat(point.rateBps()).isEqualTo(200_000);
    }

    @Test
    void feedbackBeforeAnyMeasurementLeavesTheRate() {
        point.onFeedback(feedback(0, 0));

        assertThat(point.rateBps()).isEqualTo(1_000_000);
    }

    @Test
    void theRateNeverExceedsTheLine() {
        climbTo(LINE_BPS);
        for (int i = 0; i < 100; i++) {
            point.onCycle(true);
        }

        assertThat(point.rateBps()).isEqualTo(LINE_BPS);
        point.onFeedback(feedback(10_000, 5_000));
        point.onCycle(true);
        assertThat(point.rateBps()).isEqualTo(3 * LINE_BPS / 4);
    }

    @Test
    void anApplicationThatSendsLessThanItMayDoesNotRaiseTheRate() {
        for (int i = 0; i < 100; i++) {
            point.onCycle(false);
        }

        assertThat(point.rateBps()).isEqualTo(1_000_000);
    }

    private void climbTo(long rateBps) {
        for (int i = 0; i < 1000 && point.rateBps() < rateBps; i++) {
            point.onCycle(true);
        }
        assertThat(point.rateBps()).isGreaterThanOrEqualTo(rateBps);
    }
}
