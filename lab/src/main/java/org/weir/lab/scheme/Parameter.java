// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

/**
 * A number of a scheme or an experiment, declared once.
 *
 * @param name as in {@code --set name=value}, with its unit
 * @param unit for people; empty for a pure number
 * @param normal its value unless said otherwise
 * @param min least allowed value
 * @param max greatest allowed value
 * @param meaning meaning of the number
 * @param source source of the value
 */
public record Parameter(
        String name,
        String unit,
        double normal,
        double min,
        double max,
        String meaning,
        String source) {
    /** Checks the value against the range. */
    public Parameter {
        check(name, normal, min, max);
    }

    /** The same with another value, for an experiment that publishes its own. */
    public Parameter of(double otherNormal, String otherSource) {
        return new Parameter(name, unit, otherNormal, min, max, meaning, otherSource);
    }

    /**
     * Checks a value.
     *
     * @throws IllegalArgumentException when it is out of range
     */
    public void check(double value) {
        check(name, value, min, max);
    }

    private static void check(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(
                    name + " must be " + text(min) + " to " + text(max) + ", not " + text(value));
        }
    }

    /** A number without needless zeros. */
    public static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
