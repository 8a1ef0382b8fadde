// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.runtime.bits.FieldBytes;
import org.weir.bmv2.runtime.bits.Wide;

/**
 * Condition of a key on one field, as numbers, after its values have been checked.
 *
 * @param value the bits that the field must have under the mask; null for a range
 * @param mask the bits that count; null for a range
 * @param low the lower end of a range; otherwise null
 * @param high the upper end of a range; otherwise null
 * @param prefixLength of a prefix; otherwise 0
 * @param canonical the key with values as long as the field is wide
 */
record FieldMatch(
        BigInteger value,
        BigInteger mask,
        BigInteger low,
        BigInteger high,
        int prefixLength,
        MatchKey canonical) {

    /** Checks a key of whatever kind against its field's width. */
    static FieldMatch of(MatchKey match, int width, String what) {
        if (match instanceof MatchKey.Exact exact) {
            return masked(
                    FieldBytes.number(exact.value(), width, what),
                    all(width),
                    new MatchKey.Exact(bytes(exact.value(), width)));
        }
        if (match instanceof MatchKey.Optional optional) {
            return masked(
                    FieldBytes.number(optional.value(), width, what),
                    all(width),
                    new MatchKey.Optional(bytes(optional.value(), width)));
        }
        if (match instanceof MatchKey.Lpm lpm) {
            return prefix(lpm, width, what);
        }
        if (match instanceof MatchKey.Ternary ternary) {
            return ternary(ternary, width, what);
        }
        if (match instanceof MatchKey.Range range) {
            return range(range, width, what);
        }
        return masked(BigInteger.ZERO, BigInteger.ZERO, MatchKey.ANY);
    }

    private static FieldMatch masked(BigInteger value, BigInteger mask, MatchKey canonical) {
        return new FieldMatch(value, mask, null, null, 0, canonical);
    }

    private static FieldMatch prefix(MatchKey.Lpm lpm, int width, String what) {
        if (lpm.prefixLength() < 0 || lpm.prefixLength() > width) {
            throw FieldBytes.invalid(
                    what + ": prefix length " + lpm.prefixLength() + " is not in 0.." + width);
        }
        BigInteger value = FieldBytes.number(lpm.value(), width, what);
        BigInteger mask = all(width).subtract(all(width - lpm.prefixLength()));
        outside(value, mask, what, "prefix of " + lpm.prefixLength() + " bits");
        MatchKey canonical =
                lpm.prefixLength() == 0
                        ? MatchKey.ANY
                        : new MatchKey.Lpm(bytes(lpm.value(), width), lpm.prefixLength());
        return new FieldMatch(value, mask, null, null, lpm.prefixLength(), canonical);
    }

    private static FieldMatch ternary(MatchKey.Ternary ternary, int width, String what) {
        BigInteger value = FieldBytes.number(ternary.value(), width, what);
        BigInteger mask = FieldBytes.number(ternary.mask(), width, what + ", mask");
        outside(value, mask, what, "mask");
        return masked(
                value,
                mask,
                mask.signum() == 0
                        ? MatchKey.ANY
                        : new MatchKey.Ternary(
                                bytes(ternary.value(), width), bytes(ternary.mask(), width)));
    }

    private static FieldMatch range(MatchKey.Range range, int width, String what) {
        BigInteger low = FieldBytes.number(range.low(), width, what + ", low end");
        BigInteger high = FieldBytes.number(range.high(), width, what + ", high end");
        if (low.compareTo(high) > 0) {
            throw FieldBytes.invalid(what + ": the low end of " + range + " is above the high end");
        }
        boolean isAll = low.signum() == 0 && high.equals(all(width));
        MatchKey canonical =
                isAll
                        ? MatchKey.ANY
                        : new MatchKey.Range(bytes(range.low(), width), bytes(range.high(), width));
        return new FieldMatch(null, null, low, high, 0, canonical);
    }

    private static void outside(BigInteger value, BigInteger mask, String what, String rule) {
        if (value.andNot(mask).signum() != 0) {
            throw FieldBytes.invalid(
                    what + ": value 0x" + value.toString(16) + " has bits outside its " + rule);
        }
    }

    private static byte[] bytes(byte[] value, int width) {
        return Wide.bytes(new BigInteger(1, value), width);
    }

    private static BigInteger all(int width) {
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }
}
