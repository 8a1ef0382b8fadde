// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.weir.control.RateWindow;
import org.weir.reaction.RateControl;
import org.weir.wire.feedback.FeedbackMessage;

/** Against values worked out by hand from what the class says that it does. */
class ShareReactionTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int FRAME_BYTES = 1000;
    private static final long SETTLE_US = 80_000;
    private static final double GAIN = 0.25;
    private static final double OVERLOAD = 0.02;
    private static final double OVERLOAD_LIMIT = 0.1;
    private static final double SMOOTHING = 0.5;
    private static final double GROWTH = 0.01;
    private static final double CATCH_UP = 0.1;
    private static final double RESERVE = 0.05;
    private static final int QUIET = 3;

    /** Half a packet of 8000 bits in a window of 10 Mb/s, in kb/s. */
    private static final double HALF_PACKET_KBPS = 4000 / (RateWindow.MAX_US / 1e3);

    private long timeUs;

    private static RateControl started(double startBps) {
        RateControl control =
                new ShareReaction(
                                startBps,
                                1e5,
                                0.5,
                                GAIN,
                                OVERLOAD,
                                OVERLOAD_LIMIT,
                                SMOOTHING,
                                GROWTH,
                                CATCH_UP,
                                RESERVE,
                                QUIET,
                                1,
                                SETTLE_US)
                        .start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    /** Feedback later than a settling time after the one before, with a threshold of 2. */
    private void tell(RateControl rate, double arrivalKbps, long targetKbps, int depth) {
        timeUs += SETTLE_US;
        rate.onFeedback(feedback(arrivalKbps, targetKbps, depth));
    }

    private FeedbackMessage feedback(double arrivalKbps, long targetKbps, int depth) {
        return new FeedbackMessage(
                0, 17, Math.round(arrivalKbps), targetKbps, depth, 2, timeUs, 4, 1);
    }

    @Test
    void theFirstFeedbackTakesTheOnlyFlowOfAClassToItsTarget() {
        RateControl rate = started(4e6);
        tell(rate, 4000, 3000, 2);
        assertThat(rate.rateBps()).isEqualTo(3_000_000);
    }

    @Test
    void theFirstFeedbackMakesNoRateLessThanTheLeastPart() {
        RateControl rate = started(4e6);
        tell(rate, 4000, 1000, 2);
        assertThat(rate.rateBps()).isEqualTo(2_000_000);
    }

    @Test
    void oneOfTwoFlowsGetsHalfOfTheTarget() {
        RateControl rate = started(2e6);
        tell(rate, 4000 + HALF_PACKET_KBPS, 3000, 2);
        assertThat((double) rate.rateBps()).isCloseTo(1_500_000, within(500.0));
    }

    @Test
    void laterFeedbackTakesAPartOfTheExcessAway() {
        RateControl rate = started(3e6);
        tell(rate, 3000, 3000, 2);
        // The target is less now; a reading of λ that is too high by chance counts for half.
        tell(rate, 3000, 2000, 2);
        assertThat(rate.rateBps()).isEqualTo(Math.round(3e6 - GAIN * 1e6));
        timeUs += SETTLE_US - 1;
        rate.onFeedback(feedback(3000, 2000, 2));
        assertThat(rate.rateBps()).as("before it has settled").isEqualTo(2_750_000);
    }

    @Test
    void readingsOfTheArrivalsAreAveraged() {
        RateControl rate = started(2e6);
        tell(rate, 2000, 2000, 2);
        // The mean of 2 and 4 Mb/s less half a packet is the class's rate; 2 Mb/s is this part.
        tell(rate, 4000, 2000, 2);
        double partBps = 2e6 * 2e6 / (3e6 - 1e3 * HALF_PACKET_KBPS);
        assertThat((double) rate.rateBps()).isCloseTo(2e6 - GAIN * (2e6 - partBps), within(1.0));
    }

    @Test
    void packetsAboveTheThresholdDrainAndCostAPartOfAnyRate() {
        RateControl rate = started(3e6);
        tell(rate, 3000, 3000, 2);
        tell(rate, 3000, 3000, 4);
        double afterBps = 3e6 * (1 - 2 * OVERLOAD);
        double drainBps = 2 * 8000 * 1e6 / SETTLE_US;
        assertThat((double) rate.rateBps()).isCloseTo(afterBps - drainBps, within(1.0));
        rate.onCycle(false);
        assertThat((double) rate.rateBps()).as("drained").isCloseTo(afterBps, within(1.0));
        rate.onCycle(true);
        double backBps = afterBps + CATCH_UP * (3e6 - afterBps);
        assertThat((double) rate.rateBps()).isCloseTo(backBps * (1 + GROWTH), within(1.0));
    }

    /** 40 packets above the threshold would cost 0.8 of the rate. */
    @Test
    void aBurstOfOthersCostsAtMostTheOverloadLimit() {
        RateControl rate = started(3e6);
        tell(rate, 3000, 3000, 2);
        tell(rate, 3000, 3000, 42);
        rate.onCycle(false);
        double leftBps = 3e6 * (1 - OVERLOAD_LIMIT);
        assertThat((double) rate.rateBps()).as("drained").isCloseTo(leftBps, within(1.0));
    }

    @Test
    void growsByMoreEachCycleWhenNobodyHasComplainedForLong() {
        RateControl rate = started(2e6);
        tell(rate, 2000, 2000, 2);
        double bps = 2e6;
        for (int i = 0; i < QUIET; i++) {
            rate.onCycle(true);
            bps *= 1 + GROWTH;
            assertThat((double) rate.rateBps()).isCloseTo(bps, within(1.0));
        }
        rate.onCycle(true);
        bps *= 1 + 2 * GROWTH;
        assertThat((double) rate.rateBps()).isCloseTo(bps, within(1.0));
        rate.onCycle(false);
        assertThat((double) rate.rateBps()).as("sends less").isCloseTo(bps, within(1.0));
        for (int i = 0; i < 1000; i++) {
            rate.onCycle(true);
        }
        assertThat(rate.rateBps()).isEqualTo(LINE_BPS);
    }

    @Test
    void growsAtFirstNoFurtherThanTheReserveAboveItsPart() {
        RateControl rate = started(2e6);
        tell(rate, 2000, 2000, 2);
        for (int i = 0; i < 20; i++) {
            for (int cycle = 0; cycle < QUIET; cycle++) {
                rate.onCycle(true);
            }
            // A queue without an excess over the threshold: the rate keeps what is not cut.
            long beforeBps = rate.rateBps();
            assertThat(beforeBps).isLessThanOrEqualTo(Math.round(2e6 * (1 + RESERVE)));
            timeUs += 1;
            rate.onFeedback(feedback(2000, 2000, 2));
            assertThat(rate.rateBps()).as("still settling").isEqualTo(beforeBps);
        }
        assertThat((double) rate.rateBps()).isCloseTo(2e6 * (1 + RESERVE), within(1.0));
        for (int cycle = 0; cycle < QUIET; cycle++) {
            rate.onCycle(true);
        }
        assertThat((double) rate.rateBps()).isCloseTo(2e6 * (1 + RESERVE), within(1.0));
        rate.onCycle(true);
        assertThat((double) rate.rateBps())
                .as("nobody has complained for long")
                .isCloseTo(2e6 * (1 + RESERVE) * (1 + 2 * GROWTH), within(2.0));
    }

    @Test
    void aRateAboveTheReserveFallsOnlyByFeedback() {
        RateControl rate = started(4e6);
        tell(rate, 4000, 4000, 2);
        tell(rate, 4000, 3000, 2);
        long bps = rate.rateBps();
        assertThat(bps).isGreaterThan(Math.round(3e6 * (1 + RESERVE)));
        rate.onCycle(true);
        assertThat(rate.rateBps()).isEqualTo(bps);
    }

    @Test
    void threeClassesKeepTheirSharesWhereReadingsAreCoarse() {
        // Each class's λ is a whole number of packets in a window, the next larger one.
        double windowMs = RateWindow.MAX_US / 1e3;
        long[] targets = {4750, 3167, 1583};
        RateControl[] rates = {started(5e6), started(5e6), started(5e6)};
        double[] sentBits = new double[targets.length];
        int cycles = 2000;
        for (int cycle = 0; cycle < cycles; cycle++) {
            double sum = 0;
            for (RateControl rate : rates) {
                sum += rate.rateBps();
            }
            timeUs += SETTLE_US;
            for (int i = 0; i < rates.length; i++) {
                if (sum > LINE_BPS) {
                    double packets = Math.ceil(rates[i].rateBps() * windowMs / 1e3 / 8000);
                    rates[i].onFeedback(feedback(packets * 8000 / windowMs, targets[i], 2));
                }
                rates[i].onCycle(true);
                sentBits[i] += cycle < cycles / 10 ? 0 : rates[i].rateBps();
            }
        }
        double all = sentBits[0] + sentBits[1] + sentBits[2];
        assertThat(all / (0.9 * cycles)).isBetween(0.97 * LINE_BPS, 1.03 * LINE_BPS);
        assertThat(sentBits[0] / all).isCloseTo(0.5, within(0.01));
        assertThat(sentBits[1] / all).isCloseTo(1 / 3.0, within(0.01));
        assertThat(sentBits[2] / all).isCloseTo(1 / 6.0, within(0.01));
    }
}
