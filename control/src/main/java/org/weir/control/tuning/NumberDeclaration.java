// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

/** The declaration of a number that an operator may change. Immutable. */
public final class NumberDeclaration {
    private final String fieldName;
    private final String normal;
    private final String unit;
    private final double min;
    private final double max;
    private final String help;

    /**
     * A declaration.
     *
     * @param fieldName the field's name
     * @param normal the default, as text
     * @param unit the unit, empty for a plain number
     * @param min smallest allowed value
     * @param max largest allowed value
     * @param help meaning of the number, in whole sentences, with the source of its default
     */
    public NumberDeclaration(
            String fieldName, String normal, String unit, double min, double max, String help) {
        this.fieldName = fieldName;
        this.normal = normal;
        this.unit = unit;
        this.min = min;
        this.max = max;
        this.help = help;
    }

    String fieldName() {
        return fieldName;
    }

    String unit() {
        return unit;
    }

    double min() {
        return min;
    }

    double max() {
        return max;
    }

    String help() {
        return help;
    }

    /** The row of a table, as {@code docs/tunables.md} has it; ended by a newline. */
    String row() {
        return String.format(
                "| `%s` | %s | %s | %s to %s | %s |\n",
                fieldName,
                normal,
                unit,
                ReferenceTable.number(min),
                ReferenceTable.number(max),
                help);
    }
}
