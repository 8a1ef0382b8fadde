// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.CongestionNotification;
import org.weir.lab.packet.FeedbackMessage;

/**
 * QCN's reaction point (IEEE 802.1Qau). Negative feedback cuts the current rate by G_d |Fb|. A byte
 * counter and a timer count cycles: fast recovery, active increase when one has gone through it,
 * hyper-active increase when both have. In the first cycle the target stands; at its end a target
 * above ten times the rate shrinks to an eighth.
 *
 * @param startBps rate at the start, bit/s
 * @param startTargetBps target at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param decreaseGain G_d
 * @param recoveryCycles cycles of fast recovery
 * @param recoveryBytes bytes of one of them; half of it in active increase
 * @param timerNs time of one of them, ns; half of it in active increase
 * @param increaseBps R_AI, bit/s
 * @param hyperIncreaseBps R_HAI, bit/s
 */
public record QcnReaction(
        double startBps,
        double startTargetBps,
        double leastBps,
        double decreaseGain,
        int recoveryCycles,
        long recoveryBytes,
        long timerNs,
        double increaseBps,
        double hyperIncreaseBps)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final RecoveringRate rate;
        private int timerCycles;
        private int byteCycles;
        private long bytes;

        Control(long lineBps) {
            rate = new RecoveringRate(startBps, leastBps, lineBps);
            rate.setTargetBps(startTargetBps);
        }

        @Override
        public long rateBps() {
            return rate.rateBps();
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            throw new IllegalStateException("QCN has no feedback of Weir's kind");
        }

        @Override
        public void onNotification(CongestionNotification notification, long nowNs) {
            if (notification.feedback() >= 0) {
                return;
            }
            double factor = 1 + decreaseGain * notification.feedback();
            if (byteCycles == 0) {
                rate.cutKeepingTarget(factor);
            } else {
                rate.cut(factor);
            }
            timerCycles = 0;
            byteCycles = 0;
            bytes = 0;
        }

        @Override
        public long cycleNs() {
            return timerCycles < recoveryCycles ? timerNs : timerNs / 2;
        }

        @Override
        public void onCycle(boolean limited) {
            timerCycles++;
            increase();
        }

        @Override
        public void onSent(int frameBytes) {
            bytes += frameBytes;
            if (bytes >= (byteCycles < recoveryCycles ? recoveryBytes : recoveryBytes / 2)) {
                bytes = 0;
                byteCycles++;
                if (byteCycles == 1 && rate.targetBps() > 10 * rate.currentBps()) {
                    rate.setTargetBps(rate.targetBps() / 8);
                }
                increase();
            }
        }

        private void increase() {
            boolean byBytes = byteCycles > recoveryCycles;
            boolean byTime = timerCycles > recoveryCycles;
            if (byBytes && byTime) {
                int cycle = Math.min(byteCycles, timerCycles) - recoveryCycles;
                rate.recover(cycle * hyperIncreaseBps);
            } else {
                rate.recover(byBytes || byTime ? increaseBps : 0);
            }
        }
    }
}
