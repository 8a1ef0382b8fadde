// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes frames of Ethernet into a capture file, without memory per frame. In pcapng they may be
 * those of several interfaces.
 */
public final class CaptureWriter implements Closeable, Flushable {

    private static final int BUFFER_BYTES = 1 << 17;

    /** Room that a frame's record takes at most beside the frame. */
    private static final int RECORD_BYTES = 36;

    private static final int NANOS_PER_MICRO = 1000;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final OutputStream stream;
    private final CaptureFormat format;
    private final ByteBuffer buffer =
            ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private int lastInterface;

    private CaptureWriter(OutputStream stream, CaptureFormat format) {
        this.stream = stream;
        this.format = format;
    }

    /**
     * Creates a file, or empties the one that is there.
     *
     * @param interfaceName name of the frames' interface in a pcapng file, at most 255 bytes
     */
    public static CaptureWriter create(Path file, CaptureFormat format, String interfaceName)
            throws IOException {
        return to(Files.newOutputStream(file), format, interfaceName);
    }

    /** Writes to a stream, which closing the writer closes. */
    public static CaptureWriter to(OutputStream stream, CaptureFormat format, String interfaceName)
            throws IOException {
        CaptureWriter writer = new CaptureWriter(stream, format);
        if (format == CaptureFormat.PCAPNG) {
            writer.sectionHeader();
            writer.interfaceDescription(interfaceName.getBytes(StandardCharsets.UTF_8));
        } else {
            writer.fileHeader();
        }
        return writer;
    }

    private void fileHeader() {
        buffer.putInt(
                format == CaptureFormat.PCAP_NANOS
                        ? PcapReader.MAGIC_NANOS
                        : PcapReader.MAGIC_MICROS);
        buffer.putShort((short) 2).putShort((short) 4).putLong(0);
        buffer.putInt(CaptureReader.MAX_FRAME_BYTES).putInt(CaptureReader.LINK_TYPE_ETHERNET);
    }

    private void sectionHeader() {
        int bytes = 28;
        buffer.putInt(PcapngReader.SECTION_HEADER).putInt(bytes);
        buffer.putInt(PcapngReader.BYTE_ORDER_MAGIC).putShort((short) 1).putShort((short) 0);
        // The section's length is not known beforehand.
        buffer.putLong(-1).putInt(bytes);
    }

    private void interfaceDescription(byte[] name) {
        if (name.length > 255) {
            throw new IllegalArgumentException(
                    "interfaceName has %d bytes; at most 255 are written".formatted(name.length));
        }
        int bytes = 16 + 4 + padded(name.length) + 8 + 4 + 4;
        buffer.putInt(PcapngReader.INTERFACE_DESCRIPTION).putInt(bytes);
        buffer.putShort((short) CaptureReader.LINK_TYPE_ETHERNET).putShort((short) 0);
        buffer.putInt(CaptureReader.MAX_FRAME_BYTES);
        buffer.putShort((short) PcapngReader.OPTION_NAME).putShort((short) name.length);
        buffer.put(name).put(new byte[padded(name.length) - name.length]);
        buffer.putShort((short) PcapngReader.OPTION_TIME_RESOLUTION).putShort((short) 1);
        buffer.put((byte) 9).put(new byte[3]);
        buffer.putInt(0).putInt(bytes);
    }

    private static int padded(int bytes) {
        return (bytes + 3) & ~3;
    }

    /**
     * Describes one more interface of a pcapng file.
     *
     * @param name name in the file, at most 255 bytes
     * @return its number, for {@link #write(int, long, byte[], int, int)}; that of the first
     *     interface is 0
     */
    public int addInterface(String name) throws IOException {
        if (format != CaptureFormat.PCAPNG) {
            throw new IllegalStateException("only a pcapng file has interfaces");
        }
        drain();
        interfaceDescription(name.getBytes(StandardCharsets.UTF_8));
        return ++lastInterface;
    }

    /** Writes a frame as a whole. */
    public void write(long timeNs, byte[] frame) throws IOException {
        write(timeNs, frame, 0, frame.length);
    }

    /**
     * Writes a frame.
     *
     * @param timeNs time of capture, in nanoseconds since 1970; at least 0, and in classic pcap
     *     before 2^32 seconds
     * @param source holds the frame
     * @param offset of its first byte
     * @param length in bytes, at most {@link CaptureReader#MAX_FRAME_BYTES}
     */
    public void write(long timeNs, byte[] source, int offset, int length) throws IOException {
        write(0, timeNs, source, offset, length);
    }

    /** Writes a frame of one of several interfaces. */
    public void write(int interfaceIndex, long timeNs, byte[] source, int offset, int length)
            throws IOException {
        writeStart(interfaceIndex, timeNs, source, offset, length, length);
    }

    /**
     * Writes the beginning of a frame of one of several interfaces.
     *
     * @param length bytes of it that are written
     * @param originalLength bytes of the frame, at least {@code length}
     */
    public void writeStart(
            int interfaceIndex,
            long timeNs,
            byte[] source,
            int offset,
            int length,
            int originalLength)
            throws IOException {
        if (length > CaptureReader.MAX_FRAME_BYTES) {
            throw new IllegalArgumentException(
                    "a frame of %d bytes; at most %d are written"
                            .formatted(length, CaptureReader.MAX_FRAME_BYTES));
        }
        boolean fits = length <= BUFFER_BYTES - RECORD_BYTES;
        if (buffer.remaining() < RECORD_BYTES + (fits ? length : 0)) {
            drain();
        }
        int padding = 0;
        int blockBytes = 0;
        if (format == CaptureFormat.PCAPNG) {
            padding = padded(length) - length;
            blockBytes = 32 + length + padding;
            buffer.putInt(PcapngReader.ENHANCED_PACKET).putInt(blockBytes).putInt(interfaceIndex);
            buffer.putInt((int) (timeNs >>> 32)).putInt((int) timeNs);
        } else {
            long fraction = timeNs % NANOS_PER_SECOND;
            buffer.putInt((int) (timeNs / NANOS_PER_SECOND));
            buffer.putInt(
                    (int)
                            (format == CaptureFormat.PCAP_NANOS
                                    ? fraction
                                    : fraction / NANOS_PER_MICRO));
        }
        buffer.putInt(length).putInt(originalLength);
        if (fits) {
            buffer.put(source, offset, length);
        } else {
            drain();
            stream.write(source, offset, length);
        }
        if (format == CaptureFormat.PCAPNG) {
            for (int i = 0; i < padding; i++) {
                buffer.put((byte) 0);
            }
            buffer.putInt(blockBytes);
        }
    }

    private void drain() throws IOException {
        stream.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    @Override
    public void flush() throws IOException {
        drain();
        stream.flush();
    }

    @Override
    public void close() throws IOException {
        try (stream) {
            flush();
        }
    }
}
