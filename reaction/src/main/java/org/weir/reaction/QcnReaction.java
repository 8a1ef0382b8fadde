// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * QCN's reaction point (IEEE 802.1Qau). A byte counter and a timer count cycles: fast recovery,
 * active increase when one has gone through it, hyper-active increase when both have.
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

    private final class Control extends QcnControl {
        private int timerCycles;

        Control(long lineBps) {
            super(new RecoveringRate(startBps, leastBps, lineBps), startTargetBps, decreaseGain);
        }

        @Override
        void onCut() {
            timerCycles = 0;
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
            if (endsCycle(
                    frameBytes,
                    byteCycles() < recoveryCycles ? recoveryBytes : recoveryBytes / 2)) {
                countCycle();
                increase();
            }
        }

        private void increase() {
            boolean byBytes = byteCycles() > recoveryCycles;
            boolean byTime = timerCycles > recoveryCycles;
            if (byBytes && byTime) {
                int cycle = Math.min(byteCycles(), timerCycles) - recoveryCycles;
                recover(cycle * hyperIncreaseBps);
            } else {
                recover(byBytes || byTime ? increaseBps : 0);
            }
        }
    }
}
