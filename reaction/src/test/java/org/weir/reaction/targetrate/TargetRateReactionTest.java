// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.reaction.RateControl;
import org.weir.wire.feedback.FeedbackMessage;

/** Against values worked out by hand from what the class says that it does. */
class TargetRateReactionTest {
    private static final long LINE_BPS = 10_000_000;
    private static final double STEP_BPS = 10_000;
    private static final int FRAME_BYTES = 1000;
    private static final long SETTLE_US = 80_000;
    private static final long DEPTH_US = 10_000;
    private static final int CALM = 2;
    private static final int QUIET = 4;
    private static final double MARGIN = 0.01;

    /** A packet of 8000 bits in a window is 100 kb/s. */
    private static final double WINDOW_US = 80_000;

    private static final TargetRateReaction REACTION =
            new TargetRateReaction(
                    1e6,
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
                    0.5,
                    0,
                    0,
                    DEPTH_US,
                    0,
                    UsedRateLimit.NONE);

    private final RateControl rate = started();

    private static RateControl started() {
        RateControl control = REACTION.start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    /** A cycle in which a packet was sent. */
    private static void cycle(RateControl control, boolean limited) {
        control.onSent(FRAME_BYTES);
        control.onCycle(limited);
    }

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
        reach(4e6);
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
        reach(4e6);
        double before = rate.rateBps();
        int byRate = FeedbackMessage.BY_RATE;
        rate.onFeedback(new FeedbackMessage(0, 17, 4000, 3000, 5, byRate, SETTLE_US, 1, 1));
        assertThat((double) rate.rateBps()).isCloseTo(before * 0.75, within(1.0));
    }

    @Test
    void givesUpNoMoreThanAMarginWhereOthersSendTooMuch() {
        reach(4e6);
        double before = rate.rateBps();
        for (int i = 0; i < 5; i++) {
            rate.onFeedback(feedback(4000, 4400, 1, i * SETTLE_US));
        }
        assertThat((double) rate.rateBps())
                .isCloseTo(before * Math.pow(1 - MARGIN, 5), within(3.0));
    }

    @Test
    void forgetsEarlierFeedbackAfterCalmCycles() {
        reach(4e6);
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
    void probesByOneStepEachCycleThenGrowsFaster() {
        reach(4e6);
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
        reach(6e6);
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

    /**
     * Growth by depth in 10 ms, half a cycle, of a flow alone in a class with that arrival rate.
     */
    private static double halfStepBps(double arrivalBps) {
        return 0.002 * Math.sqrt(LINE_BPS * Math.min(LINE_BPS, arrivalBps)) / 2;
    }

    /** Cycles of 20 ms by rate and 10 ms by depth; half of the excess goes; steps are 0.002. */
    private static RateControl byDepth(double startBps, double quietGrowth) {
        RateControl control =
                new TargetRateReaction(
                                startBps,
                                1,
                                0.01,
                                0.25,
                                MARGIN,
                                0.1,
                                WINDOW_US,
                                0.001,
                                CALM,
                                QUIET,
                                2_000L * DEPTH_US,
                                SETTLE_US,
                                0.5,
                                0.5,
                                0.002,
                                DEPTH_US,
                                quietGrowth,
                                UsedRateLimit.NONE)
                        .start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    /** A flow at 4 Mb/s, alone in its class, whose first feedback planned a depth of 1.5. */
    private static RateControl byDepth() {
        RateControl control = byDepth(4e6 / (1 - MARGIN), 0);
        control.onFeedback(feedback(4000, 4000, 2, 0));
        cycle(control, false);
        assertThat((double) control.rateBps()).isCloseTo(4e6, within(1.0));
        return control;
    }

    @Test
    void packetsAboveThePlannedDepthMeasureTheExcessAndNotTheTargetRate() {
        RateControl own = byDepth();
        // Ten packets of 8000 bits in 80 ms are 1 Mb/s: half goes. A part of a cycle by depth grows
        // by half a step. For 10 ms, 8 Mb/s would drain the queue: the least rate.
        own.onFeedback(feedback(4000, 1000, 12, SETTLE_US - 500));
        assertThat((double) own.rateBps()).isCloseTo(0.01 * 4e6, within(1.0));
        cycle(own, false);
        double excessBps = 10.5 * 8000 * 1e6 / (SETTLE_US - 500);
        assertThat((double) own.rateBps())
                .isCloseTo(4e6 + halfStepBps(4e6) - excessBps / 2, within(1.0));
    }

    @Test
    void aFlowGivesUpItsPartOfTheExcessAndDrainsItsPart() {
        RateControl own = byDepth();
        own.onFeedback(feedback(16_100, 1000, 2, DEPTH_US));
        // Half a packet in 10 ms is 400 kb/s; a quarter of the class is 100 kb/s, of which half
        // goes. A step by a quarter of the class is a quarter of a step to the power of 3/4.
        double grown = 4e6 + halfStepBps(LINE_BPS) * Math.pow(0.25, 0.75);
        assertThat((double) own.rateBps()).isCloseTo(grown - 50_000 - 100_000, within(10.0));
        cycle(own, false);
        assertThat((double) own.rateBps()).isCloseTo(grown - 50_000, within(10.0));
    }

    /** A queue that gets a sixteenth of the line: four times smaller steps, not sixteen times. */
    @Test
    void aSlowClassGrowsByTheMeanOfItsRateAndTheLine() {
        for (double arrivalBps : new double[] {LINE_BPS / 16.0, LINE_BPS, 16.0 * LINE_BPS}) {
            RateControl own = byDepth(arrivalBps / (1 - MARGIN), 0);
            own.onFeedback(feedback(Math.round(arrivalBps / 1e3), 1000, 2, 0));
            cycle(own, false);
            own.onFeedback(feedback(Math.round(arrivalBps / 1e3), 1000, 2, SETTLE_US));
            cycle(own, false);
            double before = own.rateBps();
            cycle(own, true);
            double part = Math.min(1, before / (arrivalBps - 8000 * 1e6 / WINDOW_US));
            double factor = arrivalBps < LINE_BPS ? 0.25 : 1;
            double most = LINE_BPS - before;
            assertThat(own.rateBps() - before)
                    .isCloseTo(
                            Math.min(most, factor * 10_000 * Math.pow(part, 0.75)), within(150.0));
        }
    }

    @Test
    void aLongTimeAtNearlyThePlannedDepthCostsNextToNothing() {
        RateControl own = byDepth();
        own.onFeedback(feedback(4000, 1000, 2, 100L * SETTLE_US));
        cycle(own, false);
        assertThat((double) own.rateBps()).isBetween(4e6, 4e6 + halfStepBps(4e6));
    }

    @Test
    void aCutByDepthShowsSoonerThanACutByRate() {
        RateControl own = byDepth();
        own.onFeedback(feedback(4000, 1000, 9, DEPTH_US - 1));
        assertThat((double) own.rateBps()).isCloseTo(4e6, within(1.0));
        own.onFeedback(feedback(4000, 1000, 9, DEPTH_US));
        assertThat((double) own.rateBps()).isLessThan(1e6);
        assertThat(own.cycleNs()).isEqualTo(1000 * DEPTH_US);
    }

    @Test
    void feedbackOfRateBasedMarkingCutsByRateAgain() {
        RateControl own = byDepth();
        int byRate = FeedbackMessage.BY_RATE;
        own.onFeedback(new FeedbackMessage(0, 17, 4000, 3000, 5, byRate, 3L * SETTLE_US, 1, 1));
        assertThat((double) own.rateBps()).isCloseTo(3e6, within(1.0));
        assertThat(own.cycleNs()).isEqualTo(2000 * DEPTH_US);
    }

    /** 12 flows on one queue, feedback as the switch sends it, equal steps of 10 ms. */
    @Test
    void twelveFlowsKeepAPortBusyAndBecomeAlike() {
        int flows = 12;
        RateControl[] all = new RateControl[flows];
        for (int i = 0; i < flows; i++) {
            all[i] = byDepth(1e5 * (1 + i), 0);
        }
        double depth = 0;
        double carried = 0;
        double deepest = 0;
        int steps = 30_000;
        for (int step = 1; step <= steps; step++) {
            double arrivalBps = 0;
            for (RateControl one : all) {
                arrivalBps += one.rateBps();
            }
            double arrived = arrivalBps * DEPTH_US / 1e6 / 8000;
            double served = Math.min(depth + arrived, LINE_BPS * (DEPTH_US / 1e6) / 8000);
            depth += arrived - served;
            if (step > steps / 2) {
                carried += served;
                deepest = Math.max(deepest, depth);
            }
            for (RateControl one : all) {
                if (depth >= 2) {
                    long timeUs = step * DEPTH_US;
                    one.onFeedback(
                            feedback(Math.round(arrivalBps / 1e3), 900, (int) depth, timeUs));
                }
                cycle(one, true);
            }
        }
        assertThat(carried / (steps / 2)).isGreaterThan(0.94 * 12.5);
        assertThat(deepest).isLessThan(6);
        double[] rates = Arrays.stream(all).mapToDouble(RateControl::rateBps).sorted().toArray();
        assertThat(rates[flows - 1] / rates[0]).isLessThan(1.3);
    }

    @Test
    void quietCyclesMakeItGrowByAPartOfItself() {
        RateControl own = byDepth(4e6, 0.1);
        own.onFeedback(feedback(4000, 4000, 2, 0));
        for (int i = 0; i < 2 * QUIET; i++) {
            cycle(own, true);
        }
        for (double half : new double[] {0.025, 0.05}) {
            double before = own.rateBps();
            cycle(own, true);
            assertThat((double) own.rateBps())
                    .isBetween((1 + half) * before, (1 + half) * before + 20_000);
        }
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
        reach(4e6);
        rate.onFeedback(feedback(4000, 3000, 3, 0));
        rate.onCycle(true);
        double drained = rate.rateBps();
        rate.onCycle(true);
        assertThat((double) rate.rateBps()).isEqualTo(drained);
        cycle(rate, true);
        assertThat((double) rate.rateBps()).isGreaterThan(1.03 * drained);
    }

    /** At 50 kb/s a packet of 8000 bits takes 160 ms, longer than a cut needs to show. */
    @Test
    void aSparseSenderSeesTheExcessAndDrainsOverTheTimeBetweenItsPackets() {
        RateControl own = byDepth(50_000 / (1 - MARGIN), 0);
        own.onFeedback(feedback(4000, 4000, 2, 0));
        cycle(own, false);
        double before = own.rateBps();
        // 20.5 packets of 8000 bits in 160 ms are 1.025 Mb/s, of arrivals of 3.9 Mb/s.
        own.onFeedback(feedback(4000, 4000, 22, DEPTH_US));
        double part = before / 3.9e6;
        double grown = before + Math.pow(part, 0.75) * halfStepBps(4e6);
        assertThat((double) own.rateBps()).isCloseTo(grown - 1.5 * part * 1.025e6, within(10.0));
    }

    /** The floor is a hundredth of the rate: 4 Mb/s less 0.04 Mb/s for 10 ms are 4.95 packets. */
    @Test
    void packetsThatADrainCannotRemoveAreNoExcess() {
        RateControl own = byDepth();
        own.onFeedback(feedback(4000, 1000, 60, SETTLE_US));
        cycle(own, false);
        double before = own.rateBps();
        int expected = (int) Math.ceil(60 - 0.99 * 4e6 * DEPTH_US / 1e6 / 8000);
        own.onFeedback(feedback(4000, 1000, expected, SETTLE_US + DEPTH_US));
        cycle(own, false);
        // At most one packet in 10 ms is not planned, 800 kb/s, of which half goes.
        assertThat((double) own.rateBps()).isGreaterThan(before - 400_000);
        double after = own.rateBps();
        own.onFeedback(feedback(4000, 1000, expected + 2, SETTLE_US + 2 * DEPTH_US));
        cycle(own, false);
        assertThat((double) own.rateBps()).as("two packets more").isLessThan(after - 400_000);
    }

    @Test
    void feedbackBeforeTheFirstPacketLeavesARate() {
        RateControl own = TargetRateReaction.forLine(LINE_BPS).start(LINE_BPS);
        own.onFeedback(feedback(4000, 4000, 5, 0));
        own.onFeedback(feedback(4000, 4000, 5, 10L * SETTLE_US));
        own.onFeedback(feedback(4000, 4000, 5, 20L * SETTLE_US));
        assertThat(own.rateBps()).isGreaterThan(LINE_BPS / 1000);
    }

    /** Four quiet cycles of 20 ms are eight by depth; then growth accelerates. */
    @Test
    void cyclesWithoutAPacketCountAsQuietTime() {
        RateControl seldom = byDepth();
        RateControl often = byDepth();
        double startBps = seldom.rateBps();
        for (int i = 0; i < 20; i++) {
            double before = seldom.rateBps();
            seldom.onCycle(true);
            assertThat((double) seldom.rateBps()).isEqualTo(before);
            cycle(seldom, true);
            if (i < 4) {
                assertThat((double) seldom.rateBps())
                        .isCloseTo(before + halfStepBps(4e6), within(1.0));
            }
            cycle(often, true);
            cycle(often, true);
        }
        // Without these cycles the quiet time would end here, after a growth of 200 kb/s.
        double grown = (seldom.rateBps() - startBps) / (often.rateBps() - startBps);
        assertThat(grown).isBetween(0.9, 1.05);
    }

    /** A flow that starts at 8 Mb/s, with cycles of 1 ns. */
    private static RateControl limited(UsedRateLimit usedRate) {
        RateControl control =
                new TargetRateReaction(
                                8e6, 1e5, 0.5, 0.25, MARGIN, 0.1, WINDOW_US, 0.001, CALM, QUIET, 1,
                                SETTLE_US, 0, 0, 0, DEPTH_US, 0, usedRate)
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

    private void reach(double bps) {
        reach(rate, bps);
    }

    private static RateControl reached(double bps) {
        RateControl control = started();
        reach(control, bps);
        return control;
    }

    private static void reach(RateControl rate, double bps) {
        while (rate.rateBps() < bps) {
            cycle(rate, true);
        }
        cycle(rate, true);
        // Ends the start at the cost of a margin; calm cycles make it forgotten.
        rate.onFeedback(feedback(1, 1, 0, -SETTLE_US));
        for (int i = 0; i < CALM; i++) {
            cycle(rate, true);
        }
    }

    /** Feedback at a time after the end of {@link #reach}, µs; at least -SETTLE_US. */
    private static FeedbackMessage feedback(long lambda, long target, int depth, long timeUs) {
        return new FeedbackMessage(0, 17, lambda, target, depth, 2, SETTLE_US + timeUs, 1, 1);
    }
}
