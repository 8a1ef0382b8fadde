// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import org.weir.bmv2.program.header.FieldRef;

/**
 * Writes how a field is read from the bytes of a frame: whole words, shifts and masks at constant
 * places.
 */
public final class FieldBits {

    private FieldBits() {}

    public static void read(Names names, FieldRef field, String at, int bit, JavaSource out) {
        int width = field.type().bitWidth();
        for (int word = 0; word * 64 < width; word++) {
            int bits = Math.min(64, width - 64 * word);
            int first = bit + width - 64 * word - bits;
            String value = bits(at, first, bits);
            if (field.type().isSigned() && bits < 64) {
                value = "(" + value + " << " + (64 - bits) + ") >> " + (64 - bits);
            }
            out.line(names.word("p", field, word) + " = " + value + ";");
        }
    }

    private static String bits(String at, int first, int width) {
        int start = first % 8;
        String index = at + " + " + first / 8;
        int span = start + width;
        if (span > 64) {
            String next = "Bits.u8(b, " + index + " + 8)";
            String high = "Bits.u64(b, " + index + ")";
            String joined =
                    "("
                            + high
                            + " << "
                            + (span - 64)
                            + ") | ("
                            + next
                            + " >>> "
                            + (72 - span)
                            + ")";
            return masked("(" + joined + ")", width);
        }
        int size = span <= 8 ? 8 : span <= 16 ? 16 : span <= 32 ? 32 : 64;
        String read = "Bits.u" + size + "(b, " + index + ")";
        String shifted = size == span ? read : "(" + read + " >>> " + (size - span) + ")";
        return start == 0 ? shifted : masked(shifted, width);
    }

    private static String masked(String value, int width) {
        return width == 64
                ? value
                : "(" + value + " & " + ExpressionCompiler.literal((1L << width) - 1) + ")";
    }
}
