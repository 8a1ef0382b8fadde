// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options and operands of a command in a module without picocli. An option with a value has the
 * form {@code --name value} or {@code --name=value}, as in picocli. Immutable.
 */
public final class Arguments {
    private final Map<String, String> values;
    private final Set<String> flags;
    private final List<String> operands;

    private Arguments(Map<String, String> values, Set<String> flags, List<String> operands) {
        this.values = values;
        this.flags = flags;
        this.operands = List.copyOf(operands);
    }

    /**
     * Reads the words of a command line.
     *
     * @param words the words after the command's name
     * @param withValue names of the options that have a value, with their dashes
     * @param withoutValue names of the other options, with their dashes
     * @throws IllegalArgumentException if an option is unknown, is given twice, lacks its value or
     *     has one that it must not have; the message names the option and the rule
     */
    public static Arguments read(
            List<String> words, Set<String> withValue, Set<String> withoutValue) {
        Set<String> known = new TreeSet<>(withValue);
        known.addAll(withoutValue);
        Map<String, String> values = new LinkedHashMap<>();
        Set<String> flags = new HashSet<>();
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-")) {
                operands.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown option " + name + ", known are " + String.join(", ", known));
            }
            if (values.containsKey(name) || flags.contains(name)) {
                throw new IllegalArgumentException(name + " must not be given twice");
            }
            if (withoutValue.contains(name)) {
                if (equals >= 0) {
                    throw new IllegalArgumentException(name + " has no value");
                }
                flags.add(name);
            } else if (equals >= 0) {
                values.put(name, word.substring(equals + 1));
            } else if (i + 1 == words.size() || known.contains(words.get(i + 1))) {
                throw new IllegalArgumentException(name + ": its value is missing");
            } else {
                values.put(name, words.get(++i));
            }
        }
        return new Arguments(values, flags, operands);
    }

    /** Value of an option; empty if the option was not given. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Whether an option was given. */
    public boolean has(String name) {
        return values.containsKey(name) || flags.contains(name);
    }

    /** Words that belong to no option, in their order. */
    public List<String> operands() {
        return operands;
    }
}
