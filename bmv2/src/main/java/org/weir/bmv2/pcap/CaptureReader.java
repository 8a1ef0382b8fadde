// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the frames of a capture file one after the other, without memory per frame. The values of a
 * frame hold until the next call of {@link #next()}.
 */
public abstract class CaptureReader implements Closeable {

    /** Link type of Ethernet. */
    public static final int LINK_TYPE_ETHERNET = 1;

    /**
     * Longest frame that is believed, in bytes, as libpcap has it; a record that tells of a longer
     * one is taken for damage.
     */
    public static final int MAX_FRAME_BYTES = 262_144;

    final CaptureInput in;
    final boolean ethernetOnly;

    long timeNs;
    int frameBytes;
    int originalBytes;
    int interfaceIndex;

    CaptureReader(CaptureInput in, boolean ethernetOnly) {
        this.in = in;
        this.ethernetOnly = ethernetOnly;
    }

    /**
     * Opens a file and finds out its format.
     *
     * @throws CaptureException when it is no capture of Ethernet frames in a format that is known
     * @throws IOException when it cannot be read
     */
    public static CaptureReader open(Path file) throws IOException {
        InputStream stream;
        try {
            stream = Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        }
        try {
            return open(stream, file.toString(), true);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /**
     * Reads from a stream.
     *
     * @param stream the capture; closing the reader closes it
     * @param name name of the capture in messages
     * @param ethernetOnly whether frames of other link types are an error. Stock BMv2 writes what
     *     its ports send as frames of link type 0.
     * @throws CaptureException when it is no capture in a format and of a link type that is read
     * @throws IOException when it cannot be read
     */
    public static CaptureReader open(InputStream stream, String name, boolean ethernetOnly)
            throws IOException {
        CaptureInput in = new CaptureInput(stream, name);
        if (!in.require(Integer.BYTES, "the magic number of a capture file")) {
            throw in.error("the file is empty");
        }
        int magic = in.int32(0);
        if (magic == PcapngReader.SECTION_HEADER) {
            return new PcapngReader(in, ethernetOnly);
        }
        return new PcapReader(in, ethernetOnly);
    }

    /**
     * Goes to the next frame.
     *
     * @return false at the end of the file
     * @throws CaptureException when the file is damaged or ends inside a record
     */
    public abstract boolean next() throws IOException;

    /**
     * Whether there is something to read already, so that {@link #next()} on a pipe will wait at
     * most for the rest of a record that is being written.
     */
    public final boolean ready() throws IOException {
        return in.ready(recordBytes());
    }

    /** Bytes of the record before the next one that are still to be passed over. */
    abstract long recordBytes();

    /** The array that holds the frame; it belongs to the reader. */
    public final byte[] buffer() {
        return in.buffer();
    }

    /** Offset of the frame in {@link #buffer()}, bytes. */
    public final int offset() {
        return in.recordOffset() + frameOffset();
    }

    /** Offset of the frame in its record, bytes. */
    abstract int frameOffset();

    /** Bytes of the frame that the file has. */
    public final int length() {
        return frameBytes;
    }

    /** Bytes that the frame had on the wire; more than {@link #length()} when it was cut. */
    public final int originalLength() {
        return originalBytes;
    }

    /**
     * Time of capture, nanoseconds since 1970. A frame whose record has no time gets that of the
     * frame before, or 0.
     */
    public final long timeNs() {
        return timeNs;
    }

    /**
     * Index of the interface of its section that it was captured on, from 0; always 0 in classic
     * pcap.
     */
    public final int interfaceIndex() {
        return interfaceIndex;
    }

    /** A copy of the frame. */
    public final byte[] frame() {
        byte[] copy = new byte[frameBytes];
        System.arraycopy(buffer(), offset(), copy, 0, frameBytes);
        return copy;
    }

    final void checkFrameBytes(int bytes) throws CaptureException {
        if (bytes < 0 || bytes > MAX_FRAME_BYTES) {
            throw in.error(
                    "a frame of %d bytes; at most %d are believed"
                            .formatted(Integer.toUnsignedLong(bytes), MAX_FRAME_BYTES));
        }
    }

    final void checkLinkType(int linkType) throws CaptureException {
        if (ethernetOnly && linkType != LINK_TYPE_ETHERNET) {
            throw in.error(
                    "frames of link type %d; only Ethernet, link type %d, is read"
                            .formatted(linkType, LINK_TYPE_ETHERNET));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
