// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

/** Bits to match, some of which do not matter: {@code 0x0800}, {@code 0b1**0}, {@code *}. */
public record BitPattern(long value, long mask) {

    public static boolean isPattern(String text) {
        return text.matches("\\*|0x[0-9a-fA-F*]+|0b[01*]+|0o[0-7*]+|[0-9]+");
    }

    public static BitPattern parse(int line, String text) {
        if (text.equals("*")) {
            return new BitPattern(0, 0);
        }
        if (text.matches("[0-9]+")) {
            return new BitPattern(Numbers.parse(line, text), -1);
        }
        if (!isPattern(text)) {
            throw new AssemblyException(line, "'" + text + "' is no pattern");
        }
        int bitsPerDigit = text.startsWith("0x") ? 4 : text.startsWith("0o") ? 3 : 1;
        long value = 0;
        long mask = 0;
        for (char digit : text.substring(2).toCharArray()) {
            if ((mask | value) >>> 64 - bitsPerDigit != 0) {
                throw new AssemblyException(line, text + " has more than 64 bits");
            }
            value <<= bitsPerDigit;
            mask <<= bitsPerDigit;
            if (digit != '*') {
                value |= Character.digit(digit, 16);
                mask |= Numbers.mask(bitsPerDigit);
            }
        }
        // Digits that are not written are zeros and have to match.
        int written = (text.length() - 2) * bitsPerDigit;
        return new BitPattern(value, mask | ~Numbers.mask(written));
    }

    public boolean matches(long bits) {
        return (bits & mask) == value;
    }
}
