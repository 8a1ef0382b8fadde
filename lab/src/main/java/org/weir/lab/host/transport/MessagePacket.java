// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.weir.lab.packet.UdpPacket;

/**
 * The front of a packet of a message, before what the application sends.
 *
 * @param messageId the message
 * @param number of the packet in the message, from 0; {@link #PROBE}: it carries nothing of it
 * @param total packets of the message
 * @param sentNs time at which it was handed to the host's port, ns
 * @param asks whether the sender asks for the list of missing packets
 */
record MessagePacket(int messageId, int number, int total, long sentNs, boolean asks) {
    /** Length on the wire. */
    static final int BYTES = 32;

    /** Length of a frame that carries nothing of an application: IPv4. */
    static final int FRAME_BYTES = UdpPacket.headerBytes(true) + BYTES;

    /** Offset of the words of {@link #changing}, bytes. */
    static final int CHANGING_OFFSET = 8;

    /** Number of a packet that only asks. */
    static final int PROBE = -1;

    private static final int MAGIC = 0x574d5347;

    /** The payload of a packet that carries bytes of an application, zeros here. */
    byte[] toPayload(int applicationBytes) {
        ByteBuffer payload = ByteBuffer.allocate(BYTES + applicationBytes);
        payload.putInt(MAGIC).putInt(messageId);
        for (long word : changing()) {
            payload.putLong(word);
        }
        return payload.array();
    }

    /** Fields that differ between the packets of a message, as 64-bit words. */
    long[] changing() {
        return new long[] {(long) number << 32 | total, sentNs, asks ? 1 : 0};
    }

    /** True if it carries nothing of the message. */
    boolean isProbe() {
        return number == PROBE;
    }

    /**
     * Reads a payload; empty when it is none of a message's.
     *
     * @param at offset of its first byte, behind the telemetry of switches
     */
    static Optional<MessagePacket> parse(byte[] payload, int at) {
        if (payload.length < at + BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(payload, at, BYTES);
        if (fields.getInt() != MAGIC) {
            return Optional.empty();
        }
        int messageId = fields.getInt();
        int number = fields.getInt();
        int total = fields.getInt();
        long sentNs = fields.getLong();
        return Optional.of(
                new MessagePacket(messageId, number, total, sentNs, fields.getLong() != 0));
    }
}
