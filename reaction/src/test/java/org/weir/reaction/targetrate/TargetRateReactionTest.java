// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.weir.reaction.targetrate.TargetRateSenders.CALM;
import static org.weir.reaction.targetrate.TargetRateSenders.DEPTH_US;
import static org.weir.reaction.targetrate.TargetRateSenders.FRAME_BYTES;
import static org.weir.reaction.targetrate.TargetRateSenders.LINE_BPS;
import static org.weir.reaction.targetrate.TargetRateSenders.MARGIN;
import static org.weir.reaction.targetrate.TargetRateSenders.NO_LIMIT;
import static org.weir.reaction.targetrate.TargetRateSenders.PART_EXPONENT;
import static org.weir.reaction.targetrate.TargetRateSenders.QUIET;
import static org.weir.reaction.targetrate.TargetRateSenders.REACTION;
import static org.weir.reaction.targetrate.TargetRateSenders.SETTLE_US;
import static org.weir.reaction.targetrate.TargetRateSenders.STEP_BPS;
import static org.weir.reaction.targetrate.TargetRateSenders.WINDOW_US;
import static org.weir.reaction.targetrate.TargetRateSenders.byDepth;
import static org.weir.reaction.targetrate.TargetRateSenders.cycle;
import static org.weir.reaction.targetrate.TargetRateSenders.feedback;
import static org.weir.reaction.targetrate.TargetRateSenders.reach;
import static org.weir.reaction.targetrate.TargetRateSenders.reached;
import static org.weir.reaction.targetrate.TargetRateSenders.started;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.reaction.RateControl;
import org.weir.wire.feedback.FeedbackMessage;

/** Against values worked out by hand from what the class says that it does. */
class TargetRateReactionTest {
    private final RateControl rate = started();

    @Test
    void growsByAPartOfItselfUntilTheFirstFeedbackAndTakesTheLastStepBack() {
        cycle(rate, true);
        cycle(rate, false);
        cycle(rate, true);
        assertThat(rate.rateBps()).isEqualTo(1_562_500);
        rate.onFeedback(feedback(1250, 2000, 0, 0));
        assertThat(rate.rateBps()).isEqualTo(Math.round((1 - MARGIN) * 1_250_000));
        assertThat(started().cycleNs()).isEqualTo(1);
    }

    @Test
    void goesToTheTargetLessWhatDrainsTheQueueThenToTheTarget() {
        reach(rate, 4e6);
        double before = rate.rateBps();
        rate.onFeedback(feedback(4000, 3000, 3, 0));
        // To half a packet below the threshold of 2: 1.5 packets of 8000 bits in 80 ms.
        assertThat((double) rate.rateBps()).isCloseTo(before * (3000 - 150) / 4000, within(1.0));
        cycle(rate, true);
        assertThat((double) rate.rateBps()).isCloseTo(before * 0.75 + STEP_BPS, within(1.0));
    }

    @Test
    void givesUpAMarginWhereItIsNearItsTarget() {
        // 3.9 Mb/s without the packet that may be one too many: a tenth above 3.546 and below
        // 4.333.
        for (int target : new int[] {3550, 4000, 4330}) {
            RateControl own = reached(4e6);
            double before = own.rateBps();
            own.onFeedback(feedback(4000, target, 1, 0));
            assertThat((double) own.rateBps()).isCloseTo(before * (1 - MARGIN), within(1.0));
            own.onFeedback(feedback(4000, target, 1, SETTLE_US));
            assertThat((double) own.rateBps())
                    .isCloseTo(before * (1 - MARGIN) * (1 - 2 * MARGIN), within(1.0));
        }
    }

    @Test
    void drainsNothingUnderRateBasedMarking() {
        reach(rate, 4e6);
        double before = rate.rateBps();
        int byRate = FeedbackMessage.BY_RATE;
        rate.onFeedback(new FeedbackMessage(0, 17, 4000, 3000, 5, byRate, SETTLE_US, 1, 1));
        assertThat((double) rate.rateBps()).isCloseTo(before * 0.75, within(1.0));
    }

    @Test
    void givesUpNoMoreThanAMarginWhereOthersSendTooMuch() {
        reach(rate, 4e6);
        double before = rate.rateBps();
        for (int i = 0; i < 5; i++) {
            rate.onFeedback(feedback(4000, 4400, 1, i * SETTLE_US));
        }
        assertThat((double) rate.rateBps())
                .isCloseTo(before * Math.pow(1 - MARGIN, 5), within(3.0));
    }

    @Test
    void forgetsEarlierFeedbackAfterCalmCycles() {
        reach(rate, 4e6);
        rate.onFeedback(feedback(4000, 4000, 1, 0));
        for (int i = 0; i < CALM; i++) {
            cycle(rate, true);
        }
        double before = rate.rateBps();
        rate.onFeedback(feedback(4000, 4000, 1, SETTLE_US));
        assertThat((double) rate.rateBps()).isCloseTo(before * (1 - MARGIN), within(1.0));
    }

    @Test
    void isNeverCutTwiceWithinTheSettlingTimeNorBelowItsFloors() {
        reach(rate, 4e6);
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
    void probesByOneStepEachCycleThenGrowsFaster() {
        reach(rate, 4e6);
        rate.onFeedback(feedback(4000, 4000, 1, 0));
        double held = rate.rateBps();
        long[] steps = {1, 2, 3, 4, 5, 7, 10, 14};
        for (long step : steps) {
            cycle(rate, true);
            assertThat((double) rate.rateBps()).isCloseTo(held + step * STEP_BPS, within(1.0));
        }
    }

    @Test
    void flowsOfAClassBecomeAlike() {
        RateControl small = started();
        reach(rate, 6e6);
        double ratio = (double) rate.rateBps() / small.rateBps();
        for (int cycle = 0; cycle < 3000; cycle++) {
            long sumKbps = (rate.rateBps() + small.rateBps()) / 1000;
            if (sumKbps > 8000) {
                rate.onFeedback(feedback(sumKbps, 8000, 1, cycle * 100_000L));
                small.onFeedback(feedback(sumKbps, 8000, 1, cycle * 100_000L));
            } else {
                cycle(rate, true);
                cycle(small, true);
            }
        }
        assertThat(ratio).isGreaterThan(4);
        assertThat((double) rate.rateBps() / small.rateBps()).isBetween(1.0, 1.1);
    }

    /** Whatever happened before, and whichever of its two ways of growing it has. */
    @Test
    void aSenderThatSentNothingInACycleDoesNotGrow() {
        SplittableRandom random = new SplittableRandom(14);
        for (int run = 0; run < 200; run++) {
            RateControl own = run % 2 == 0 ? REACTION.start(LINE_BPS) : byDepth();
            long timeUs = 0;
            for (int i = 0; i < 200; i++) {
                if (random.nextInt(3) == 0) {
                    cycle(own, random.nextBoolean());
                }
                if (random.nextInt(4) == 0) {
                    timeUs += random.nextLong(4 * SETTLE_US);
                    own.onSent(FRAME_BYTES);
                    own.onFeedback(feedback(4000, 3000, random.nextInt(20), timeUs));
                    own.onCycle(true);
                }
                long before = own.rateBps();
                own.onCycle(true);
                assertThat(own.rateBps()).isEqualTo(before);
            }
        }
    }

    @Test
    void aDrainLastsUntilAPacketIsSent() {
        reach(rate, 4e6);
        rate.onFeedback(feedback(4000, 3000, 3, 0));
        rate.onCycle(true);
        double drained = rate.rateBps();
        rate.onCycle(true);
        assertThat((double) rate.rateBps()).isEqualTo(drained);
        cycle(rate, true);
        assertThat((double) rate.rateBps()).isGreaterThan(1.03 * drained);
    }

    @Test
    void feedbackBeforeTheFirstPacketLeavesARate() {
        RateControl own = TargetRateReaction.forLine(LINE_BPS).start(LINE_BPS);
        own.onFeedback(feedback(4000, 4000, 5, 0));
        own.onFeedback(feedback(4000, 4000, 5, 10L * SETTLE_US));
        own.onFeedback(feedback(4000, 4000, 5, 20L * SETTLE_US));
        assertThat(own.rateBps()).isGreaterThan(LINE_BPS / 1000);
    }

    /** A flow that starts at 8 Mb/s, with cycles of 1 ns. */
    private static RateControl limited(UsedRateLimit usedRate) {
        RateControl control =
                new TargetRateReaction(
                                8e6,
                                1e5,
                                0.5,
                                0.25,
                                MARGIN,
                                0.1,
                                WINDOW_US,
                                0.001,
                                CALM,
                                QUIET,
                                1,
                                SETTLE_US,
                                0,
                                0,
                                0,
                                PART_EXPONENT,
                                1,
                                0,
                                GrowthLimit.of(NO_LIMIT),
                                DEPTH_US,
                                0,
                                usedRate)
                        .start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    @Test
    void feedbackReducesTheRateFromThatWhichWasUsed() {
        RateControl own = limited(new UsedRateLimit(1.5, 1.5, 1.5));
        own.onUsedRate(Double.POSITIVE_INFINITY);
        assertThat(own.rateBps()).as("it sent one packet").isEqualTo(8_000_000);

        // It sent 1 Mb/s of its 8; all others together send 4 Mb/s into a share of 2.
        own.onUsedRate(1e6);
        assertThat(own.rateBps()).isEqualTo(1_500_000);
        own.onFeedback(feedback(4000, 2000, 0, 0));
        assertThat(own.rateBps()).isEqualTo(750_000);

        own.onUsedRate(1e6);
        assertThat(own.rateBps()).as("it never rises so").isEqualTo(750_000);
        own.onUsedRate(1);
        assertThat(own.rateBps()).as("the least rate").isEqualTo(100_000);
    }

    @Test
    void usedRateCountsLessAtTheFirstFeedbackAndAfterQuietCycles() {
        RateControl own = limited(new UsedRateLimit(0.25, 0.5, 1));
        own.onUsedRate(8e6);
        assertThat(own.rateBps()).as("first").isEqualTo(2_000_000);
        own.onFeedback(feedback(1, 1, 0, 0));
        double afterFirst = own.rateBps();
        own.onUsedRate(afterFirst);
        assertThat((double) own.rateBps()).as("busy").isEqualTo(afterFirst);

        for (int i = 0; i < QUIET - 1; i++) {
            cycle(own, true);
        }
        double busy = own.rateBps();
        own.onUsedRate(busy);
        assertThat((double) own.rateBps()).as("not quiet yet").isEqualTo(busy);
        cycle(own, true);
        double quiet = own.rateBps();
        own.onUsedRate(quiet);
        assertThat((double) own.rateBps()).as("quiet").isCloseTo(quiet / 2, within(1.0));
        assertThatThrownBy(() -> new UsedRateLimit(0, -0.1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-0.1");
    }
}
