// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.wire.feedback.FeedbackMessage;

/**
 * PMQECN's reaction point (Algorithm 3). Feedback multiplies the rate by λ*&#47;λ; then come cycles
 * of fast recovery and of active increase. {@link ReactionTunable} has defaults and ranges.
 *
 * <p>Feedback never raises the rate.
 *
 * @param recovery PMQECN starts at 1 Mb/s and recovers in 5 cycles
 * @param cycleNs length of a cycle, ns
 * @param leastRatio the smallest λ*&#47;λ that one feedback may apply, above 0 to 1. A measured λ
 *     lags by its window; without a floor a burst at the start of a flow could stop it.
 */
public record PmqecnReaction(Recovery recovery, long cycleNs, double leastRatio)
        implements Reaction {
    private static final long NS_PER_MS = 1_000_000L;

    /**
     * Settings for a line of the given rate.
     *
     * <p>PMQECN gives R_A = 5 Mb/s and no time for a cycle; its authors' code ends one cycle a
     * second. The switch measures λ over 33 ms and tells a flow at most once per feedback interval,
     * so a cycle has to outlast both, else the rate climbs again before a cut is seen: 50 ms does,
     * with a feedback interval of 40 ms. One step of active increase is 5 % of the line, 0.5 Mb/s
     * at 10 Mb/s. With three backlogged classes in PMQECN's Fig. 6 that keeps every share within 1
     * % of its weight, the port full and the queues within a tenth of their thresholds; the
     * published 5 Mb/s, half the line in one step, lets depths swing threefold and costs up to 17 %
     * of the port when feedback comes every 10 ms.
     */
    public static PmqecnReaction forLine(long lineBps) {
        return new PmqecnReaction(
                new Recovery(
                        Math.min(ReactionTunable.START_BPS.defaultValue(lineBps), lineBps),
                        ReactionTunable.LEAST_BPS.defaultValue(lineBps),
                        ReactionTunable.INCREASE_BPS.defaultValue(lineBps),
                        (int) ReactionTunable.RECOVERY_CYCLES.defaultValue(lineBps)),
                NS_PER_MS * (long) ReactionTunable.CYCLE_MS.defaultValue(lineBps),
                ReactionTunable.LEAST_RATIO.defaultValue(lineBps));
    }

    @Override
    public RateControl start(long lineBps) {
        return new TimedRate(recovery.on(lineBps), cycleNs) {
            @Override
            public void onFeedback(FeedbackMessage feedback) {
                double ratio = 1;
                if (feedback.arrivalRateKbps() > 0) {
                    ratio = (double) feedback.targetRateKbps() / feedback.arrivalRateKbps();
                }
                cut(Math.max(leastRatio, ratio));
            }
        };
    }
}
