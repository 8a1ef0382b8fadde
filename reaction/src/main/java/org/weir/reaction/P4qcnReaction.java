// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.CongestionNotification;

/**
 * P4QCN's reaction point (Geng, Yan, Zhang 2019, section 3.1.2): a notification cuts the rate by
 * β/2; then come cycles of fast recovery and of active increase, each a number of bytes long.
 *
 * @param recovery start and recovery of the rate
 * @param beta β, 0 to 1
 * @param cycleBytes bytes of a cycle, above 0
 */
public record P4qcnReaction(Recovery recovery, double beta, long cycleBytes) implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final SteppedRate rate;
        private long bytes;

        Control(long lineBps) {
            rate = recovery.on(lineBps);
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
