// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.CongestionNotification;
import org.weir.lab.packet.FeedbackMessage;

/**
 * P4QCN's reaction point (Geng, Yan, Zhang 2019): a notification cuts the rate by β/2; then come
 * cycles of fast recovery and of active increase, each a time or a number of bytes long. With β = 1
 * it halves, which is also what a sender does on classic ECN (RFC 3168) once per congestion.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param beta β, 0 to 1
 * @param increaseBps R_AI, the step of active increase, bit/s
 * @param recoveryCycles cycles of fast recovery
 * @param cycleNs length of a cycle, ns; 0 when bytes are counted
 * @param cycleBytes bytes of a cycle; 0 when time is counted
 */
public record HalvingReaction(
        double startBps,
        double leastBps,
        double beta,
        double increaseBps,
        int recoveryCycles,
        long cycleNs,
        long cycleBytes)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final RecoveringRate rate;
        private int recoveryLeft;
        private long bytes;

        Control(long lineBps) {
            rate = new RecoveringRate(startBps, leastBps, lineBps);
        }

        @Override
        public long rateBps() {
            return rate.rateBps();
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            cut();
        }

        @Override
        public void onNotification(CongestionNotification notification, long nowNs) {
            cut();
        }

        private void cut() {
            rate.cut(1 - beta / 2);
            recoveryLeft = recoveryCycles;
            bytes = 0;
        }

        @Override
        public long cycleNs() {
            return cycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (limited) {
                recover();
            }
        }

        @Override
        public void onSent(int frameBytes) {
            bytes += frameBytes;
            if (cycleBytes > 0 && bytes >= cycleBytes) {
                bytes = 0;
                recover();
            }
        }

        private void recover() {
            rate.recover(recoveryLeft > 0 ? 0 : increaseBps);
            recoveryLeft = Math.max(0, recoveryLeft - 1);
        }
    }
}
