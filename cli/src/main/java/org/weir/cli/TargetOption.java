// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.OptionalDouble;
import org.weir.app.ClassChange;
import org.weir.app.ClassChange.Target;

/** One target as it is typed: a number, or {@code none} to withdraw it. */
final class TargetOption {

    private static final String WITHDRAWN = "none";

    private TargetOption() {}

    /**
     * Adds a target to a change.
     *
     * @param change what there is so far
     * @param target which target
     * @param text what was typed, or null when the option was left out
     * @return the change
     * @throws IllegalArgumentException if the text is neither
     */
    static ClassChange add(ClassChange change, Target target, String text) {
        if (text == null) {
            return change;
        }
        if (text.equals(WITHDRAWN)) {
            return change.withTarget(target, OptionalDouble.empty());
        }
        return change.withTarget(target, OptionalDouble.of(number(target.field(), text)));
    }

    /**
     * A number as it is typed.
     *
     * @param field what it is for
     * @param text what was typed
     * @return the number
     * @throws IllegalArgumentException if it is none
     */
    static double number(String field, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, in the same words as for what is a number only to Java.
        }
        throw new IllegalArgumentException(field + ": must be a number, is " + text);
    }
}
