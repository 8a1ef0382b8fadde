// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.math.BigInteger;

/** Condition of an entry on a field of its table's key. */
public sealed interface KeyMatch {

    /** The value itself. */
    record Exact(BigInteger value) implements KeyMatch {}

    /** The value where the mask has ones. */
    record Ternary(BigInteger value, BigInteger mask) implements KeyMatch {}

    /** The value's first bits. */
    record Lpm(BigInteger value, int prefixLength) implements KeyMatch {}

    /** A value from the first to the last, both included. */
    record Range(BigInteger first, BigInteger last) implements KeyMatch {}

    /** The value itself. */
    static KeyMatch exact(long value) {
        return new Exact(BigInteger.valueOf(value));
    }

    /** The value where the mask has ones. */
    static KeyMatch ternary(long value, long mask) {
        return new Ternary(BigInteger.valueOf(value), BigInteger.valueOf(mask));
    }

    /** The value's first bits. */
    static KeyMatch lpm(long value, int prefixLength) {
        return new Lpm(BigInteger.valueOf(value), prefixLength);
    }

    /** A value from the first to the last, both included. */
    static KeyMatch range(long first, long last) {
        return new Range(BigInteger.valueOf(first), BigInteger.valueOf(last));
    }
}
