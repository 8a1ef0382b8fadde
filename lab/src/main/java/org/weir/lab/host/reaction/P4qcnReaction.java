// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.CongestionNotification;

/**
 * P4QCN's reaction point (Geng, Yan, Zhang 2019, section 3.1.2): a notification cuts the rate by
 * β/2; then come cycles of fast recovery and of active increase, each a number of bytes long.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param beta β, 0 to 1
 * @param increaseBps R_AI, the step of active increase, bit/s
 * @param recoveryCycles N, cycles of fast recovery
 * @param cycleBytes bytes of a cycle, above 0
 */
public record P4qcnReaction(
        double startBps,
        double leastBps,
        double beta,
        double increaseBps,
        int recoveryCycles,
        long cycleBytes)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final SteppedRecovery rate;
        private long bytes;

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
        public void onNotification(CongestionNotification notification, long nowNs) {
            rate.cut(1 - beta / 2);
            bytes = 0;
        }

        @Override
        public long cycleNs() {
            return 0;
        }

        @Override
        public void onCycle(boolean limited) {
            throw new IllegalStateException("P4QCN counts bytes, not time");
        }

        @Override
        public void onSent(int frameBytes) {
            bytes += frameBytes;
            if (bytes >= cycleBytes) {
                bytes = 0;
                rate.endCycle();
            }
        }
    }
}
