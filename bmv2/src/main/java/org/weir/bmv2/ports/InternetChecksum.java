// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The checksum of IPv4, TCP and UDP (RFC 1071). */
final class InternetChecksum {

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private InternetChecksum() {}

    /**
     * A number that {@link #ofSum} folds to the sum of the 16-bit words; an odd last byte counts as
     * followed by a zero.
     *
     * <p>The sum of words in another byte order is the sum with its bytes exchanged (RFC 1071,
     * section 2), so most of the data is added in this machine's order, eight bytes at a time.
     */
    static long sum(byte[] data, int from, int to) {
        long halves = 0;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) LONG.get(data, at);
            halves += (eight & 0xffffffffL) + (eight >>> 32);
        }
        int folded = ~ofSum(halves) & 0xffff;
        long sum = LITTLE_ENDIAN ? Short.reverseBytes((short) folded) & 0xffff : folded;
        for (; at + 1 < to; at += 2) {
            sum += (data[at] & 0xff) << 8 | data[at + 1] & 0xff;
        }
        return at < to ? sum + ((data[at] & 0xff) << 8) : sum;
    }

    /** The checksum for a sum: folded to 16 bits, and its complement taken. */
    static int ofSum(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) ~folded & 0xffff;
    }

    /**
     * Finishes a checksum whose field holds the sum over the pseudo-header, as senders leave it to
     * their hardware.
     *
     * @param frame holds the frame
     * @param start of the frame
     * @param bytes its length
     * @param from first byte that the checksum covers, counted from the frame's start
     * @param field offset of its field, counted from the frame's start
     */
    static void complete(byte[] frame, int start, int bytes, int from, int field) {
        put(frame, start + field, ofSum(sum(frame, start + from, start + bytes)));
    }

    /** Writes a checksum; 0 goes as 0xffff, which means the same and is not UDP's "none". */
    static void put(byte[] frame, int at, int checksum) {
        int written = checksum == 0 ? 0xffff : checksum;
        frame[at] = (byte) (written >> 8);
        frame[at + 1] = (byte) written;
    }
}
