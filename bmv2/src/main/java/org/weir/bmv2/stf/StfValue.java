// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.math.BigInteger;
import org.weir.bmv2.control.MatchField;
import org.weir.bmv2.control.MatchKey;

/**
 * Numbers of STF: decimal, or 0x, 0b, 0o with {@code *} for digits that do not matter, and masks
 * and prefixes.
 */
final class StfValue {

    private StfValue() {}

    static BigInteger number(String text) {
        int radix = radix(text);
        return new BigInteger(radix == 10 ? text : text.substring(2).replace('*', '0'), radix);
    }

    static byte[] bytes(String text) {
        byte[] bytes = number(text).toByteArray();
        return bytes.length == 0 ? new byte[1] : bytes;
    }

    private static int radix(String text) {
        if (text.startsWith("0x") || text.startsWith("0X")) {
            return 16;
        }
        return text.startsWith("0b") ? 2 : text.startsWith("0o") ? 8 : 10;
    }

    private static BigInteger wildcardMask(String text, int width) {
        BigInteger all = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
        if (text.indexOf('*') < 0) {
            return all;
        }
        int radix = radix(text);
        String highest = Integer.toString(radix - 1, radix);
        return new BigInteger(
                        text.substring(2).replaceAll("[^*]", highest).replace('*', '0'), radix)
                .or(
                        all.andNot(
                                BigInteger.valueOf(radix)
                                        .pow(text.length() - 2)
                                        .subtract(BigInteger.ONE)))
                .and(all);
    }

    /** What a key's text asks of a field. */
    static MatchKey key(MatchField field, String text) {
        int width = field.bitWidth();
        switch (field.kind()) {
            case EXACT:
                return new MatchKey.Exact(unsigned(number(text)));
            case LPM:
                int slash = text.indexOf('/');
                int length = slash < 0 ? width : Integer.parseInt(text.substring(slash + 1));
                BigInteger prefix = number(slash < 0 ? text : text.substring(0, slash));
                BigInteger tail = BigInteger.ONE.shiftLeft(width - length).subtract(BigInteger.ONE);
                return new MatchKey.Lpm(unsigned(prefix.andNot(tail)), length);
            case RANGE:
                int arrow = text.indexOf("->");
                if (arrow < 0) {
                    return new MatchKey.Range(unsigned(number(text)), unsigned(number(text)));
                }
                return new MatchKey.Range(
                        unsigned(number(text.substring(0, arrow))),
                        unsigned(number(text.substring(arrow + 2))));
            default:
                int mark = text.indexOf("&&&");
                BigInteger mask =
                        mark < 0 ? wildcardMask(text, width) : number(text.substring(mark + 3));
                BigInteger value = number(mark < 0 ? text : text.substring(0, mark)).and(mask);
                return new MatchKey.Ternary(unsigned(value), unsigned(mask));
        }
    }

    static byte[] unsigned(BigInteger value) {
        return value.toByteArray();
    }
}
