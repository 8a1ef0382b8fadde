// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.bits;

import java.util.zip.CRC32;

/** The hash functions of v1model over a writer's bytes, each with BMv2's parameters. */
public final class Hash {

    private static final int[] CRC16_REFLECTED = tableReflected(0xa001);
    private static final int[] CRC_CCITT = tableForward(0x1021);

    private Hash() {}

    /** CRC-16 with polynomial 0x8005, reflected, starting at 0 (CRC-16/ARC). */
    public static long crc16(BitWriter in) {
        int crc = 0;
        byte[] bytes = in.bytes();
        for (int i = 0; i < in.length(); i++) {
            crc = (crc >>> 8) ^ CRC16_REFLECTED[(crc ^ bytes[i]) & 0xff];
        }
        return crc;
    }

    /** CRC-16 with polynomial 0x1021, starting at 0xffff (CRC-16/CCITT-FALSE). */
    public static long crcCcitt(BitWriter in) {
        int crc = 0xffff;
        byte[] bytes = in.bytes();
        for (int i = 0; i < in.length(); i++) {
            crc = ((crc << 8) & 0xffff) ^ CRC_CCITT[((crc >>> 8) ^ bytes[i]) & 0xff];
        }
        return crc;
    }

    /** CRC-32 of Ethernet and zip. */
    public static long crc32(BitWriter in) {
        CRC32 crc = new CRC32();
        crc.update(in.bytes(), 0, in.length());
        return crc.getValue();
    }

    /**
     * One's complement of the one's complement sum of 16-bit words (RFC 1071); an odd last byte is
     * the high one.
     */
    public static long csum16(BitWriter in) {
        byte[] bytes = in.bytes();
        int length = in.length();
        long sum = 0;
        int at = 0;
        for (; at + 4 <= length; at += 4) {
            sum += Bits.u32(bytes, at);
        }
        if (at + 2 <= length) {
            sum += Bits.u16(bytes, at);
            at += 2;
        }
        if (at < length) {
            sum += Bits.u8(bytes, at) << 8;
        }
        sum = (sum & 0xffffffffL) + (sum >>> 32);
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~sum & 0xffff;
    }

    /** Exclusive or of 16-bit words; an odd last byte is the high one. */
    public static long xor16(BitWriter in) {
        byte[] bytes = in.bytes();
        int length = in.length();
        long value = 0;
        int at = 0;
        for (; at + 2 <= length; at += 2) {
            value ^= Bits.u16(bytes, at);
        }
        if (at < length) {
            value ^= Bits.u8(bytes, at) << 8;
        }
        return value;
    }

    /** The first eight bytes as a number. */
    public static long identity(BitWriter in) {
        byte[] bytes = in.bytes();
        int length = Math.min(8, in.length());
        long value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | bytes[i] & 0xff;
        }
        return value;
    }

    private static int[] tableReflected(int polynomial) {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? (crc >>> 1) ^ polynomial : crc >>> 1;
            }
            table[i] = crc;
        }
        return table;
    }

    private static int[] tableForward(int polynomial) {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? (crc << 1) ^ polynomial : crc << 1;
            }
            table[i] = crc & 0xffff;
        }
        return table;
    }
}
