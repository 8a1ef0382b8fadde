// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.nio.ByteBuffer;

/** Metadata that the hardware puts before a packet: 16 bytes at ingress, 27 at egress. */
final class IntrinsicMetadata {

    /** Bytes at ingress, with the port's own metadata, all zeros here. */
    static final int INGRESS_BYTES = 16;

    static final int EGRESS_BYTES = 27;

    private IntrinsicMetadata() {}

    static byte[] ingress(int port, long timeNs, byte[] frame) {
        ByteBuffer buffer = ByteBuffer.allocate(INGRESS_BYTES + frame.length);
        buffer.putShort((short) port);
        buffer.putShort((short) (timeNs >>> 32)).putInt((int) timeNs);
        buffer.position(INGRESS_BYTES);
        return buffer.put(frame).array();
    }

    /**
     * @param packetBytes length with which the packet entered the switch, with frame check sequence
     *     and without what ingress put before it
     */
    static byte[] egress(
            int port, int queue, QueuePassage passage, int packetBytes, byte[] packet) {
        ByteBuffer buffer = ByteBuffer.allocate(EGRESS_BYTES + packet.length);
        buffer.putShort((short) port);
        put24(buffer, passage.enqueueDepthCells());
        // No pool is congested.
        buffer.put((byte) 0);
        buffer.putInt((int) (passage.enqueueTimeNs() & 0x3FFFF));
        put24(buffer, passage.dequeueDepthCells());
        buffer.put((byte) 0).put((byte) 0);
        long delayNs = passage.dequeueTimeNs() - passage.enqueueTimeNs();
        buffer.putInt((int) (delayNs & 0x3FFFF));
        // No replica, and no class of service.
        buffer.putShort((short) 0).put((byte) 0);
        buffer.put((byte) queue).put((byte) 0).put((byte) 0);
        buffer.putShort((short) packetBytes);
        return buffer.put(packet).array();
    }

    private static void put24(ByteBuffer buffer, int value) {
        buffer.put((byte) (value >>> 16)).putShort((short) value);
    }
}
