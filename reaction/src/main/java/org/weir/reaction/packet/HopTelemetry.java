// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.packet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Entry of in-band telemetry: stamped on a packet by one switch at the moment the packet leaves a
 * queue (docs/adding-a-scheme.md). Big-endian on the wire.
 *
 * @param hop number of the queue: 64 times the switch's number, plus the port, modulo 65536
 * @param depthBytes bytes behind this packet in its queue, a multiple of 64, at most 64 · 65535
 * @param timeUs time at which it left the queue, µs modulo 2^32
 * @param sentBytes bytes that the port has sent until then, modulo 2^32
 * @param rateKbps rate of the port, kb/s
 */
public record HopTelemetry(int hop, int depthBytes, long timeUs, long sentBytes, long rateKbps) {
    /** Length of an entry on the wire. */
    public static final int BYTES = 16;

    /** Length of the part before the entries. */
    public static final int PREFIX_BYTES = 8;

    private static final int MAGIC = 0x57494e54;
    private static final int VERSION = 1;
    private static final int COUNT_OFFSET = 5;
    private static final int MOST_HOPS = 8;
    private static final int DEPTH_UNIT_BYTES = 64;
    private static final long MASK = 0xffff_ffffL;

    /** Bytes of telemetry at the front of a UDP payload; 0 where there is none. */
    public static int bytesIn(byte[] payload) {
        if (payload.length < PREFIX_BYTES) {
            return 0;
        }
        ByteBuffer fields = ByteBuffer.wrap(payload);
        int count = payload[COUNT_OFFSET];
        if (fields.getInt(0) != MAGIC
                || fields.get(4) != VERSION
                || count < 0
                || count > MOST_HOPS) {
            return 0;
        }
        int bytes = PREFIX_BYTES + count * BYTES;
        return bytes <= payload.length ? bytes : 0;
    }

    /** The entries at the front of a UDP payload, the last switch's first; none where none are. */
    public static List<HopTelemetry> of(byte[] payload) {
        List<HopTelemetry> hops = new ArrayList<>();
        for (int at = PREFIX_BYTES; at + BYTES <= bytesIn(payload); at += BYTES) {
            hops.add(read(ByteBuffer.wrap(payload, at, BYTES)));
        }
        return List.copyOf(hops);
    }

    static HopTelemetry read(ByteBuffer fields) {
        int hop = fields.getShort() & 0xffff;
        int depth = (fields.getShort() & 0xffff) * DEPTH_UNIT_BYTES;
        return new HopTelemetry(
                hop, depth, fields.getInt() & MASK, fields.getInt() & MASK, fields.getInt() & MASK);
    }

    void write(ByteBuffer fields) {
        fields.putShort((short) hop).putShort((short) (depthBytes / DEPTH_UNIT_BYTES));
        fields.putInt((int) timeUs).putInt((int) sentBytes).putInt((int) rateKbps);
    }
}
