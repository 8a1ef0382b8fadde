// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

/**
 * Settings of a {@link ReactionPoint}; {@link ReactionTunable} has their defaults and ranges.
 *
 * @param startBps rate at the start, bit/s (PMQECN: 1 Mb/s)
 * @param leastBps rate below which feedback never pushes, bit/s
 * @param increaseBps R_A, by which the target rate grows in active increase, bit/s
 * @param cycleNs length of a cycle, ns
 * @param recoveryCycles N_C, cycles of fast recovery (PMQECN: 5)
 * @param leastRatio the smallest λ*&#47;λ that one feedback may apply, above 0 to 1. A measured λ
 *     lags by its window; without a floor a burst at the start of a flow could stop it.
 */
public record ReactionParameters(
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
    public static ReactionParameters forLine(long lineBps) {
        return new ReactionParameters(
                Math.min((long) ReactionTunable.START_BPS.defaultValue(lineBps), lineBps),
                (long) ReactionTunable.LEAST_BPS.defaultValue(lineBps),
                (long) ReactionTunable.INCREASE_BPS.defaultValue(lineBps),
                NS_PER_MS * (long) ReactionTunable.CYCLE_MS.defaultValue(lineBps),
                (int) ReactionTunable.RECOVERY_CYCLES.defaultValue(lineBps),
                ReactionTunable.LEAST_RATIO.defaultValue(lineBps));
    }

    @Override
    public RateControl start(long lineBps) {
        return new ReactionPoint(this, lineBps);
    }
}
