// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

import java.math.BigInteger;

/** Numbers as the assembly writes them: decimal, 0x, 0b or 0o, with a sign. */
public final class Numbers {

    private Numbers() {}

    public static boolean isNumber(String text) {
        return text.matches("-?(0x[0-9a-fA-F]+|0b[01]+|0o[0-7]+|[0-9]+)");
    }

    /** A number of up to 64 bits; those of 64 are returned as the long with the same bits. */
    public static long parse(int line, String text) {
        BigInteger value = parseBig(line, text);
        if (value.bitLength() > 64) {
            throw new AssemblyException(line, text + " has more than 64 bits");
        }
        return value.longValue();
    }

    public static BigInteger parseBig(int line, String text) {
        if (!isNumber(text)) {
            throw new AssemblyException(line, "'" + text + "' is not a number");
        }
        boolean negative = text.startsWith("-");
        String digits = negative ? text.substring(1) : text;
        int radix = 10;
        if (digits.startsWith("0x")) {
            radix = 16;
        } else if (digits.startsWith("0b")) {
            radix = 2;
        } else if (digits.startsWith("0o")) {
            radix = 8;
        }
        BigInteger value = new BigInteger(radix == 10 ? digits : digits.substring(2), radix);
        return negative ? value.negate() : value;
    }

    /** A mask of the lowest {@code bits} bits, 0 to 64. */
    public static long mask(int bits) {
        return bits >= 64 ? -1L : (1L << bits) - 1;
    }
}
