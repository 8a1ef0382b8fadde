// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.CongestionNotification;

/**
 * What a sender does who is told that there is congestion, and nothing more: it halves, as RFC 3168
 * (section 6.1.2) has it for a congestion window. RFC 3168, RFC 8289, RPM and TCN leave the rest to
 * TCP, whose window is a transport's business; a sender that keeps a rate recovers as the senders
 * of PMQECN's testbed do, in cycles of a fixed time, so that schemes told in this way differ in
 * nothing but what their switches find and who tells.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param increaseBps R_A, the step of active increase, bit/s
 * @param recoveryCycles N_C, cycles of fast recovery
 * @param cycleNs length of a cycle, ns
 */
public record HalvingReaction(
        double startBps, double leastBps, double increaseBps, int recoveryCycles, long cycleNs)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final SteppedRecovery rate;

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
            rate.cut(0.5);
        }

        @Override
        public long cycleNs() {
            return cycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (limited) {
                rate.endCycle();
            }
        }
    }
}
