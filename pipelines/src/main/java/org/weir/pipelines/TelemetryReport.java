// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A report that a switch pushes about one of its queues: the payload of an Ethernet frame of type
 * 0x88B5. All numbers are big-endian and unsigned.
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

    private TelemetryReport(ByteBuffer buffer) {
        this.classIndex = Byte.toUnsignedInt(buffer.get());
        this.port = Short.toUnsignedInt(buffer.getShort());
        this.depthPackets = Integer.toUnsignedLong(buffer.getInt());
        this.maxDepthPackets = Integer.toUnsignedLong(buffer.getInt());
        this.delayUs = Integer.toUnsignedLong(buffer.getInt());
        this.timeUs =
                (Short.toUnsignedLong(buffer.getShort()) << 32)
                        | Integer.toUnsignedLong(buffer.getInt());
        this.arrivalRateKbps = Integer.toUnsignedLong(buffer.getInt());
    }

    /**
     * Reads a report.
     *
     * @param payload what follows the EtherType; bytes past the report are padding
     * @return the report, or empty if the payload is too short or of another version
     */
    public static Optional<TelemetryReport> parse(byte[] payload) {
        if (payload.length < LENGTH_BYTES || Byte.toUnsignedInt(payload[0]) != VERSION) {
            return Optional.empty();
        }
        return Optional.of(new TelemetryReport(ByteBuffer.wrap(payload, 1, LENGTH_BYTES - 1)));
    }

    /** Class, 0..7. */
    public int classIndex() {
        return classIndex;
    }

    /** Egress port of the queue. */
    public int port() {
        return port;
    }

    /** Packets waiting when the reported packet left. */
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
