// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Condition of one entry on one field of its table's key. Values are unsigned, big-endian, of any
 * length that holds them; a table returns them in the width of the field. Keys are compared by
 * their bytes as given.
 */
public sealed interface MatchKey {

    /** The key that takes every value; for any kind but {@link MatchKind#EXACT}. */
    MatchKey ANY = new Any();

    /** Takes every value. */
    record Any() implements MatchKey {
        @Override
        public String toString() {
            return "*";
        }
    }

    /** The field equals {@code value}. */
    record Exact(byte[] value) implements MatchKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Exact exact && Arrays.equals(value, exact.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }

        @Override
        public String toString() {
            return hex(value);
        }
    }

    /**
     * The field's first {@code prefixLength} bits equal those of {@code value}; bits beyond must be
     * 0.
     */
    record Lpm(byte[] value, int prefixLength) implements MatchKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Lpm lpm
                    && prefixLength == lpm.prefixLength
                    && Arrays.equals(value, lpm.value);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(value) + prefixLength;
        }

        @Override
        public String toString() {
            return hex(value) + "/" + prefixLength;
        }
    }

    /**
     * The field's bits that are 1 in {@code mask} equal those of {@code value}; bits of value
     * outside must be 0.
     */
    record Ternary(byte[] value, byte[] mask) implements MatchKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Ternary ternary
                    && Arrays.equals(value, ternary.value)
                    && Arrays.equals(mask, ternary.mask);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(value) + Arrays.hashCode(mask);
        }

        @Override
        public String toString() {
            return hex(value) + "&&&" + hex(mask);
        }
    }

    /** The field lies in {@code low}..{@code high}, both included. */
    record Range(byte[] low, byte[] high) implements MatchKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Range range
                    && Arrays.equals(low, range.low)
                    && Arrays.equals(high, range.high);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
        }

        @Override
        public String toString() {
            return hex(low) + ".." + hex(high);
        }
    }

    /** The field of kind {@link MatchKind#OPTIONAL} equals {@code value}. */
    record Optional(byte[] value) implements MatchKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Optional optional && Arrays.equals(value, optional.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }

        @Override
        public String toString() {
            return hex(value);
        }
    }

    private static String hex(byte[] value) {
        return "0x" + HexFormat.of().formatHex(value);
    }
}
