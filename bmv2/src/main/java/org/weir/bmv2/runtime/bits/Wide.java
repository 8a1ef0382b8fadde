// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.bits;

import java.math.BigInteger;

/** Numbers of more than 64 bits where words one by one do not do. */
public final class Wide {

    private static final int MAX_SHIFT = 1 << 16;

    private Wide() {}

    /** A number from its words, the lowest first; the highest bit of the last is the sign. */
    public static BigInteger of(long... words) {
        byte[] bytes = new byte[words.length * 8];
        for (int i = 0; i < words.length; i++) {
            Bits.put64(bytes, (words.length - 1 - i) * 8, words[i]);
        }
        return new BigInteger(bytes);
    }

    /** A constant from its decimal digits. */
    public static BigInteger constant(String digits) {
        return new BigInteger(digits);
    }

    /** One word of a number in two's complement, counted from the lowest. */
    public static long word(BigInteger value, int index) {
        return value.shiftRight(64 * index).longValue();
    }

    /** Shift to the left; bits beyond any field's width are not kept. */
    public static BigInteger shiftLeft(BigInteger value, BigInteger places) {
        return places.bitLength() > 16 || places.intValue() > MAX_SHIFT
                ? BigInteger.ZERO
                : value.shiftLeft(places.intValue());
    }

    /** Shift to the right; keeps the sign. */
    public static BigInteger shiftRight(BigInteger value, BigInteger places) {
        if (places.bitLength() > 31) {
            return value.signum() < 0 ? BigInteger.ONE.negate() : BigInteger.ZERO;
        }
        return value.shiftRight(places.intValue());
    }

    /** Quotient; 0 when dividing by 0. */
    public static BigInteger divide(BigInteger left, BigInteger right) {
        return right.signum() == 0 ? BigInteger.ZERO : left.divide(right);
    }

    /** Remainder; 0 when dividing by 0. */
    public static BigInteger remainder(BigInteger left, BigInteger right) {
        return right.signum() == 0 ? BigInteger.ZERO : left.mod(right.abs());
    }

    /** The number of a range that is nearest to a value. */
    public static BigInteger clamp(BigInteger value, BigInteger low, BigInteger high) {
        return value.max(low).min(high);
    }

    /** Bytes of an unsigned number, big-endian, as many as a width asks for. */
    public static byte[] bytes(BigInteger value, int bitWidth) {
        byte[] bytes = new byte[(bitWidth + 7) / 8];
        for (int i = 0; i < bytes.length; i++) {
            bytes[bytes.length - 1 - i] = value.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }
}
