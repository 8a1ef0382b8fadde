// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a congested switch tells a sender: the payload of a feedback packet. All numbers are
 * unsigned and big-endian on the wire.
 *
 * @param classId the class whose virtual queue is above its threshold
 * @param protocol IP protocol of the packet that crossed the threshold
 * @param arrivalRateKbps λ, the class's measured arrival rate at the port, kb/s
 * @param targetRateKbps λ*, the rate at which the class should arrive, kb/s
 * @param depthPackets packets waiting when the packet arrived
 * @param thresholdPackets the threshold that was crossed; {@link #BY_RATE} where λ* was
 * @param timeUs when, by the switches' common clock, µs
 * @param egressPort the port of the queue
 * @param sequence number of this message among the queue's
 */
public record FeedbackMessage(
        int classId,
        int protocol,
        long arrivalRateKbps,
        long targetRateKbps,
        int depthPackets,
        int thresholdPackets,
        long timeUs,
        int egressPort,
        long sequence) {
    /** Length on the wire. */
    public static final int BYTES = 32;

    /** The threshold of a class that is told by its rate. */
    public static final int BY_RATE = 0xfffe;

    /** DSCP of the packets that carry it. */
    public static final int DSCP = 48;

    private static final int MAGIC = 0x57454952;
    private static final int VERSION = 1;
    private static final int CONGESTION_EXPERIENCED = 3;

    /** Whether more came than λ*, whatever waits. */
    public boolean isByRate() {
        return thresholdPackets == BY_RATE;
    }

    /** Reads the message that a received datagram carries; empty when it carries none. */
    public static Optional<FeedbackMessage> of(UdpPacket packet) {
        byte[] payload = packet.payload();
        if (packet.ecn() != CONGESTION_EXPERIENCED || payload.length < BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(payload);
        if (fields.getInt(0) != MAGIC || fields.get(4) != VERSION) {
            return Optional.empty();
        }
        return Optional.of(
                new FeedbackMessage(
                        fields.get(5) & 0xff,
                        fields.get(6) & 0xff,
                        fields.getInt(8) & 0xffff_ffffL,
                        fields.getInt(12) & 0xffff_ffffL,
                        fields.getShort(16) & 0xffff,
                        fields.getShort(18) & 0xffff,
                        fields.getLong(18) & 0xffff_ffff_ffffL,
                        fields.getShort(26) & 0xffff,
                        fields.getInt(28) & 0xffff_ffffL));
    }

    /** The payload of a feedback packet that carries this message. */
    public byte[] toPayload() {
        ByteBuffer fields = ByteBuffer.allocate(BYTES);
        fields.putInt(MAGIC).put((byte) VERSION).put((byte) classId).put((byte) protocol);
        fields.put((byte) 0).putInt((int) arrivalRateKbps).putInt((int) targetRateKbps);
        fields.putShort((short) depthPackets).putShort((short) thresholdPackets);
        fields.putShort((short) (timeUs >>> 32)).putInt((int) timeUs);
        fields.putShort((short) egressPort).putInt((int) sequence);
        return fields.array();
    }
}
