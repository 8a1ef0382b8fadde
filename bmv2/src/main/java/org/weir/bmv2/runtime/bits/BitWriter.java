// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.bits;

import java.util.Arrays;

/**
 * Puts numbers of any width one after the other, highest bit first, as hashes and checksums see
 * them.
 */
public final class BitWriter {

    private static final int SLACK_BYTES = 8;

    private byte[] bytes = new byte[256];
    private int bits;

    /** Starts again from nothing. */
    public BitWriter reset() {
        bits = 0;
        return this;
    }

    /** Buffer with the bits written; beyond {@link #length()} bytes it is undefined. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of bytes written; the last is filled up with zero bits. */
    public int length() {
        return (bits + 7) >>> 3;
    }

    /** Puts the lowest bits of a value; the bits above must be zero. */
    public void put(long value, int width) {
        ensure(width);
        int at = bits >>> 3;
        if (((bits | width) & 7) == 0) {
            for (int shift = width - 8; shift >= 0; shift -= 8) {
                bytes[at++] = (byte) (value >>> shift);
            }
            bits += width;
            return;
        }
        int left = width;
        while (left > 0) {
            int used = bits & 7;
            int take = Math.min(8 - used, left);
            int piece = (int) (value >>> (left - take)) & ((1 << take) - 1);
            int kept = used == 0 ? 0 : bytes[bits >>> 3] & 0xff & (0xff00 >>> used);
            bytes[bits >>> 3] = (byte) (kept | piece << (8 - used - take));
            bits += take;
            left -= take;
        }
    }

    /** Puts whole bytes. */
    public void put(byte[] source, int from, int length) {
        if ((bits & 7) == 0) {
            ensure(length * 8);
            System.arraycopy(source, from, bytes, bits >>> 3, length);
            bits += length * 8;
        } else {
            for (int i = 0; i < length; i++) {
                put(source[from + i] & 0xff, 8);
            }
        }
    }

    /** Fills up the last byte with zero bits. */
    public void align() {
        if ((bits & 7) != 0) {
            put(0, 8 - (bits & 7));
        }
    }

    private void ensure(int more) {
        int needed = ((bits + more + 7) >>> 3) + SLACK_BYTES;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, needed * 2);
        }
    }
}
