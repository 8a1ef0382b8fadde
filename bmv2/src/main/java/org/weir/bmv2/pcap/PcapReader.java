// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.IOException;

/** Reads classic pcap files. */
final class PcapReader extends CaptureReader {

    static final int MAGIC_MICROS = 0xa1b2c3d4;
    static final int MAGIC_NANOS = 0xa1b23c4d;
    static final int FILE_HEADER_BYTES = 24;
    static final int RECORD_HEADER_BYTES = 16;

    private static final int MAGIC_KUZNETZOV = 0xa1b2cd34;
    private static final int MAJOR_VERSION = 2;
    private static final int FCS_PRESENT = 0x0400_0000;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int fractionNs;
    private int recordBytes;

    PcapReader(CaptureInput in, boolean ethernetOnly) throws IOException {
        super(in, ethernetOnly);
        // Each magic number tells the byte order that it was written in.
        int magic = in.int32(0);
        boolean swapped = magic != MAGIC_MICROS && magic != MAGIC_NANOS && magic != MAGIC_KUZNETZOV;
        in.setLittleEndian(swapped);
        int known = swapped ? Integer.reverseBytes(magic) : magic;
        if (known == MAGIC_KUZNETZOV) {
            throw in.error(
                    "a pcap file of the modified format 0xa1b2cd34, which is not read;"
                            + " convert it, as with editcap -F pcap");
        }
        if (known != MAGIC_MICROS && known != MAGIC_NANOS) {
            throw in.error(
                    "starts with 0x%08x, so it is neither a pcap nor a pcapng file"
                            .formatted(magic));
        }
        fractionNs = known == MAGIC_NANOS ? 1 : 1000;
        in.require(FILE_HEADER_BYTES, "the header of a pcap file");
        if (in.int16(4) != MAJOR_VERSION) {
            throw in.error(
                    "pcap version %d.%d; only %d is read"
                            .formatted(in.int16(4), in.int16(6), MAJOR_VERSION));
        }
        int linkType = in.int32(20);
        checkLinkType(linkType & 0xffff);
        if ((linkType & FCS_PRESENT) != 0) {
            throw in.error(
                    "its frames end with a frame check sequence of %d bytes, which a port does not take; cut it off"
                            .formatted((linkType >>> 28) * 2));
        }
        recordBytes = FILE_HEADER_BYTES;
    }

    @Override
    public boolean next() throws IOException {
        in.advance(recordBytes);
        recordBytes = 0;
        if (!in.require(RECORD_HEADER_BYTES, "the header of a packet record")) {
            return false;
        }
        timeNs =
                Integer.toUnsignedLong(in.int32(0)) * NANOS_PER_SECOND
                        + Integer.toUnsignedLong(in.int32(4)) * fractionNs;
        frameBytes = in.int32(8);
        checkFrameBytes(frameBytes);
        originalBytes = in.int32(12);
        recordBytes = RECORD_HEADER_BYTES + frameBytes;
        in.require(recordBytes, "a packet record");
        return true;
    }

    @Override
    long recordBytes() {
        return recordBytes;
    }

    @Override
    int frameOffset() {
        return RECORD_HEADER_BYTES;
    }
}
