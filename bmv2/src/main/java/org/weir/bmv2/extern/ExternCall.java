// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import java.math.BigInteger;

/**
 * One call of an extern's method with its arguments, counted from 0. Arguments that are fields can
 * be set, as with BMv2, whatever their direction in the P4 declaration; the program sees it after
 * the call. Reading and setting words allocates nothing.
 */
public interface ExternCall {

    /** Number of arguments. */
    int size();

    /** Bits of an argument: of the field, or of the widest value that the expression can take. */
    int bitWidth(int argument);

    /** Whether an argument is a signed number. */
    boolean isSigned(int argument);

    /** Whether an argument is a field, which can be set. */
    boolean isSettable(int argument);

    /** The lowest 64 bits of a value; a negative number is sign-extended. */
    long word(int argument);

    /** A value of any width. */
    BigInteger value(int argument);

    /**
     * Sets a field, modulo 2 to the power of its width as an assignment does.
     *
     * @param value in two's complement: -1 sets all bits
     * @throws IllegalArgumentException when the argument is not a field
     */
    void set(int argument, long value);

    /** Sets a field of any width; otherwise as {@link #set(int, long)}. */
    void set(int argument, BigInteger value);

    /** The switch's time. */
    long nowNs();
}
