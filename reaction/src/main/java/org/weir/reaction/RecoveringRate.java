// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * The rate of a sender as QCN and its descendants keep it: a current rate R_c and a target rate
 * R_t, which a cut sets to the rate before it; fast recovery halves the way back to the target,
 * active increase raises the target first.
 */
final class RecoveringRate {
    private final double leastBps;
    private final double lineBps;
    private double currentBps;
    private double targetBps;

    RecoveringRate(double startBps, double leastBps, double lineBps) {
        this.leastBps = Math.min(leastBps, lineBps);
        this.lineBps = lineBps;
        currentBps = Math.min(startBps, lineBps);
        targetBps = currentBps;
    }

    /** Makes the rate before the target, and the rate a part of it. */
    void cut(double factor) {
        targetBps = currentBps;
        cutKeepingTarget(factor);
    }

    /** Makes the rate a part of what it is. */
    void cutKeepingTarget(double factor) {
        currentBps = Math.min(currentBps, Math.max(leastBps, currentBps * factor));
    }

    /** One cycle of fast recovery, or with a step above 0 of increase. */
    void recover(double stepBps) {
        targetBps = Math.min(lineBps, targetBps + stepBps);
        currentBps = Math.min(lineBps, (currentBps + targetBps) / 2);
    }

    void setTargetBps(double bps) {
        targetBps = Math.min(lineBps, bps);
    }

    double currentBps() {
        return currentBps;
    }

    double targetBps() {
        return targetBps;
    }

    /** The current rate in whole bit/s. */
    long rateBps() {
        return Math.max(1, Math.round(currentBps));
    }
}
