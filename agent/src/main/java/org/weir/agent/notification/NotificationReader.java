// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import java.util.Arrays;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.feedback.Refusal;
import org.weir.agent.feedback.UdpFrame;
import org.weir.reaction.packet.CongestionNotification;

/** Reader of frames that claim to be notifications, as lab's receivers and agents send them. */
final class NotificationReader {
    private NotificationReader() {}

    /**
     * Result of reading a frame: flow and notification, or the refusal.
     *
     * @param flow the flow that it is about, whose addresses and ports are swapped in the packet
     * @param notification its content
     * @param refusal reason why it is none that a receiver sends
     */
    record Reading(FlowKey flow, CongestionNotification notification, Refusal refusal) {
        private static Reading refused(Refusal reason) {
            return new Reading(null, null, reason);
        }
    }

    /**
     * Reads a frame, whatever it holds.
     *
     * @param buffer holds the frame from its Ethernet header on
     * @param length of the frame, bytes
     */
    static Reading read(byte[] buffer, int length) {
        UdpFrame udp = UdpFrame.read(buffer, length).orElse(null);
        if (udp == null
                || !udp.carries(CongestionNotification.BYTES, CongestionNotification.MAGIC)) {
            return Reading.refused(Refusal.MALFORMED);
        }
        if (!udp.isIntact()) {
            return Reading.refused(Refusal.CHECKSUM);
        }
        int start = udp.payload();
        byte[] payload =
                Arrays.copyOfRange(udp.frame(), start, start + CongestionNotification.BYTES);
        CongestionNotification found =
                CongestionNotification.parse(UdpFrame.CONGESTION_EXPERIENCED, payload).orElse(null);
        if (found == null) {
            return Reading.refused(Refusal.VERSION);
        }
        // A receiver knows no queue. What a receiver does not write must be as it writes it.
        CongestionNotification plain = new CongestionNotification(0, 0, 0, found.timeUs());
        if (udp.ecn() != UdpFrame.CONGESTION_EXPERIENCED
                || !Arrays.equals(payload, plain.toPayload())) {
            return Reading.refused(Refusal.HEADER);
        }
        return new Reading(udp.answeredFlow(FlowKey.UDP), found, null);
    }
}
