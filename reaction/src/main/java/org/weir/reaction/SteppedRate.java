// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/** The rate of one sender that recovers as {@link Recovery} says. */
final class SteppedRate {
    private final Recovery recovery;
    private final RecoveringRate rate;
    private int recoveryLeft;

    SteppedRate(Recovery recovery, long lineBps) {
        this.recovery = recovery;
        rate = new RecoveringRate(recovery.startBps(), recovery.leastBps(), lineBps);
    }

    /** Makes the rate before the target, the rate a part of it, and recovery begin anew. */
    void cut(double factor) {
        rate.cut(factor);
        recoveryLeft = recovery.cycles();
    }

    /** Ends a cycle. */
    void endCycle() {
        rate.recover(recoveryLeft > 0 ? 0 : recovery.increaseBps());
        recoveryLeft = Math.max(0, recoveryLeft - 1);
    }

    /** The current rate in whole bit/s. */
    long rateBps() {
        return rate.rateBps();
    }
}
