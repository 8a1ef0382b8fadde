// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The first bytes of what a lab host's flow carries; the rest of the packet is zeros.
 *
 * @param flowId number of the flow
 * @param sequence number of the packet in its flow, from 0
 * @param sentNs time at which the application handed it to the host, ns since the network's start
 */
public record DataPayload(int flowId, long sequence, long sentNs) {
    /** Length on the wire. */
    public static final int BYTES = 24;

    /** Offset of the sequence number, bytes; the time follows it. */
    public static final int SEQUENCE_OFFSET = 8;

    private static final int MAGIC = 0x574c4142;

    /** The payload of a packet, zeros up to the given length. */
    public byte[] toPayload(int bytes) {
        byte[] payload = new byte[bytes];
        ByteBuffer.wrap(payload).putInt(MAGIC).putInt(flowId).putLong(sequence).putLong(sentNs);
        return payload;
    }

    /** Reads a payload; empty when no lab host made it. */
    public static Optional<DataPayload> parse(byte[] payload) {
        return parse(payload, 0);
    }

    /**
     * Reads a payload behind bytes that switches put in front of it.
     *
     * @param at offset of the payload's first byte
     */
    public static Optional<DataPayload> parse(byte[] payload, int at) {
        if (payload.length < at + BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(payload, at, BYTES);
        if (fields.getInt() != MAGIC) {
            return Optional.empty();
        }
        int flowId = fields.getInt();
        return Optional.of(new DataPayload(flowId, fields.getLong(), fields.getLong()));
    }
}
