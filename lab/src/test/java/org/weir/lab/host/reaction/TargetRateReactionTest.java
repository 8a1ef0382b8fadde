// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.weir.lab.packet.FeedbackMessage;

/** Against values worked out by hand from what the class says that it does. */
class TargetRateReactionTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int FRAME_BYTES = 1000;
    private static final long SETTLE_US = 80_000;
    private static final int QUIET = 3;
    private static final TargetRateReaction REACTION =
            new TargetRateReaction(1e6, 1e5, 0.5, 0.25, 0.01, 0.001, QUIET, 1, SETTLE_US);

    private final RateControl rate = started();

    private static RateControl started() {
        RateControl control = REACTION.start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    @Test
    void growsByAPartOfItselfUntilItIsToldAndTakesTheLastStepBack() {
        rate.onCycle(true);
        rate.onCycle(false);
        rate.onCycle(true);
        assertThat(rate.rateBps()).isEqualTo(1_562_500);
        rate.onFeedback(feedback(1250, 2000, 0, 0));
        rate.onCycle(true);
        assertThat(rate.rateBps()).isEqualTo(Math.round(0.99 * 1_250_000));
        assertThat(started().cycleNs()).isEqualTo(1);
    }

    @Test
    void goesToTheTargetLessWhatDrainsTheQueueThenToTheTarget() {
        reach(4e6);
        double before = rate.rateBps();
        rate.onFeedback(feedback(4000, 3600, 2, 0));
        // Two packets of 8000 bits in 80 ms are 200 kb/s.
        assertThat((double) rate.rateBps()).isCloseTo(before * 3400 / 4000, within(1.0));
        rate.onCycle(true);
        assertThat((double) rate.rateBps()).isCloseTo(before * 0.99 * 0.9, within(1.0));
    }

    @Test
    void drainsAQueueThatStandsAlthoughTheClassIsBelowItsTarget() {
        reach(4e6);
        double before = rate.rateBps();
        rate.onFeedback(feedback(4000, 9000, 4, 0));
        assertThat((double) rate.rateBps()).isCloseTo(before * 0.9, within(1.0));
    }

    @Test
    void isNeverCutTwiceWithinTheSettlingTimeNorBelowItsFloors() {
        reach(4e6);
        rate.onFeedback(feedback(4000, 10, 0, 0));
        long once = rate.rateBps();
        assertThat(once).isGreaterThanOrEqualTo(2_000_000);
        rate.onFeedback(feedback(4000, 10, 0, SETTLE_US - 1));
        assertThat(rate.rateBps()).isEqualTo(once);
        for (int i = 1; i < 20; i++) {
            rate.onFeedback(feedback(4000, 10, 9, i * SETTLE_US));
        }
        assertThat(rate.rateBps()).isEqualTo(100_000);
    }

    @Test
    void holdsThenProbesByStepsThenGrowsFaster() {
        reach(4e6);
        rate.onFeedback(feedback(4000, 4000, 0, 0));
        rate.onCycle(true);
        long held = rate.rateBps();
        long[] steps = {0, 0, 1, 2, 3, 4, 6, 9};
        for (long step : steps) {
            rate.onCycle(true);
            assertThat(rate.rateBps()).isEqualTo(held + step * LINE_BPS / 1000);
        }
    }

    @Test
    void goesHalfTheWayBackToWhatItHeldWhenAProbeIsAnswered() {
        reach(4e6);
        rate.onFeedback(feedback(4000, 4000, 0, 0));
        for (int i = 0; i < 2 * QUIET; i++) {
            rate.onCycle(true);
        }
        double probed = rate.rateBps();
        double held = probed - QUIET * LINE_BPS / 1000.0;
        rate.onFeedback(feedback(Math.round(probed / 1000), 9000, 0, SETTLE_US));
        rate.onCycle(true);
        assertThat((double) rate.rateBps()).isCloseTo(0.99 * (probed + held) / 2, within(100.0));
    }

    @Test
    void flowsOfAClassBecomeAlike() {
        RateControl small = started();
        reach(6e6);
        double ratio = (double) rate.rateBps() / small.rateBps();
        for (int cycle = 0; cycle < 3000; cycle++) {
            long sumKbps = (rate.rateBps() + small.rateBps()) / 1000;
            if (sumKbps > 8000) {
                rate.onFeedback(feedback(sumKbps, 8000, 1, cycle * 100_000L));
                small.onFeedback(feedback(sumKbps, 8000, 1, cycle * 100_000L));
            } else {
                rate.onCycle(true);
                small.onCycle(true);
            }
        }
        assertThat(ratio).isGreaterThan(4);
        assertThat((double) rate.rateBps() / small.rateBps()).isBetween(1.0, 1.1);
    }

    private void reach(double bps) {
        while (rate.rateBps() < bps) {
            rate.onCycle(true);
        }
        rate.onCycle(true);
        // Ends the start without a cut: nothing stands, the class is within its target.
        rate.onFeedback(feedback(1, 1, 0, -SETTLE_US));
        rate.onCycle(true);
    }

    private static FeedbackMessage feedback(long lambda, long target, int depth, long timeUs) {
        return new FeedbackMessage(0, 17, lambda, target, depth, 2, timeUs, 1, 1);
    }
}
