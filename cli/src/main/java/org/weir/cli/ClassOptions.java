// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.weir.app.ClassChange;
import org.weir.app.ClassChange.Target;

/**
 * Change of a class as typed in the shell: {@code --delay-ms 5 --loss none}. Karaf reads no options
 * after an argument, and the class comes first; so this class reads them.
 */
final class ClassOptions {

    private static final String IMPORTANCE = "--importance";
    private static final String WITHDRAWN = "none";
    private static final Map<String, Target> TARGETS = targets();

    private ClassOptions() {}

    /** The options there are. */
    static List<String> names() {
        List<String> names = new ArrayList<>(TARGETS.keySet());
        names.add(IMPORTANCE);
        return names;
    }

    /**
     * Reads options and their values.
     *
     * @param words words typed after the class; null for none
     * @return the change, with something in it
     * @throws IllegalArgumentException if an option is unknown, given twice, has no value or one
     *     that is no number, or if there is none at all
     */
    static ClassChange parse(List<String> words) {
        ClassChange change = ClassChange.none();
        List<String> seen = new ArrayList<>();
        Iterator<String> rest = (words == null ? List.<String>of() : words).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            if (!names().contains(option)) {
                throw new IllegalArgumentException(
                        option + ": is not one of " + String.join(", ", names()));
            }
            if (seen.contains(option)) {
                throw new IllegalArgumentException(option + ": may be given once only");
            }
            if (!rest.hasNext()) {
                throw new IllegalArgumentException(option + ": needs a value");
            }
            seen.add(option);
            change = add(change, option, rest.next());
        }
        if (change.isEmpty()) {
            throw new IllegalArgumentException(
                    "name at least one of " + String.join(", ", names()));
        }
        return change;
    }

    private static ClassChange add(ClassChange change, String option, String value) {
        if (option.equals(IMPORTANCE)) {
            return change.withImportance(number(option, value));
        }
        OptionalDouble wanted =
                value.equals(WITHDRAWN)
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(number(option, value));
        return change.withTarget(TARGETS.get(option), wanted);
    }

    private static double number(String option, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, in the same words as for what is a number only to Java.
        }
        throw new IllegalArgumentException(option + ": must be a number, is " + text);
    }

    private static Map<String, Target> targets() {
        Map<String, Target> targets = new LinkedHashMap<>();
        targets.put("--delay-ms", Target.DELAY_MS);
        targets.put("--p99-delay-ms", Target.P99_DELAY_MS);
        targets.put("--jitter-ms", Target.JITTER_MS);
        targets.put("--loss", Target.LOSS_FRACTION);
        targets.put("--min-rate", Target.MIN_RATE_BPS);
        targets.put("--max-rate", Target.MAX_RATE_BPS);
        return targets;
    }
}
