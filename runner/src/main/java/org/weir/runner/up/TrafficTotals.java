// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.Collection;
import java.util.Locale;
import org.weir.lab.network.FlowReport;

/**
 * Packets of several flows together.
 *
 * @param sentPackets handed to the senders' ports
 * @param receivedPackets received
 * @param lostPackets of those sent, known to be lost
 */
public record TrafficTotals(long sentPackets, long receivedPackets, long lostPackets) {
    private static final double PERCENT = 100;

    /** The sums over flows. */
    static TrafficTotals of(Collection<FlowReport> flows) {
        return new TrafficTotals(
                flows.stream().mapToLong(FlowReport::sentPackets).sum(),
                flows.stream().mapToLong(FlowReport::receivedPackets).sum(),
                flows.stream().mapToLong(FlowReport::lostPackets).sum());
    }

    /** Increase since an earlier reading. */
    public TrafficTotals since(TrafficTotals earlier) {
        return new TrafficTotals(
                sentPackets - earlier.sentPackets,
                receivedPackets - earlier.receivedPackets,
                lostPackets - earlier.lostPackets);
    }

    /** Such as {@code sent 5000, received 4990, lost 10 (0.20 %)}. */
    String text() {
        return String.format(
                Locale.ROOT,
                "sent %d, received %d, lost %d (%.2f %%)",
                sentPackets,
                receivedPackets,
                lostPackets,
                sentPackets == 0 ? 0 : PERCENT * lostPackets / sentPackets);
    }
}
