// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldType;

/**
 * Fields one after the other as one string of bits, of which any piece can be written as a Java
 * expression.
 */
public final class BitString {

    /** A value's word by index, the lowest first. */
    @FunctionalInterface
    public interface Words {
        String word(int index) throws ProgramException;
    }

    private record Part(Words words, int width, int start, boolean isClean) {}

    private final List<Part> parts = new ArrayList<>();
    private int width;

    /** Adds a value. A clean one has zeros above its width. */
    public void add(Words words, int partWidth, boolean isClean) {
        parts.add(new Part(words, partWidth, width, isClean));
        width += partWidth;
    }

    /** Adds the value of a field. */
    public void add(ExpressionCompiler expressions, Expression expression, FieldType type) {
        add(index -> expressions.word(expression, index), type.bitWidth(), !type.isSigned());
    }

    public int width() {
        return width;
    }

    /** Slice of at most 64 bits from an index on, as a number; the bits above are zero. */
    public String slice(int from, int length) throws ProgramException {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            int first = Math.max(from, part.start);
            int last = Math.min(from + length, part.start + part.width);
            if (first >= last) {
                continue;
            }
            String bits = bits(part, part.start + part.width - last, last - first);
            int shift = from + length - last;
            text.append(text.isEmpty() ? "" : " | ")
                    .append(shift == 0 ? bits : "(" + bits + " << " + shift + ")");
        }
        return text.isEmpty() ? "0L" : "(" + text + ")";
    }

    private static String bits(Part part, int low, int length) throws ProgramException {
        int word = low / 64;
        int shift = low % 64;
        String value = part.words.word(word);
        String text = shift == 0 ? value : "(" + value + " >>> " + shift + ")";
        if (shift + length > 64) {
            text = "(" + text + " | (" + part.words.word(word + 1) + " << " + (64 - shift) + "))";
        }
        boolean reachesTop = low + length == part.width;
        if (length == 64 || reachesTop && part.isClean) {
            return text;
        }
        return "(" + text + " & " + ExpressionCompiler.literal((1L << length) - 1) + ")";
    }
}
