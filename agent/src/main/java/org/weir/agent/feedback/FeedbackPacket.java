// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import org.weir.wire.feedback.FeedbackMessage;

/**
 * A well-formed feedback packet.
 *
 * @param flow the flow that it is about, whose addresses and ports are swapped in the packet
 * @param hopLimit TTL or hop limit with which it arrived, 1 to 64: switches send it with 64, and
 *     each switch on its way takes one
 * @param message its content
 */
public record FeedbackPacket(FlowKey flow, int hopLimit, FeedbackMessage message) {
    /** TTL with which switches send feedback. */
    public static final int FIRST_HOP_LIMIT = 64;

    /** Switch and queue that it is from, as far as the packet tells: its place on the way. */
    public Origin origin() {
        return new Origin(flow, hopLimit, message.egressPort(), message.classId());
    }

    /**
     * A queue of a switch on a flow's way. The format has no name of a switch: its distance, the
     * port and the class stand for it.
     *
     * @param flow the flow
     * @param hopLimit TTL with which its feedback arrives
     * @param egressPort the port of the queue
     * @param classId the class of the queue
     */
    public record Origin(FlowKey flow, int hopLimit, int egressPort, int classId) {}
}
