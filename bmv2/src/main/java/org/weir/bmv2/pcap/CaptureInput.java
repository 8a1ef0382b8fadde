// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a capture file, record by record: {@link #require} makes the start of a record lie
 * in one piece, {@link #advance} ends it. Knows where in the file it is, for errors.
 */
final class CaptureInput implements Closeable {

    private static final int INITIAL_BYTES = 1 << 17;

    private final InputStream stream;
    private final String name;
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int start;
    private int end;
    private long recordFileOffset;
    private boolean littleEndian;

    CaptureInput(InputStream stream, String name) {
        this.stream = stream;
        this.name = name;
    }

    void setLittleEndian(boolean littleEndian) {
        this.littleEndian = littleEndian;
    }

    byte[] buffer() {
        return buffer;
    }

    /** Offset of the record in the buffer, bytes. */
    int recordOffset() {
        return start;
    }

    /**
     * Makes the record's first bytes available.
     *
     * @param bytes number of bytes needed
     * @param what they are, for errors
     * @return false when the file ends where the record would start
     * @throws CaptureException when the file ends inside them
     */
    boolean require(int bytes, String what) throws IOException {
        if (end - start >= bytes) {
            return true;
        }
        if (buffer.length < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(bytes, buffer.length * 2));
        }
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        while (end < bytes) {
            int read = stream.read(buffer, end, buffer.length - end);
            if (read < 0) {
                if (end == 0) {
                    return false;
                }
                throw error(
                        "the file ends inside %s, which has %d bytes; %d are there"
                                .formatted(what, bytes, end));
            }
            end += read;
        }
        return true;
    }

    /** Goes to the next record. */
    void advance(long recordBytes) throws IOException {
        long behind = recordBytes - (end - start);
        if (behind <= 0) {
            start += (int) recordBytes;
        } else {
            start = 0;
            end = 0;
            try {
                stream.skipNBytes(behind);
            } catch (java.io.EOFException e) {
                throw error("the file ends inside a block of %d bytes".formatted(recordBytes));
            }
        }
        recordFileOffset += recordBytes;
    }

    /** Whether anything can be read behind a record that is still to be passed over. */
    boolean ready(long recordBytes) throws IOException {
        return end - start > recordBytes || stream.available() > 0;
    }

    CaptureException error(String problem) {
        return new CaptureException(name, recordFileOffset, problem);
    }

    int int16(int at) {
        int first = buffer[start + at] & 0xff;
        int second = buffer[start + at + 1] & 0xff;
        return littleEndian ? second << 8 | first : first << 8 | second;
    }

    int int32(int at) {
        int first = int16(at);
        int second = int16(at + 2);
        return littleEndian ? second << 16 | first : first << 16 | second;
    }

    int int8(int at) {
        return buffer[start + at] & 0xff;
    }

    long int64(int at) {
        long first = Integer.toUnsignedLong(int32(at));
        long second = Integer.toUnsignedLong(int32(at + 4));
        return littleEndian ? second << 32 | first : first << 32 | second;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
