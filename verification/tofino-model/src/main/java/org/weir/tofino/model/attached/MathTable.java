// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;

/**
 * The math unit of a stateful ALU: a function of a number's first four bits by a table, and a power
 * of two by the place of its first bit.
 *
 * <p>A number is mantissa times 2 to the exponent, with 8 to 15 eighths as mantissa; for a square
 * root the exponent is even, and the mantissa 4 to 15 eighths. Bits behind the mantissa's last one
 * are cut off. The result is the table's number at the mantissa's eighths, times 2 to the scale,
 * times 2 to the exponent, which is doubled, halved or negated. This is how p4c fills the table and
 * what the assembler's register descriptions say. How an ASIC treats 0 and results below 1 is not
 * there: 0 gives the table's first number with the scale alone, and fractions are cut off.
 */
public final class MathTable {

    private static final int ENTRIES = 16;
    private static final int MANTISSA_BITS = 4;

    private final int[] data = new int[ENTRIES];
    private final boolean invert;
    private final int shift;
    private final int scale;

    public MathTable(Node section) {
        for (Node.Entry entry : section.entries()) {
            if (!entry.key().matches("data|invert|shift|scale")) {
                throw Node.unknown(entry, "math_table");
            }
        }
        int i = 0;
        for (Node item : section.get("data").items()) {
            if (i == ENTRIES) {
                throw item.error("a math table has " + ENTRIES + " numbers");
            }
            data[i++] = (int) item.number();
        }
        invert = section.get("invert").text().equals("true");
        shift = (int) section.get("shift").number();
        scale = (int) section.get("scale").number();
    }

    public long of(long value, int bits) {
        int index = 0;
        int exponent = 0;
        if (value != 0) {
            int first = 63 - Long.numberOfLeadingZeros(value);
            exponent = shift < 0 && first % 2 != 0 ? first + 1 : first;
            int down = exponent - (MANTISSA_BITS - 1);
            index = (int) (down >= 0 ? value >>> down : value << -down);
        }
        int power = shift < 0 ? exponent / 2 : exponent << shift;
        int left = scale + (invert ? -power : power);
        long result = left >= 0 ? (long) data[index] << Math.min(left, 48) : data[index] >>> -left;
        return result & Numbers.mask(bits);
    }
}
