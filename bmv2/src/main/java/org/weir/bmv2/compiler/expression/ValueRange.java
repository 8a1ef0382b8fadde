// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.math.BigInteger;

/**
 * Range of values that an expression can take; decides whether 64-bit arithmetic gives the right
 * result.
 *
 * @param low lowest value
 * @param high highest value
 */
public record ValueRange(BigInteger low, BigInteger high) {

    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    static final ValueRange BIT = new ValueRange(BigInteger.ZERO, BigInteger.ONE);

    static ValueRange of(BigInteger value) {
        return new ValueRange(value, value);
    }

    public static ValueRange unsigned(int width) {
        return new ValueRange(
                BigInteger.ZERO, BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
    }

    public static ValueRange signed(int width) {
        BigInteger half = BigInteger.ONE.shiftLeft(width - 1);
        return new ValueRange(half.negate(), half.subtract(BigInteger.ONE));
    }

    public static ValueRange field(int width, boolean isSigned) {
        return isSigned ? signed(width) : unsigned(width);
    }

    public boolean isNonNegative() {
        return low.signum() >= 0;
    }

    boolean fitsLong() {
        return low.compareTo(LONG_MIN) >= 0 && high.compareTo(LONG_MAX) <= 0;
    }

    boolean fitsUnsignedLong() {
        return isNonNegative() && high.bitLength() <= 64;
    }

    public boolean within(ValueRange other) {
        return low.compareTo(other.low) >= 0 && high.compareTo(other.high) <= 0;
    }

    /** Bits of the widest value, without sign. */
    public int bits() {
        return Math.max(low.bitLength(), high.bitLength());
    }

    /**
     * Words that tell all values apart: in two's complement, or unsigned where no value is
     * negative.
     */
    int words() {
        return Math.max(1, (bits() + (isNonNegative() ? 0 : 1) + 63) / 64);
    }

    ValueRange union(ValueRange other) {
        return new ValueRange(low.min(other.low), high.max(other.high));
    }

    ValueRange plus(ValueRange other) {
        return new ValueRange(low.add(other.low), high.add(other.high));
    }

    ValueRange minus(ValueRange other) {
        return new ValueRange(low.subtract(other.high), high.subtract(other.low));
    }

    ValueRange times(ValueRange other) {
        BigInteger a = low.multiply(other.low);
        BigInteger b = low.multiply(other.high);
        BigInteger c = high.multiply(other.low);
        BigInteger d = high.multiply(other.high);
        return new ValueRange(a.min(b).min(c).min(d), a.max(b).max(c).max(d));
    }

    ValueRange and(ValueRange other) {
        if (isNonNegative() && other.isNonNegative()) {
            return new ValueRange(BigInteger.ZERO, high.min(other.high));
        }
        if (isNonNegative()) {
            return new ValueRange(BigInteger.ZERO, high);
        }
        if (other.isNonNegative()) {
            return new ValueRange(BigInteger.ZERO, other.high);
        }
        return signed(Math.max(bits(), other.bits()) + 1);
    }

    ValueRange or(ValueRange other) {
        int bits = Math.max(bits(), other.bits());
        return isNonNegative() && other.isNonNegative() ? unsigned(bits) : signed(bits + 1);
    }

    ValueRange not() {
        return new ValueRange(high.not(), low.not());
    }

    ValueRange shiftLeft(int least, int most) {
        ValueRange atLeast = new ValueRange(low.shiftLeft(least), high.shiftLeft(least));
        return atLeast.union(new ValueRange(low.shiftLeft(most), high.shiftLeft(most)));
    }

    ValueRange shiftRight(int least) {
        return new ValueRange(
                low.signum() < 0 ? low.shiftRight(least) : BigInteger.ZERO,
                high.signum() < 0 ? BigInteger.ONE.negate() : high.shiftRight(least));
    }

    ValueRange clamp(ValueRange to) {
        return new ValueRange(low.max(to.low).min(to.high), high.max(to.low).min(to.high));
    }
}
