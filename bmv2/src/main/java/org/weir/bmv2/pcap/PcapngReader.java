// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads pcapng files: sections in either byte order, interfaces with their own resolution of time,
 * and enhanced, simple and (old) packet blocks. Other blocks are passed over.
 */
final class PcapngReader extends CaptureReader {

    static final int SECTION_HEADER = 0x0a0d0d0a;
    static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    static final int INTERFACE_DESCRIPTION = 1;
    static final int ENHANCED_PACKET = 6;
    static final int OPTION_NAME = 2;
    static final int OPTION_TIME_RESOLUTION = 9;

    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int OPTION_END = 0;
    private static final int OPTION_TIME_OFFSET = 14;
    private static final int MAJOR_VERSION = 1;
    private static final int MIN_BLOCK_BYTES = 12;
    private static final int MIN_SECTION_BYTES = 28;
    private static final int MIN_INTERFACE_BYTES = 20;

    /** Offset of the frame in an enhanced and in an obsolete packet block. */
    private static final int FRAME_OFFSET = 28;

    private static final int SIMPLE_FRAME_OFFSET = 12;

    /** Longest block that is held in memory, in bytes: a longest frame, and options. */
    private static final int MAX_BLOCK_BYTES = MAX_FRAME_BYTES + (1 << 20);

    private record Interface(int linkType, int snapBytes, TimeResolution time) {}

    private final List<Interface> interfaces = new ArrayList<>();
    private long blockBytes;
    private int frameOffset;

    PcapngReader(CaptureInput in, boolean ethernetOnly) {
        super(in, ethernetOnly);
    }

    @Override
    public boolean next() throws IOException {
        while (true) {
            in.advance(blockBytes);
            blockBytes = 0;
            if (!in.require(MIN_BLOCK_BYTES, "a block")) {
                return false;
            }
            int type = in.int32(0);
            if (type == SECTION_HEADER) {
                startSection();
                continue;
            }
            long bytes = Integer.toUnsignedLong(in.int32(4));
            switch (type) {
                case INTERFACE_DESCRIPTION -> {
                    wholeBlock(bytes, MIN_INTERFACE_BYTES);
                    addInterface();
                }
                case ENHANCED_PACKET -> {
                    wholeBlock(bytes, FRAME_OFFSET + 4);
                    packet(in.int32(8));
                    return true;
                }
                case OBSOLETE_PACKET -> {
                    wholeBlock(bytes, FRAME_OFFSET + 4);
                    packet(in.int16(8));
                    return true;
                }
                case SIMPLE_PACKET -> {
                    wholeBlock(bytes, SIMPLE_FRAME_OFFSET + 4);
                    simplePacket();
                    return true;
                }
                default -> checkBlockBytes(bytes, MIN_BLOCK_BYTES);
            }
            blockBytes = bytes;
        }
    }

    private void startSection() throws IOException {
        in.setLittleEndian(false);
        int magic = in.int32(8);
        if (magic != BYTE_ORDER_MAGIC) {
            if (magic != Integer.reverseBytes(BYTE_ORDER_MAGIC)) {
                throw in.error(
                        "a section with the byte-order magic 0x%08x, so it is no pcapng file"
                                .formatted(magic));
            }
            in.setLittleEndian(true);
        }
        wholeBlock(Integer.toUnsignedLong(in.int32(4)), MIN_SECTION_BYTES);
        if (in.int16(12) != MAJOR_VERSION) {
            throw in.error(
                    "pcapng version %d.%d; only %d is read"
                            .formatted(in.int16(12), in.int16(14), MAJOR_VERSION));
        }
        interfaces.clear();
    }

    private void checkBlockBytes(long bytes, int leastBytes) throws CaptureException {
        if (bytes < leastBytes || bytes % 4 != 0) {
            throw in.error(
                    "a block of type 0x%08x with a length of %d bytes; it must be a multiple of 4 and at least %d"
                            .formatted(in.int32(0), bytes, leastBytes));
        }
    }

    /** Makes a block available as a whole and checks that it ends with its length once more. */
    private void wholeBlock(long bytes, int leastBytes) throws IOException {
        checkBlockBytes(bytes, leastBytes);
        if (bytes > MAX_BLOCK_BYTES) {
            throw in.error(
                    "a block of type 0x%08x with %d bytes; at most %d are believed"
                            .formatted(in.int32(0), bytes, MAX_BLOCK_BYTES));
        }
        in.require((int) bytes, "a block");
        long again = Integer.toUnsignedLong(in.int32((int) bytes - 4));
        if (again != bytes) {
            throw in.error(
                    "a block of %d bytes that ends with the length %d".formatted(bytes, again));
        }
        blockBytes = bytes;
    }

    private void addInterface() throws CaptureException {
        int resolution = 6;
        long offsetSeconds = 0;
        int at = 16;
        int optionsEnd = (int) blockBytes - 4;
        while (at + 4 <= optionsEnd) {
            int code = in.int16(at);
            int length = in.int16(at + 2);
            if (code == OPTION_END) {
                break;
            }
            if (at + 4 + length > optionsEnd) {
                throw in.error(
                        "an interface whose option %d has %d bytes, more than its block holds"
                                .formatted(code, length));
            }
            if (code == OPTION_TIME_RESOLUTION && length == 1) {
                resolution = in.int8(at + 4);
            } else if (code == OPTION_TIME_OFFSET && length == Long.BYTES) {
                offsetSeconds = in.int64(at + 4);
            }
            at += 4 + (length + 3) / 4 * 4;
        }
        TimeResolution time;
        try {
            time = TimeResolution.of(resolution, offsetSeconds);
        } catch (IllegalArgumentException e) {
            throw in.error("an interface's " + e.getMessage());
        }
        interfaces.add(new Interface(in.int16(8), in.int32(12), time));
    }

    private Interface interfaceOf(int index) throws CaptureException {
        if (index < 0 || index >= interfaces.size()) {
            throw in.error(
                    "a packet of interface %d, but its section describes %d interfaces"
                            .formatted(Integer.toUnsignedLong(index), interfaces.size()));
        }
        Interface found = interfaces.get(index);
        checkLinkType(found.linkType);
        return found;
    }

    private void packet(int index) throws CaptureException {
        Interface from = interfaceOf(index);
        long ticks =
                Integer.toUnsignedLong(in.int32(12)) << 32 | Integer.toUnsignedLong(in.int32(16));
        timeNs = from.time.toNs(ticks);
        interfaceIndex = index;
        originalBytes = in.int32(24);
        setFrame(FRAME_OFFSET, in.int32(20));
    }

    private void simplePacket() throws CaptureException {
        Interface from = interfaceOf(0);
        interfaceIndex = 0;
        originalBytes = in.int32(8);
        int snapBytes = from.snapBytes == 0 ? Integer.MAX_VALUE : from.snapBytes;
        setFrame(
                SIMPLE_FRAME_OFFSET,
                Integer.compareUnsigned(originalBytes, snapBytes) < 0 ? originalBytes : snapBytes);
    }

    private void setFrame(int offset, int bytes) throws CaptureException {
        checkFrameBytes(bytes);
        if (bytes > blockBytes - 4 - offset) {
            throw in.error("a frame of %d bytes in a block of %d".formatted(bytes, blockBytes));
        }
        frameOffset = offset;
        frameBytes = bytes;
    }

    @Override
    long recordBytes() {
        return blockBytes;
    }

    @Override
    int frameOffset() {
        return frameOffset;
    }
}
