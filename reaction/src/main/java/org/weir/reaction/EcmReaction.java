// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.CongestionNotification;

/**
 * ECM's reaction point: negative feedback multiplies the rate by 1 − G_d |Fb|, positive adds G_i Fb
 * R_u. A flow that has been slowed tags its packets with the congestion point that did it, until it
 * is at its line's rate again. It probes for bandwidth by a slow rise of its own.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param decreaseGain G_d
 * @param increaseGain G_i
 * @param unitBps R_u, bit/s
 * @param driftNs time after which the rate rises by R_u unasked, ns; 0 for never
 */
public record EcmReaction(
        double startBps,
        double leastBps,
        double decreaseGain,
        double increaseGain,
        double unitBps,
        long driftNs)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final long lineBps;
        private double currentBps;
        private int congestionPoint;

        Control(long lineBps) {
            this.lineBps = lineBps;
            currentBps = Math.min(startBps, lineBps);
        }

        @Override
        public long rateBps() {
            return Math.max(1, Math.round(currentBps));
        }

        @Override
        public void onNotification(CongestionNotification notification, long nowNs) {
            int feedback = notification.feedback();
            if (feedback < 0) {
                double cut = currentBps * (1 + decreaseGain * feedback);
                currentBps = Math.min(currentBps, Math.max(leastBps, cut));
                congestionPoint = (int) notification.congestionPoint();
            } else {
                currentBps = Math.min(lineBps, currentBps + increaseGain * feedback * unitBps);
                if (currentBps >= lineBps) {
                    congestionPoint = 0;
                }
            }
        }

        @Override
        public int tag() {
            return congestionPoint;
        }

        @Override
        public long cycleNs() {
            return driftNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (limited) {
                currentBps = Math.min(lineBps, currentBps + unitBps);
            }
        }
    }
}
