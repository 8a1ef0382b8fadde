// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import org.weir.lab.link.FramePool;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.Reaction;

/**
 * The frames of a flow. They differ in their number and time only, so each is a copy of one that
 * was made once, with these and the checksum changed.
 */
final class DataFrames {
    private static final int HOP_LIMIT = 64;
    private static final int ECT_1 = 1;
    private static final int ECT_0 = 2;

    private final MacAddress source;
    private final FlowConfig flow;
    private final FramePool pool;
    private MacAddress destination;
    private byte[] model;

    DataFrames(MacAddress source, FlowConfig flow, FramePool pool) {
        this.source = source;
        this.flow = flow;
        this.pool = pool;
    }

    /** A frame of its own, to be sent to an Ethernet address. */
    byte[] next(MacAddress to, long sequence, long sentNs) {
        if (!to.equals(destination)) {
            destination = to;
            model = model();
        }
        byte[] frame = pool.copyOf(model, 0, model.length);
        UdpPacket.rewrite(frame, DataPayload.SEQUENCE_OFFSET, sequence, sentNs);
        return frame;
    }

    private byte[] model() {
        int payloadBytes = flow.packetBytes() - UdpPacket.headerBytes(flow.source().isIpv4());
        return new UdpPacket(
                        destination,
                        source,
                        flow.source(),
                        flow.destination(),
                        flow.dscp(),
                        ecn(),
                        HOP_LIMIT,
                        flow.sourcePort(),
                        flow.destinationPort(),
                        new DataPayload(flow.id(), 0, 0).toPayload(payloadBytes))
                .toFrame();
    }

    private int ecn() {
        if (!flow.ecnCapable()) {
            return 0;
        }
        return flow.reaction().filter(Reaction::isScalable).isPresent() ? ECT_1 : ECT_0;
    }
}
