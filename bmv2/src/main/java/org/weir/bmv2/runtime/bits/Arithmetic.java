// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.bits;

/**
 * Operators of P4 that Java's own do not match: shifts by any amount, division by zero, saturation.
 */
public final class Arithmetic {

    private Arithmetic() {}

    /** Shift to the left; 64 places and more (read as an unsigned number) leave nothing. */
    public static long shiftLeft(long value, long places) {
        return (places & ~63L) != 0 ? 0 : value << places;
    }

    /** Shift to the right of an unsigned number. */
    public static long shiftRight(long value, long places) {
        return (places & ~63L) != 0 ? 0 : value >>> places;
    }

    /** Shift to the right of a signed number, which keeps its sign. */
    public static long shiftRightSigned(long value, long places) {
        return (places & ~63L) != 0 ? value >> 63 : value >> places;
    }

    /** Quotient of unsigned numbers; 0 when dividing by 0. */
    public static long divide(long left, long right) {
        return right == 0 ? 0 : Long.divideUnsigned(left, right);
    }

    /** Remainder of unsigned numbers; 0 when dividing by 0. */
    public static long remainder(long left, long right) {
        return right == 0 ? 0 : Long.remainderUnsigned(left, right);
    }

    /** The signed number of a range that is nearest to a value. */
    public static long clamp(long value, long low, long high) {
        return Math.max(low, Math.min(high, value));
    }
}
