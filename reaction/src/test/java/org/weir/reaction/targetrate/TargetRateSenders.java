// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.weir.reaction.RateControl;
import org.weir.wire.feedback.FeedbackMessage;

/** Senders and feedback of the tests. */
final class TargetRateSenders {
    static final long LINE_BPS = 10_000_000;
    static final double STEP_BPS = 10_000;
    static final int FRAME_BYTES = 1000;
    static final long SETTLE_US = 80_000;
    static final long DEPTH_US = 10_000;
    static final int CALM = 2;
    static final int QUIET = 4;
    static final double MARGIN = 0.01;
    static final double PART_EXPONENT = 0.75;

    /** A growth limit that no test reaches. */
    static final double NO_LIMIT = 1000;

    /** A packet of 8000 bits in a window is 100 kb/s. */
    static final double WINDOW_US = 80_000;

    static final TargetRateReaction REACTION =
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
                    PART_EXPONENT,
                    1,
                    0,
                    GrowthLimit.of(NO_LIMIT),
                    DEPTH_US,
                    0,
                    UsedRateLimit.NONE);

    private TargetRateSenders() {}

    static RateControl started() {
        RateControl control = REACTION.start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    /** A cycle in which a packet was sent. */
    static void cycle(RateControl control, boolean limited) {
        control.onSent(FRAME_BYTES);
        control.onCycle(limited);
    }

    /**
     * Growth by depth in 10 ms, half a cycle, of a flow alone in a class with that arrival rate.
     */
    static double halfStepBps(double arrivalBps) {
        return 0.002 * Math.sqrt(LINE_BPS * Math.min(LINE_BPS, arrivalBps)) / 2;
    }

    /** Cycles of 20 ms by rate and 10 ms by depth; half of the excess goes; steps are 0.002. */
    static RateControl byDepth(double startBps, double quietGrowth) {
        return byDepth(startBps, quietGrowth, PART_EXPONENT, 1, GrowthLimit.of(NO_LIMIT));
    }

    static RateControl byDepth(
            double startBps,
            double quietGrowth,
            double partExponent,
            double arrivalGain,
            GrowthLimit growthLimit) {
        return byDepth(startBps, quietGrowth, partExponent, arrivalGain, 0, growthLimit);
    }

    static RateControl byDepth(
            double startBps,
            double quietGrowth,
            double partExponent,
            double arrivalGain,
            double excessCycles,
            GrowthLimit growthLimit) {
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
                                partExponent,
                                arrivalGain,
                                excessCycles,
                                growthLimit,
                                DEPTH_US,
                                quietGrowth,
                                UsedRateLimit.NONE)
                        .start(LINE_BPS);
        control.onSent(FRAME_BYTES);
        return control;
    }

    /** A flow at 4 Mb/s, alone in its class, whose first feedback planned a depth of 1.5. */
    static RateControl byDepth() {
        RateControl control = byDepth(4e6 / (1 - MARGIN), 0);
        control.onFeedback(feedback(4000, 4000, 2, 0));
        cycle(control, false);
        assertThat((double) control.rateBps()).isCloseTo(4e6, within(1.0));
        return control;
    }

    static RateControl reached(double bps) {
        RateControl control = started();
        reach(control, bps);
        return control;
    }

    static void reach(RateControl rate, double bps) {
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
    static FeedbackMessage feedback(long lambda, long target, int depth, long timeUs) {
        return new FeedbackMessage(0, 17, lambda, target, depth, 2, SETTLE_US + timeUs, 1, 1);
    }
}
