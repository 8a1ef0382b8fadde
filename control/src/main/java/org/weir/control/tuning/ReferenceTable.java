// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

import java.math.BigDecimal;

/** A Markdown table of numbers that an operator may change, as {@code docs/tunables.md} has it. */
public final class ReferenceTable {
    private final StringBuilder text =
            new StringBuilder(
                    "| name | default | unit | range | meaning |\n|---|---|---|---|---|\n");

    /**
     * Adds a row.
     *
     * @param name the field's name
     * @param normal the default, as text
     * @param unit the unit, empty for a plain number
     * @param min smallest allowed value
     * @param max largest allowed value
     * @param help what it means, in whole sentences
     */
    public ReferenceTable row(
            String name, String normal, String unit, double min, double max, String help) {
        text.append("| `").append(name).append("` | ").append(normal);
        text.append(" | ").append(unit).append(" | ").append(number(min));
        text.append(" to ").append(number(max)).append(" | ").append(help).append(" |\n");
        return this;
    }

    /** A number without an exponent and without zeros behind the point. */
    public static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** The table, each row ended by a newline. */
    @Override
    public String toString() {
        return text.toString();
    }
}
