// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

import java.math.BigDecimal;

/** Markdown tables of numbers that an operator may change, as {@code docs/tunables.md} has them. */
public final class ReferenceTable {
    private ReferenceTable() {}

    /** The table of some numbers, a row each, in the order given; each row ended by a newline. */
    public static String of(DeclaredNumber... numbers) {
        StringBuilder text =
                new StringBuilder(
                        "| name | default | unit | range | meaning |\n|---|---|---|---|---|\n");
        for (DeclaredNumber number : numbers) {
            text.append(number.declaration().row());
        }
        return text.toString();
    }

    /** A number without an exponent and without zeros behind the point. */
    public static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
