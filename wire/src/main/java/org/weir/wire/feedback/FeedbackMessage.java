// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.feedback;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Message of a congested switch to a sender: the payload of a feedback packet, as {@code
 * docs/feedback-packet.md} defines it. All numbers are unsigned and big-endian.
 */
public final class FeedbackMessage {

    /** Length of the payload, in bytes. */
    public static final int BYTES = 32;

    /** First four bytes of the payload: "WEIR". */
    public static final int MAGIC = 0x57454952;

    /** Version of the format. */
    public static final int VERSION = 1;

    /** Threshold of a class with rate-based marking. */
    public static final int BY_RATE = 0xfffe;

    /** DSCP of feedback packets. */
    public static final int DSCP = 48;

    /** ECN field of feedback packets: congestion experienced. */
    public static final int ECN = 3;

    private static final long MAX_8_BITS = 0xffL;
    private static final long MAX_16_BITS = 0xffffL;
    private static final long MAX_32_BITS = 0xffff_ffffL;
    private static final long MAX_48_BITS = 0xffff_ffff_ffffL;

    private final int classId;
    private final int protocol;
    private final long arrivalRateKbps;
    private final long targetRateKbps;
    private final int depthPackets;
    private final int thresholdPackets;
    private final long timeUs;
    private final long switchTimeUs;
    private final int egressPort;
    private final long sequence;

    /**
     * A message.
     *
     * @param classId the class whose virtual queue is above its threshold, 8 bits
     * @param protocol IP protocol of the packet that crossed the threshold, 8 bits
     * @param arrivalRateKbps λ, the class's measured arrival rate at the port, kb/s, 32 bits
     * @param targetRateKbps λ*, the rate at which the class should arrive, kb/s, 32 bits
     * @param depthPackets packets waiting when the packet arrived, 16 bits
     * @param thresholdPackets the threshold that was crossed, 16 bits; {@link #BY_RATE} where λ*
     *     was
     * @param timeUs time at which the packet arrived, by the switches' common clock, µs, 48 bits
     * @param egressPort the port of the queue, 16 bits
     * @param sequence number of this message among the queue's, 32 bits
     * @throws IllegalArgumentException if a number does not fit its field
     */
    public FeedbackMessage(
            int classId,
            int protocol,
            long arrivalRateKbps,
            long targetRateKbps,
            int depthPackets,
            int thresholdPackets,
            long timeUs,
            int egressPort,
            long sequence) {
        this.classId = (int) check("class", classId, MAX_8_BITS);
        this.protocol = (int) check("protocol", protocol, MAX_8_BITS);
        this.arrivalRateKbps = check("arrival rate", arrivalRateKbps, MAX_32_BITS);
        this.targetRateKbps = check("target rate", targetRateKbps, MAX_32_BITS);
        this.depthPackets = (int) check("depth", depthPackets, MAX_16_BITS);
        this.thresholdPackets = (int) check("threshold", thresholdPackets, MAX_16_BITS);
        this.timeUs = check("time", timeUs, MAX_48_BITS);
        this.switchTimeUs = timeUs;
        this.egressPort = (int) check("egress port", egressPort, MAX_16_BITS);
        this.sequence = check("sequence", sequence, MAX_32_BITS);
    }

    private FeedbackMessage(FeedbackMessage told, long timeUs) {
        classId = told.classId;
        protocol = told.protocol;
        arrivalRateKbps = told.arrivalRateKbps;
        targetRateKbps = told.targetRateKbps;
        depthPackets = told.depthPackets;
        thresholdPackets = told.thresholdPackets;
        this.timeUs = check("time", timeUs, MAX_48_BITS);
        switchTimeUs = told.switchTimeUs;
        egressPort = told.egressPort;
        sequence = told.sequence;
    }

    private static long check(String field, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(field + " must be 0.." + max + ", was " + value);
        }
        return value;
    }

    /**
     * Reads the message of a UDP datagram.
     *
     * @param ecn ECN field of the packet
     * @param payload payload of the UDP datagram; bytes past the message are ignored
     * @return the message, or empty if the datagram is no feedback packet of this version
     */
    public static Optional<FeedbackMessage> parse(int ecn, byte[] payload) {
        return ecn == ECN ? parse(payload, 0) : Optional.empty();
    }

    /**
     * Reads a message.
     *
     * @param bytes holds the message
     * @param offset of its first byte
     * @return the message, or empty if there is none of this version
     */
    public static Optional<FeedbackMessage> parse(byte[] bytes, int offset) {
        if (bytes.length - offset < BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(bytes, offset, BYTES).slice();
        if (fields.getInt(0) != MAGIC || fields.get(4) != VERSION) {
            return Optional.empty();
        }
        return Optional.of(
                new FeedbackMessage(
                        fields.get(5) & 0xff,
                        fields.get(6) & 0xff,
                        fields.getInt(8) & MAX_32_BITS,
                        fields.getInt(12) & MAX_32_BITS,
                        fields.getShort(16) & 0xffff,
                        fields.getShort(18) & 0xffff,
                        fields.getLong(18) & MAX_48_BITS,
                        fields.getShort(26) & 0xffff,
                        fields.getInt(28) & MAX_32_BITS));
    }

    /**
     * The same message with the time at which a host read it, by the host's clock. {@link
     * #switchTimeUs} stays.
     *
     * @param timeUs the time, µs, 48 bits
     */
    public FeedbackMessage readAt(long timeUs) {
        return new FeedbackMessage(this, timeUs);
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

    /** The class whose virtual queue is above its threshold. */
    public int classId() {
        return classId;
    }

    /** IP protocol of the packet that crossed the threshold. */
    public int protocol() {
        return protocol;
    }

    /** λ, the class's measured arrival rate at the port, in kb/s. */
    public long arrivalRateKbps() {
        return arrivalRateKbps;
    }

    /** λ*, the rate at which the class should arrive, in kb/s. */
    public long targetRateKbps() {
        return targetRateKbps;
    }

    /** Packets waiting when the packet arrived. */
    public int depthPackets() {
        return depthPackets;
    }

    /** The threshold that was crossed; {@link #BY_RATE} where λ* was. */
    public int thresholdPackets() {
        return thresholdPackets;
    }

    /** True if more came than λ*, whatever waits. */
    public boolean isByRate() {
        return thresholdPackets == BY_RATE;
    }

    /**
     * Time at which the packet arrived, by the switches' common clock, or time of {@link #readAt},
     * in µs.
     */
    public long timeUs() {
        return timeUs;
    }

    /**
     * Time at which the packet arrived, by the clock of its switch, in µs. Clocks of two switches
     * may differ, and a switch's clock may begin anew.
     */
    public long switchTimeUs() {
        return switchTimeUs;
    }

    /** The port of the queue. */
    public int egressPort() {
        return egressPort;
    }

    /** Number of this message among the queue's. */
    public long sequence() {
        return sequence;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeedbackMessage
                && Arrays.equals(toPayload(), ((FeedbackMessage) other).toPayload());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toPayload());
    }

    @Override
    public String toString() {
        return String.format(
                "FeedbackMessage[port %d, class %d, protocol %d, arrival rate %d kb/s, target rate"
                        + " %d kb/s, depth %d, threshold %d, time %d us, sequence %d]",
                egressPort,
                classId,
                protocol,
                arrivalRateKbps,
                targetRateKbps,
                depthPackets,
                thresholdPackets,
                timeUs,
                sequence);
    }
}
