// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

/** Reads numbers of frames, and computes what a checksum ought to be. */
public final class Frames {

    private Frames() {}

    /**
     * RFC 1071: one's complement of the one's complement sum, over bytes and a start value. Byte by
     * byte, so that it is independent of the switch's own way: tests compare that with it.
     */
    public static int checksum(byte[] bytes, int offset, int length, long start) {
        long sum = start;
        for (int i = 0; i < length; i++) {
            int value = bytes[offset + i] & 0xff;
            sum += i % 2 == 0 ? value << 8 : value;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) (~sum & 0xffff);
    }

    public static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    public static long u32(byte[] bytes, int at) {
        return (long) u16(bytes, at) << 16 | u16(bytes, at + 2);
    }
}
