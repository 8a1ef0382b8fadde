// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.math.BigInteger;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;

/**
 * Numbers of STF: decimal, or 0x, 0b, 0o with {@code *} for digits that do not matter, and masks,
 * prefixes and ranges.
 */
final class StfValue {

    private StfValue() {}

    /** A number; digits that do not matter are 0. */
    static BigInteger number(String text) {
        int radix = radix(text);
        return new BigInteger(radix == 10 ? text : text.substring(2).replace('*', '0'), radix);
    }

    static byte[] bytes(String text) {
        return number(text).toByteArray();
    }

    private static int radix(String text) {
        if (text.length() < 2) {
            return 10;
        }
        return switch (text.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            case 'o', 'O' -> 8;
            default -> 10;
        };
    }

    private static BigInteger all(int width) {
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }

    /** Bits of digits that are written count; those of {@code *} and above the first do not. */
    private static BigInteger wildcardMask(String text, int width) {
        int radix = radix(text);
        if (radix == 10) {
            return all(width);
        }
        String highest = Integer.toString(radix - 1, radix);
        String digits = text.substring(2).replaceAll("[^*]", highest).replace('*', '0');
        return new BigInteger(digits, radix).and(all(width));
    }

    /** Condition on a field that a key's text states. */
    static MatchKey key(MatchField field, String text) {
        int width = field.bitWidth();
        switch (field.kind()) {
            case EXACT:
                return new MatchKey.Exact(bytes(text));
            case LPM:
                return prefix(text, width);
            case RANGE:
                int arrow = text.indexOf("->");
                return arrow < 0
                        ? new MatchKey.Range(bytes(text), bytes(text))
                        : new MatchKey.Range(
                                bytes(text.substring(0, arrow)), bytes(text.substring(arrow + 2)));
            default:
                int mark = text.indexOf("&&&");
                BigInteger mask =
                        mark < 0 ? wildcardMask(text, width) : number(text.substring(mark + 3));
                BigInteger value = number(mark < 0 ? text : text.substring(0, mark)).and(mask);
                return new MatchKey.Ternary(value.toByteArray(), mask.toByteArray());
        }
    }

    /** Without a length, as many bits as digits are written before the first {@code *}. */
    private static MatchKey prefix(String text, int width) {
        int slash = text.indexOf('/');
        int length = width;
        if (slash >= 0) {
            length = number(text.substring(slash + 1)).intValue();
        } else if (radix(text) != 10) {
            int bitsPerDigit = Integer.numberOfTrailingZeros(radix(text));
            long stars = text.chars().filter(c -> c == '*').count();
            length = Math.min(width, (int) (text.length() - 2 - stars) * bitsPerDigit);
        }
        BigInteger value = number(slash < 0 ? text : text.substring(0, slash));
        BigInteger tail = all(Math.max(0, width - length));
        return new MatchKey.Lpm(value.andNot(tail).toByteArray(), length);
    }
}
