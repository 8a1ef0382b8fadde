// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.telemetry;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A report that a switch pushes about one of its queues: the payload of an Ethernet frame of type
 * 0x88B5, as {@code docs/telemetry.md} defines it. All numbers are big-endian and unsigned.
 */
public final class TelemetryReport {

    /** EtherType of a report (IEEE 802 local experimental). */
    public static final int ETHER_TYPE = 0x88B5;

    /** Format this class reads. */
    public static final int VERSION = 1;

    /** Length of a report, in bytes, without the Ethernet header. */
    public static final int LENGTH_BYTES = 26;

    private final int classIndex;
    private final int port;
    private final long depthPackets;
    private final long maxDepthPackets;
    private final long delayUs;
    private final long timeUs;
    private final long arrivalRateKbps;

    /**
     * A report.
     *
     * @param classIndex class, 8 bits
     * @param port egress port of the queue, 16 bits
     * @param depthPackets packets waiting when the reported packet arrived, 32 bits
     * @param maxDepthPackets most packets waiting since the last report, 32 bits
     * @param delayUs time the reported packet waited, µs, 32 bits
     * @param timeUs the switch's clock when it left, µs since the network's epoch, 48 bits
     * @param arrivalRateKbps arrival rate the data plane measures, kb/s, 32 bits
     * @throws IllegalArgumentException if a number does not fit its field
     */
    public TelemetryReport(
            int classIndex,
            int port,
            long depthPackets,
            long maxDepthPackets,
            long delayUs,
            long timeUs,
            long arrivalRateKbps) {
        this.classIndex = (int) check("class", classIndex, 8);
        this.port = (int) check("port", port, 16);
        this.depthPackets = check("depth", depthPackets, 32);
        this.maxDepthPackets = check("largest depth", maxDepthPackets, 32);
        this.delayUs = check("delay", delayUs, 32);
        this.timeUs = check("time", timeUs, 48);
        this.arrivalRateKbps = check("arrival rate", arrivalRateKbps, 32);
    }

    private static long check(String field, long value, int bits) {
        if (value >>> bits != 0) {
            throw new IllegalArgumentException(
                    field + " must have " + bits + " bits, was " + value);
        }
        return value;
    }

    /**
     * Reads a report.
     *
     * @param payload payload behind the EtherType; bytes past the report are padding
     * @return the report, or empty if the payload is too short or of another version
     */
    public static Optional<TelemetryReport> parse(byte[] payload) {
        return parse(payload, 0);
    }

    /**
     * Reads a report.
     *
     * @param bytes holds the report
     * @param offset of its first byte, the one after the EtherType
     * @return the report, or empty if there are too few bytes or it is of another version
     */
    public static Optional<TelemetryReport> parse(byte[] bytes, int offset) {
        if (bytes.length - offset < LENGTH_BYTES || Byte.toUnsignedInt(bytes[offset]) != VERSION) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(bytes, offset + 1, LENGTH_BYTES - 1);
        return Optional.of(
                new TelemetryReport(
                        Byte.toUnsignedInt(fields.get()),
                        Short.toUnsignedInt(fields.getShort()),
                        Integer.toUnsignedLong(fields.getInt()),
                        Integer.toUnsignedLong(fields.getInt()),
                        Integer.toUnsignedLong(fields.getInt()),
                        Short.toUnsignedLong(fields.getShort()) << 32
                                | Integer.toUnsignedLong(fields.getInt()),
                        Integer.toUnsignedLong(fields.getInt())));
    }

    /** The payload of a frame of type {@link #ETHER_TYPE} that carries this report. */
    public byte[] toPayload() {
        return ByteBuffer.allocate(LENGTH_BYTES)
                .put((byte) VERSION)
                .put((byte) classIndex)
                .putShort((short) port)
                .putInt((int) depthPackets)
                .putInt((int) maxDepthPackets)
                .putInt((int) delayUs)
                .putShort((short) (timeUs >>> 32))
                .putInt((int) timeUs)
                .putInt((int) arrivalRateKbps)
                .array();
    }

    /** Class, 0..7. */
    public int classIndex() {
        return classIndex;
    }

    /** Egress port of the queue. */
    public int port() {
        return port;
    }

    /** Packets waiting when the reported packet arrived. */
    public long depthPackets() {
        return depthPackets;
    }

    /** Most packets waiting since the last report. */
    public long maxDepthPackets() {
        return maxDepthPackets;
    }

    /** Time the reported packet waited, in µs. */
    public long delayUs() {
        return delayUs;
    }

    /** The switch's clock when it left, in µs since the network's epoch. */
    public long timeUs() {
        return timeUs;
    }

    /** Arrival rate the data plane measures, in kb/s. */
    public long arrivalRateKbps() {
        return arrivalRateKbps;
    }
}
