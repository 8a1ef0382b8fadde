// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import org.weir.wire.feedback.FeedbackMessage;

/**
 * Reader of frames that claim to be feedback packets, as {@code docs/feedback-packet.md} defines
 * them. A frame claims to be one with UDP length 40 and the magic number behind the UDP header:
 * that is how switches recognise feedback, and what {@link FrameForm#claims} passes.
 */
public final class FeedbackReader {
    private static final int TRAFFIC_CLASS = FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN;
    private static final int RESERVED = 7;

    private FeedbackReader() {}

    /**
     * Result of reading a frame: one of both is null.
     *
     * @param packet the feedback packet
     * @param refusal reason why it is none that a switch sends
     */
    public record Reading(FeedbackPacket packet, Refusal refusal) {
        private static Reading refused(Refusal reason) {
            return new Reading(null, reason);
        }
    }

    /**
     * Reads a frame, whatever it holds.
     *
     * @param buffer holds the frame from its Ethernet header on
     * @param length of the frame, bytes
     */
    public static Reading read(byte[] buffer, int length) {
        UdpFrame udp = UdpFrame.read(buffer, length).orElse(null);
        if (udp == null || !udp.carries(FeedbackMessage.BYTES, FeedbackMessage.MAGIC)) {
            return Reading.refused(Refusal.MALFORMED);
        }
        if (!udp.isIntact()) {
            return Reading.refused(Refusal.CHECKSUM);
        }
        byte[] frame = udp.frame();
        int shim = udp.payload();
        if (frame[shim + 4] != FeedbackMessage.VERSION) {
            return Reading.refused(Refusal.VERSION);
        }
        if (udp.trafficClass() != TRAFFIC_CLASS
                || udp.hopLimit() < 1
                || udp.hopLimit() > FeedbackPacket.FIRST_HOP_LIMIT
                || frame[shim + RESERVED] != 0) {
            return Reading.refused(Refusal.HEADER);
        }
        FeedbackMessage message = FeedbackMessage.parse(frame, shim).orElseThrow();
        FlowKey flow = udp.answeredFlow(message.protocol());
        return new Reading(new FeedbackPacket(flow, udp.hopLimit(), message), null);
    }
}
