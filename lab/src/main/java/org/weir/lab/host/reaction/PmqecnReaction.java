// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.FeedbackMessage;

/**
 * PMQECN's reaction point (Algorithm 3). Feedback multiplies the rate by λ*&#47;λ; then come cycles
 * of fast recovery and of active increase. {@link ReactionTunable} has defaults and ranges.
 *
 * <p>Feedback never raises the rate. The rate does not grow while the application sends less than
 * it allows: otherwise it would stand at the line rate, and the first cuts would not be felt.
 *
 * @param startBps rate at the start, bit/s (PMQECN: 1 Mb/s)
 * @param leastBps rate below which feedback never pushes, bit/s
 * @param increaseBps R_A, by which the target rate grows in active increase, bit/s
 * @param cycleNs length of a cycle, ns
 * @param recoveryCycles N_C, cycles of fast recovery (PMQECN: 5)
 * @param leastRatio the smallest λ*&#47;λ that one feedback may apply, above 0 to 1. A measured λ
 *     lags by its window; without a floor a burst at the start of a flow could stop it.
 */
public record PmqecnReaction(
        long startBps,
        long leastBps,
        long increaseBps,
        long cycleNs,
        int recoveryCycles,
        double leastRatio)
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
                Math.min((long) ReactionTunable.START_BPS.defaultValue(lineBps), lineBps),
                (long) ReactionTunable.LEAST_BPS.defaultValue(lineBps),
                (long) ReactionTunable.INCREASE_BPS.defaultValue(lineBps),
                NS_PER_MS * (long) ReactionTunable.CYCLE_MS.defaultValue(lineBps),
                (int) ReactionTunable.RECOVERY_CYCLES.defaultValue(lineBps),
                ReactionTunable.LEAST_RATIO.defaultValue(lineBps));
    }

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final SteppedRecovery rate;

        Control(long lineBps) {
            rate =
                    new SteppedRecovery(
                            new RecoveringRate(startBps, leastBps, lineBps),
                            recoveryCycles,
                            increaseBps);
        }

        @Override
        public long rateBps() {
            return rate.rateBps();
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            double ratio = 1;
            if (feedback.arrivalRateKbps() > 0) {
                ratio = (double) feedback.targetRateKbps() / feedback.arrivalRateKbps();
            }
            rate.cut(Math.max(leastRatio, Math.min(1, ratio)));
        }

        @Override
        public long cycleNs() {
            return cycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (limited) {
                rate.endCycle();
            }
        }
    }
}
