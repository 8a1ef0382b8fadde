// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The one's-complement checksum of IPv4, UDP and ICMPv6 (RFC 1071). */
final class InternetChecksum {
    private static final VarHandle WORD64 =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long LOW_32_BITS = 0xffff_ffffL;

    private InternetChecksum() {}

    /** Adds the 16-bit words of a range, padded with a zero byte, to an unfolded sum. */
    static long add(long sum, byte[] bytes, int offset, int length) {
        long result = sum;
        int end = offset + (length & ~1);
        int i = offset;
        // Words of 32 bits fold to the same sum as their halves, and are read in pairs.
        for (int endOfPairs = offset + (length & ~7); i < endOfPairs; i += 8) {
            long pair = (long) WORD64.get(bytes, i);
            result += ofWord(pair);
        }
        for (; i < end; i += 2) {
            result += (bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff);
        }
        if ((length & 1) != 0) {
            result += (bytes[end] & 0xff) << 8;
        }
        return result;
    }

    /** What the bytes of a big-endian word at an even place add to an unfolded sum. */
    static long ofWord(long word) {
        return (word >>> 32) + (word & LOW_32_BITS);
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
