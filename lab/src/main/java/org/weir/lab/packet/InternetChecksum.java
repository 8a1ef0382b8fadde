// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

/** The one's-complement checksum of IPv4, UDP and ICMPv6 (RFC 1071). */
final class InternetChecksum {
    private InternetChecksum() {}

    /** Adds the 16-bit words of a range, padded with a zero byte, to an unfolded sum. */
    static long add(long sum, byte[] bytes, int offset, int length) {
        long result = sum;
        int end = offset + (length & ~1);
        for (int i = offset; i < end; i += 2) {
            result += (bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff);
        }
        if ((length & 1) != 0) {
            result += (bytes[end] & 0xff) << 8;
        }
        return result;
    }

    /** Folds a sum to 16 bits; 0xffff when the range already held its right checksum. */
    static int fold(long sum) {
        long result = sum;
        while (result >>> 16 != 0) {
            result = (result & 0xffff) + (result >>> 16);
        }
        return (int) result;
    }

    /** The checksum that makes the summed range right. */
    static int of(long sum) {
        return ~fold(sum) & 0xffff;
    }
}
