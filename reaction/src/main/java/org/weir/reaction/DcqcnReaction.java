// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.CongestionNotification;

/**
 * DCQCN's reaction point (Zhu et al., SIGCOMM 2015, section 3.2). A notification cuts the rate by
 * α/2 and raises α by g; without one α decays, from the first notification on. A timer and a byte
 * counter each count cycles: while both are within the first F, fast recovery; when one is past,
 * additive increase; when both are, hyper increase.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param g weight of the newest observation in α, above 0 to 1
 * @param alphaTimerNs time after which α decays without notification, ns
 * @param timerNs length of a timer cycle, ns
 * @param counterBytes bytes of a byte counter's cycle
 * @param recoveryCycles F
 * @param increaseBps R_AI, bit/s
 * @param hyperIncreaseBps R_HAI, bit/s
 */
public record DcqcnReaction(
        double startBps,
        double leastBps,
        double g,
        long alphaTimerNs,
        long timerNs,
        long counterBytes,
        int recoveryCycles,
        double increaseBps,
        double hyperIncreaseBps)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final RecoveringRate rate;
        private double alpha = 1;
        private boolean told;

        /** Time since which α has not decayed; α is 1 until the first notification. */
        private long alphaSinceNs;

        private int timerCycles;
        private int byteCycles;
        private long bytes;

        Control(long lineBps) {
            rate = new RecoveringRate(startBps, leastBps, lineBps);
            // As a sender that has never been told starts: past its recovery, increasing.
            timerCycles = recoveryCycles;
        }

        @Override
        public long rateBps() {
            return rate.rateBps();
        }

        @Override
        public void onNotification(CongestionNotification notification, long nowNs) {
            while (told && nowNs - alphaSinceNs >= alphaTimerNs && alpha > 1e-9) {
                alpha *= 1 - g;
                alphaSinceNs += alphaTimerNs;
            }
            told = true;
            rate.cut(1 - alpha / 2);
            alpha = (1 - g) * alpha + g;
            alphaSinceNs = nowNs;
            timerCycles = 0;
            byteCycles = 0;
            bytes = 0;
        }

        @Override
        public long cycleNs() {
            return timerNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (limited) {
                timerCycles++;
                increase();
            }
        }

        @Override
        public void onSent(int frameBytes) {
            bytes += frameBytes;
            if (bytes >= counterBytes) {
                bytes = 0;
                byteCycles++;
                increase();
            }
        }

        private void increase() {
            int most = Math.max(timerCycles, byteCycles);
            int least = Math.min(timerCycles, byteCycles);
            if (most <= recoveryCycles) {
                rate.recover(0);
            } else if (least > recoveryCycles) {
                rate.recover((least - recoveryCycles) * hyperIncreaseBps);
            } else {
                rate.recover(increaseBps);
            }
        }
    }
}
