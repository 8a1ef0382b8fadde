// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.CongestionNotification;

/**
 * Base of QCN's reaction points (IEEE 802.1Qau): negative feedback cuts the current rate by G_d
 * |Fb|, and counting begins anew. In the byte counter's first cycle the target stands; at its end a
 * target above ten times the rate shrinks to an eighth.
 */
abstract class QcnControl implements RateControl {
    private static final double FAR = 10;
    private static final double SHRINK = 8;

    private final RecoveringRate rate;
    private final double decreaseGain;
    private int byteCycles;
    private long bytes;

    /**
     * @param decreaseGain G_d
     */
    QcnControl(RecoveringRate rate, double startTargetBps, double decreaseGain) {
        this.rate = rate;
        this.decreaseGain = decreaseGain;
        rate.setTargetBps(startTargetBps);
    }

    /** Begins anew what else is counted, after a cut. */
    abstract void onCut();

    @Override
    public final long rateBps() {
        return rate.rateBps();
    }

    @Override
    public final void onNotification(CongestionNotification notification, long nowNs) {
        if (notification.feedback() >= 0) {
            return;
        }
        double factor = 1 + decreaseGain * notification.feedback();
        if (byteCycles == 0) {
            rate.cutKeepingTarget(factor);
        } else {
            rate.cut(factor);
        }
        byteCycles = 0;
        bytes = 0;
        onCut();
    }

    /**
     * Adds to the byte counter; true when that ends a cycle of the given length, and begins one.
     */
    final boolean endsCycle(int frameBytes, long cycleBytes) {
        bytes += frameBytes;
        if (bytes < cycleBytes) {
            return false;
        }
        bytes = 0;
        return true;
    }

    /** Begins the byte counter's cycle anew. */
    final void restartCycle() {
        bytes = 0;
    }

    /** Takes note that a cycle of fast recovery or active increase has ended. */
    final void countCycle() {
        byteCycles++;
        if (byteCycles == 1 && rate.targetBps() > FAR * rate.currentBps()) {
            rate.setTargetBps(rate.targetBps() / SHRINK);
        }
    }

    /** Cycles of fast recovery and active increase since the last cut. */
    final int byteCycles() {
        return byteCycles;
    }

    /** One cycle of fast recovery, or with a step above 0 of increase. */
    final void recover(double stepBps) {
        rate.recover(stepBps);
    }
}
