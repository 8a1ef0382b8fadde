// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays. */
public final class Bits {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Bits() {}

    /** One byte as an unsigned number. */
    public static long u8(byte[] data, int at) {
        return data[at] & 0xffL;
    }

    /** Two bytes as an unsigned number. */
    public static long u16(byte[] data, int at) {
        return (short) SHORTS.get(data, at) & 0xffffL;
    }

    /** Four bytes as an unsigned number. */
    public static long u32(byte[] data, int at) {
        return (int) INTS.get(data, at) & 0xffffffffL;
    }

    /** Eight bytes. */
    public static long u64(byte[] data, int at) {
        return (long) LONGS.get(data, at);
    }

    /** Writes the lowest byte of a number. */
    public static void put8(byte[] data, int at, long value) {
        data[at] = (byte) value;
    }

    /** Writes the lowest two bytes of a number. */
    public static void put16(byte[] data, int at, long value) {
        SHORTS.set(data, at, (short) value);
    }

    /** Writes the lowest four bytes of a number. */
    public static void put32(byte[] data, int at, long value) {
        INTS.set(data, at, (int) value);
    }

    /** Writes eight bytes. */
    public static void put64(byte[] data, int at, long value) {
        LONGS.set(data, at, value);
    }

    /**
     * Reads any bits.
     *
     * @param data from where
     * @param bit index of the first bit, counted from the highest bit of the first byte
     * @param width number of bits, 0 to 64
     */
    public static long read(byte[] data, long bit, int width) {
        long value = 0;
        long at = bit;
        int left = width;
        while (left > 0) {
            int inByte = (int) (at & 7);
            int take = Math.min(8 - inByte, left);
            int piece =
                    ((data[(int) (at >>> 3)] & 0xff) >>> (8 - inByte - take)) & ((1 << take) - 1);
            value = value << take | piece;
            at += take;
            left -= take;
        }
        return value;
    }
}
