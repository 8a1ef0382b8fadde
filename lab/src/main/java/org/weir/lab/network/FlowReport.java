// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.Optional;
import java.util.OptionalLong;
import org.weir.lab.host.FlowReceiver;
import org.weir.lab.host.FlowSender;
import org.weir.lab.stats.LatencyHistogram;

/**
 * Counts and delays of a flow since the network's start, seen from its two hosts.
 *
 * @param name the flow
 * @param className the class its packets are meant to fall into
 * @param from sending host
 * @param to receiving host
 * @param packetBytes length of its Ethernet frames
 * @param offeredPackets packets the application wanted to send
 * @param overflowPackets of them, given up because the application's backlog was full
 * @param backlogPackets of them, held back by the rate control now
 * @param sentPackets of them, handed to the host's port
 * @param receivedPackets packets received
 * @param receivedBytes bytes of the frames received
 * @param lostPackets of those sent, known to be lost: those missing among the received, and of what
 *     was sent after the last received all but as many as there are frames under way in the
 *     network; exact when nothing is
 * @param markedPackets packets received with ECN's congestion experienced
 * @param delayP50Ns median of the one-way delay, ns; 0 if nothing was received ({@link
 *     #isDelayKnown()})
 * @param delayP99Ns its 99th percentile, ns
 * @param allowedRateBps rate that the rate control allows now
 * @param feedbackPackets feedback received by the sender
 */
public record FlowReport(
        String name,
        String className,
        String from,
        String to,
        int packetBytes,
        long offeredPackets,
        long overflowPackets,
        long backlogPackets,
        long sentPackets,
        long receivedPackets,
        long receivedBytes,
        long lostPackets,
        long markedPackets,
        long delayP50Ns,
        long delayP99Ns,
        long allowedRateBps,
        long feedbackPackets) {
    /** True if packets were received, so that there is a delay. */
    public boolean isDelayKnown() {
        return receivedPackets > 0;
    }

    /**
     * @param underWayFrames in the whole network; empty where it cannot be known
     */
    static FlowReport of(
            String from,
            String to,
            FlowSender sender,
            Optional<FlowReceiver> receiver,
            OptionalLong underWayFrames) {
        LatencyHistogram delay = receiver.map(FlowReceiver::delay).orElseGet(LatencyHistogram::new);
        return new FlowReport(
                sender.flow().name(),
                sender.flow().className(),
                from,
                to,
                sender.flow().packetBytes(),
                sender.offeredPackets(),
                sender.overflowPackets(),
                sender.backlogPackets(),
                sender.sentPackets(),
                receiver.map(FlowReceiver::packets).orElse(0L),
                receiver.map(FlowReceiver::bytes).orElse(0L),
                lostPackets(sender, receiver, underWayFrames),
                receiver.map(FlowReceiver::markedPackets).orElse(0L),
                delay.percentileNs(0.5),
                delay.percentileNs(0.99),
                sender.allowedRateBps(),
                sender.feedbackPackets());
    }

    private static long lostPackets(
            FlowSender sender, Optional<FlowReceiver> receiver, OptionalLong underWayFrames) {
        long missing = receiver.map(FlowReceiver::lostPackets).orElse(0L);
        if (underWayFrames.isEmpty()) {
            return missing;
        }
        long received = receiver.map(FlowReceiver::packets).orElse(0L);
        return Math.max(missing, sender.sentPackets() - received - underWayFrames.getAsLong());
    }
}
