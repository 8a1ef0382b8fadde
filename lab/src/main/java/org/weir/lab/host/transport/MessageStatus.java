// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Status of a message, which its receiver sends to its sender.
 *
 * @param messageId the message
 * @param next all packets below are there
 * @param aboutNs time at which the packet was sent that caused this status, ns: packets sent again
 *     since then may still arrive
 * @param missing packets that are known to be missing: some or all of them, in order
 */
record MessageStatus(int messageId, int next, long aboutNs, List<Range> missing) {
    /** Ranges that one packet holds. */
    static final int MOST_RANGES = 32;

    private static final int MAGIC = 0x574d5354;
    private static final int FIXED_BYTES = 24;
    private static final int RANGE_BYTES = 8;

    /**
     * Packets one after the other.
     *
     * @param from the first
     * @param to behind the last
     */
    record Range(int from, int to) {}

    byte[] toPayload() {
        ByteBuffer payload = ByteBuffer.allocate(FIXED_BYTES + missing.size() * RANGE_BYTES);
        payload.putInt(MAGIC).putInt(messageId).putInt(next).putLong(aboutNs);
        payload.putInt(missing.size());
        missing.forEach(range -> payload.putInt(range.from()).putInt(range.to()));
        return payload.array();
    }

    /** Reads a payload; empty when it is none of these. */
    static Optional<MessageStatus> parse(byte[] payload) {
        if (payload.length < FIXED_BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(payload);
        if (fields.getInt() != MAGIC) {
            return Optional.empty();
        }
        int messageId = fields.getInt();
        int next = fields.getInt();
        long aboutNs = fields.getLong();
        int ranges = fields.getInt();
        if (ranges < 0 || ranges > MOST_RANGES || fields.remaining() < ranges * RANGE_BYTES) {
            return Optional.empty();
        }
        List<Range> missing = new ArrayList<>(ranges);
        for (int i = 0; i < ranges; i++) {
            missing.add(new Range(fields.getInt(), fields.getInt()));
        }
        return Optional.of(new MessageStatus(messageId, next, aboutNs, missing));
    }
}
