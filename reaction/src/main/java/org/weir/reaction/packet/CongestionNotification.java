// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.packet;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Notification from a congestion point, or from a receiver that found marks, to a sender: the
 * payload of a notification packet (docs/adding-a-scheme.md). Big-endian on the wire.
 *
 * @param feedback the scheme's measure of congestion, −32768 to 32767, negative for too much; 0
 *     where a scheme says no more than that it is congested
 * @param congestionPoint number of the queue in the network; 0 from a receiver
 * @param depthPackets packets that waited when the congestion point decided; 0 from a receiver
 * @param timeUs time of the decision, by the network's common clock, µs
 */
public record CongestionNotification(
        int feedback, long congestionPoint, long depthPackets, long timeUs) {
    /** Length on the wire. */
    public static final int BYTES = 24;

    /** DSCP of the packets that carry it. */
    public static final int DSCP = 48;

    /** First four bytes of the payload: "WCNM". */
    public static final int MAGIC = 0x57434e4d;

    private static final int VERSION = 1;
    private static final int CONGESTION_EXPERIENCED = 3;

    /**
     * Reads the notification that a received datagram carries.
     *
     * @param ecn ECN field of the packet
     * @param payload payload of the UDP datagram
     * @return empty when it carries none
     */
    public static Optional<CongestionNotification> parse(int ecn, byte[] payload) {
        if (ecn != CONGESTION_EXPERIENCED || payload.length != BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(payload);
        if (fields.getInt(0) != MAGIC || fields.get(4) != VERSION) {
            return Optional.empty();
        }
        return Optional.of(
                new CongestionNotification(
                        fields.getShort(6),
                        fields.getInt(8) & 0xffff_ffffL,
                        fields.getInt(12) & 0xffff_ffffL,
                        fields.getLong(14) & 0xffff_ffff_ffffL));
    }

    /** The payload of a packet that carries this. */
    public byte[] toPayload() {
        ByteBuffer fields = ByteBuffer.allocate(BYTES);
        fields.putInt(MAGIC).put((byte) VERSION).put((byte) 0).putShort((short) feedback);
        fields.putInt((int) congestionPoint).putInt((int) depthPackets);
        fields.putShort((short) (timeUs >>> 32)).putInt((int) timeUs);
        return fields.array();
    }
}
