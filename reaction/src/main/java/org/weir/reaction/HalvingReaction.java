// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.CongestionNotification;

/**
 * Reaction of a sender that learns only that there is congestion: it halves its rate, as RFC 3168
 * (section 6.1.2) has it for a congestion window. RFC 3168, RFC 8289, RPM and TCN leave the rest to
 * TCP, whose window is a transport's business. A sender that keeps a rate recovers as the senders
 * of PMQECN's testbed do, in cycles of a fixed time, so that these schemes differ only in the
 * congestion that their switches detect and in the node that notifies the sender.
 *
 * @param recovery start and recovery of the rate
 * @param cycleNs length of a cycle, ns
 */
public record HalvingReaction(Recovery recovery, long cycleNs) implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new TimedRate(recovery.on(lineBps), cycleNs) {
            @Override
            public void onNotification(CongestionNotification notification, long nowNs) {
                cut(0.5);
            }
        };
    }
}
