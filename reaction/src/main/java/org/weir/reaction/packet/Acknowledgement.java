// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.packet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answer of a receiver to one packet of a flow, for senders that control their rate by
 * acknowledgements: the payload of a UDP packet with addresses and ports swapped. Big-endian on the
 * wire. Without telemetry it has the form of a {@link CongestionNotification} of version 2, which
 * switches queue with notifications, before all data.
 *
 * @param number of the packet in its flow or message, from 0
 * @param marked whether it came with ECN's congestion experienced
 * @param hops telemetry that switches stamped on it, the last one first; empty where they stamp
 *     none
 */
public record Acknowledgement(long number, boolean marked, List<HopTelemetry> hops) {
    private static final int MAGIC = 0x5741434b;
    private static final int BYTES = 16;
    private static final int SHORT_VERSION = 2;

    /** Copies the list. */
    public Acknowledgement {
        hops = List.copyOf(hops);
    }

    /** Reads the acknowledgement that a payload is; empty when it is none. */
    public static Optional<Acknowledgement> parse(byte[] payload) {
        if (payload.length < BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(payload);
        int magic = fields.getInt();
        if (magic == CongestionNotification.MAGIC) {
            return parseShort(fields);
        }
        if (magic != MAGIC) {
            return Optional.empty();
        }
        boolean marked = fields.get() != 0;
        int count = fields.get();
        fields.getShort();
        long number = fields.getLong();
        if (count < 0 || fields.remaining() != count * HopTelemetry.BYTES) {
            return Optional.empty();
        }
        List<HopTelemetry> hops = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            hops.add(HopTelemetry.read(fields));
        }
        return Optional.of(new Acknowledgement(number, marked, hops));
    }

    private static Optional<Acknowledgement> parseShort(ByteBuffer fields) {
        if (fields.capacity() != CongestionNotification.BYTES || fields.get() != SHORT_VERSION) {
            return Optional.empty();
        }
        boolean marked = fields.get() != 0;
        fields.getShort();
        return Optional.of(new Acknowledgement(fields.getLong(), marked, List.of()));
    }

    /** The payload of a packet that carries this. */
    public byte[] toPayload() {
        if (hops.isEmpty()) {
            ByteBuffer fields = ByteBuffer.allocate(CongestionNotification.BYTES);
            fields.putInt(CongestionNotification.MAGIC).put((byte) SHORT_VERSION);
            fields.put((byte) (marked ? 1 : 0)).putShort((short) 0).putLong(number);
            return fields.array();
        }
        ByteBuffer fields = ByteBuffer.allocate(BYTES + hops.size() * HopTelemetry.BYTES);
        fields.putInt(MAGIC).put((byte) (marked ? 1 : 0)).put((byte) hops.size());
        fields.putShort((short) 0).putLong(number);
        hops.forEach(hop -> hop.write(fields));
        return fields.array();
    }
}
