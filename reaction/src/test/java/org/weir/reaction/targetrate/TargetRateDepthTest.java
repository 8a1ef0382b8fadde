// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.weir.reaction.targetrate.TargetRateSenders.DEPTH_US;
import static org.weir.reaction.targetrate.TargetRateSenders.LINE_BPS;
import static org.weir.reaction.targetrate.TargetRateSenders.MARGIN;
import static org.weir.reaction.targetrate.TargetRateSenders.NO_LIMIT;
import static org.weir.reaction.targetrate.TargetRateSenders.QUIET;
import static org.weir.reaction.targetrate.TargetRateSenders.SETTLE_US;
import static org.weir.reaction.targetrate.TargetRateSenders.WINDOW_US;
import static org.weir.reaction.targetrate.TargetRateSenders.byDepth;
import static org.weir.reaction.targetrate.TargetRateSenders.cycle;
import static org.weir.reaction.targetrate.TargetRateSenders.feedback;
import static org.weir.reaction.targetrate.TargetRateSenders.halfStepBps;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.reaction.RateControl;
import org.weir.wire.feedback.FeedbackMessage;

/** Cuts, drains and growth by depth, against values worked out by hand. */
class TargetRateDepthTest {
    /** Alone at its port, a class of which λ* is a quarter of λ has one and a half packets more. */
    @Test
    void theFirstCutIsByTheExcessWhereTheTargetRateWouldTakeMore() {
        RateControl own = byDepth(4e6, 0);
        own.onFeedback(feedback(4000, 1000, 3, 0));
        cycle(own, false);
        // 12 000 bits in 10 ms are 1.2 Mb/s: half goes. λ*/λ would leave 1 Mb/s.
        assertThat((double) own.rateBps()).isCloseTo(4e6 - 600_000, within(1.0));
    }

    @Test
    void theFirstCutIsByTheTargetRateInABurst() {
        RateControl own = byDepth(4e6, 0);
        own.onFeedback(feedback(4000, 3000, 60, 0));
        cycle(own, false);
        assertThat((double) own.rateBps()).isCloseTo(3e6, within(1.0));
    }

    /** 58.5 packets of 8000 bits in 10 ms are 46.8 Mb/s: so much has arrived, whatever λ is. */
    @Test
    void lessThanTheExcessCannotHaveArrived() {
        RateControl own = byDepth(4e6, 0);
        own.onFeedback(feedback(4000, 1000, 60, 0));
        cycle(own, false);
        // All of the arrivals are excess, of which half goes; by λ the whole rate would go.
        assertThat((double) own.rateBps()).isCloseTo(2e6, within(1.0));
    }

    /** The second feedback comes before the cycle ends, in which the first one drains the queue. */
    @Test
    void aDrainDoesNotReduceTheRateForGood() {
        RateControl own = byDepth(4e6 / (1 - MARGIN), 0);
        own.onFeedback(feedback(4000, 4000, 3, 0));
        assertThat(own.rateBps()).isLessThan(3_000_000);
        own.onFeedback(feedback(4000, 4000, 2, DEPTH_US));
        cycle(own, false);
        // Half a packet is above the planned depth of 1.5: 400 kb/s, of which half goes.
        assertThat((double) own.rateBps()).isGreaterThan(3_700_000);
    }

    @Test
    void noRateGrowsByMoreThanTheLimit() {
        double startBps = LINE_BPS / 16.0;
        for (double limit : new double[] {0.01, 0.02, NO_LIMIT}) {
            RateControl own = byDepth(startBps / (1 - MARGIN), 0, 0, 1, GrowthLimit.of(limit));
            own.onFeedback(feedback(10_000, 10_000, 1, 0));
            cycle(own, false);
            double before = own.rateBps();
            cycle(own, true);
            // Half of a cycle.
            double most = Math.min(limit * before / 2, halfStepBps(LINE_BPS));
            assertThat(own.rateBps() - before).isCloseTo(most, withinPercentage(1));
        }
    }

    /**
     * The class sends 25 packets in a cycle of 20 ms: five of them are a long queue. The planned
     * depth is 1.5.
     */
    @ParameterizedTest
    @CsvSource({"1, 0.0168", "3, 0.012", "6, 0.004", "40, 0.004"})
    void theLimitIsLargerWhereFewPacketsAreInExcess(int depth, double limit) {
        double startBps = LINE_BPS / 16.0;
        GrowthLimit limits = new GrowthLimit(0.004, 0.02, 0.2);
        RateControl own = byDepth(startBps / (1 - MARGIN), 0, 0, 1, limits);
        // The switch tells a packet in the window, 100 kb/s, more than has certainly arrived.
        own.onFeedback(feedback(10_100, 10_100, depth, 0));
        cycle(own, false);
        double before = own.rateBps();
        cycle(own, true);

        assertThat((own.rateBps() - before) / before).isCloseTo(limit / 2, withinPercentage(2));
    }

    /** Four readings of 10 Mb/s and one of 2 Mb/s have a mean of 8 Mb/s. */
    @ParameterizedTest
    @CsvSource({"1, 0.5", "0.25, 0.125"})
    void aSingleLowArrivalRateDoesNotMakeAPartLarge(double arrivalGain, double part) {
        RateControl own = byDepth(1e6 / (1 - MARGIN), 0, 1, arrivalGain, GrowthLimit.of(1e-6));
        for (int i = 0; i < 4; i++) {
            own.onFeedback(feedback(10_100, 10_100, 1, i * DEPTH_US));
        }
        cycle(own, false);
        double before = own.rateBps();
        own.onFeedback(feedback(2_100, 10_100, 2, 4 * DEPTH_US));
        cycle(own, false);

        // Half a packet in 10 ms is 400 kb/s, of which half of the part goes.
        assertThat(before - own.rateBps()).isCloseTo(part * 200_000, withinPercentage(3));
    }

    @Test
    void packetsAboveThePlannedDepthMeasureTheExcessAndNotTheTargetRate() {
        RateControl own = byDepth();
        // Ten packets of 8000 bits in 80 ms are 1 Mb/s: half goes. A part of a cycle by depth grows
        // by half a step. For 10 ms, 8 Mb/s would drain the queue: one packet in 10 ms is left.
        own.onFeedback(feedback(4000, 1000, 12, SETTLE_US - 500));
        assertThat((double) own.rateBps()).isCloseTo(800_000, within(1.0));
        cycle(own, false);
        double excessBps = 10.5 * 8000 * 1e6 / (SETTLE_US - 500);
        assertThat((double) own.rateBps())
                .isCloseTo(4e6 + halfStepBps(4e6) - excessBps / 2, within(1.0));
    }

    @Test
    void aFlowGivesUpItsPartOfTheExcessAndDrainsItsPart() {
        RateControl own = byDepth();
        own.onFeedback(feedback(16_100, 1000, 2, DEPTH_US));
        // Half a packet in 10 ms is 400 kb/s; a quarter of the class drains 100 kb/s. The cut is
        // half of the part that the grown rate has. A step by a quarter of the class is a quarter
        // of a step to the power of 3/4.
        double grown = 4e6 + halfStepBps(LINE_BPS) * Math.pow(0.25, 0.75);
        double left = grown - grown / 16e6 * 400_000 / 2;
        assertThat((double) own.rateBps()).isCloseTo(left - 100_000, within(10.0));
        cycle(own, false);
        assertThat((double) own.rateBps()).isCloseTo(left, within(10.0));
    }

    /** A flow with a sixteenth of its class: its step is 1, 1/4, 1/8 or 1/16 of a whole one. */
    @ParameterizedTest
    @CsvSource({"0, 1", "0.5, 0.25", "0.75, 0.125", "1, 0.0625"})
    void theExponentTellsHowMuchASmallPartGrows(double partExponent, double ofAStep) {
        double startBps = LINE_BPS / 16.0;
        RateControl own =
                byDepth(startBps / (1 - MARGIN), 0, partExponent, 1, GrowthLimit.of(NO_LIMIT));
        // The switch tells two windows' larger rate, a whole number of packets.
        long toldKbps = Math.round((LINE_BPS + 8000 * 1e6 / WINDOW_US) / 1e3);
        own.onFeedback(feedback(toldKbps, toldKbps, 1, 0));
        cycle(own, false);
        double before = own.rateBps();
        cycle(own, true);
        assertThat(own.rateBps() - before)
                .isCloseTo(ofAStep * halfStepBps(LINE_BPS), withinPercentage(2));
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

    /** At 50 kb/s a packet of 8000 bits takes 160 ms, longer than a cut needs to show. */
    @Test
    void aSparseSenderSeesTheExcessAndDrainsOverTheTimeBetweenItsPackets() {
        RateControl own = byDepth(50_000, 0);
        own.onFeedback(feedback(4000, 4000, 1, 0));
        cycle(own, false);
        double before = own.rateBps();
        // 20.5 packets of 8000 bits in 160 ms are 1.025 Mb/s, of arrivals of 3.9 Mb/s.
        own.onFeedback(feedback(4000, 4000, 22, DEPTH_US));
        double part = before / 3.9e6;
        double excess = part * 1.025e6;
        double grown = before + Math.pow(part, 0.75) * halfStepBps(4e6);
        double left = grown - grown / 3.9e6 * 1.025e6 / 2;
        assertThat((double) own.rateBps()).isCloseTo(left / (1 + excess / left), within(10.0));
    }

    /** A tenth of the class, a packet in 20 ms, has two of the 20.5 packets that are too many. */
    @Test
    void aDrainDelaysASparseSenderByItsPartOfTheExcess() {
        RateControl own = byDepth(400_000, 0);
        own.onFeedback(feedback(4000, 4000, 1, 0));
        cycle(own, false);
        own.onFeedback(feedback(4000, 4000, 22, SETTLE_US));
        double packetUs = 8000e6 / own.rateBps();
        cycle(own, false);
        double drainedUs = 8000e6 / own.rateBps();
        double part = 400_000 / 3.9e6;
        assertThat(packetUs / drainedUs - 1)
                .isCloseTo(part * 20.5 * drainedUs / 20_000, within(0.1));
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
}
