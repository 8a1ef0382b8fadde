// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Comparison of a command with the definition of all commands. */
final class CommandCheck {
    /** All commands, only read here: to make them takes tens of milliseconds. */
    private static final CommandLine ALL = WeirCommands.all();

    private CommandCheck() {}

    /** The first thing that is wrong with a shown command; empty if nothing is. */
    static Optional<String> fault(ShownCommand shown) {
        CommandLine command = ALL;
        List<String> words = shown.words();
        boolean hasOperands = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            CommandSpec spec = command.getCommandSpec();
            if (word.equals("--")) {
                break;
            }
            if (word.startsWith("-") && !spec.parser().unmatchedOptionsArePositionalParams()) {
                int equals = word.indexOf('=');
                String name = equals < 0 ? word : word.substring(0, equals);
                OptionSpec option = spec.optionsMap().get(name);
                if (option == null) {
                    return Optional.of("no option " + name + " of " + spec.qualifiedName());
                }
                if (option.arity().min() > 0 && equals < 0) {
                    i++;
                    boolean isMissing = i == words.size() || words.get(i).startsWith("--");
                    if (isMissing && shown.isWhole()) {
                        return Optional.of("no value for " + name);
                    }
                    if (isMissing) {
                        i--;
                    }
                }
                continue;
            }
            CommandLine sub = hasOperands ? null : command.getSubcommands().get(word);
            if (sub != null) {
                command = sub;
            } else if (word.equals("COMMAND") && !command.getSubcommands().isEmpty()) {
                return Optional.empty();
            } else if (spec.positionalParameters().isEmpty()) {
                return Optional.of("no command " + word + " of " + spec.qualifiedName());
            } else {
                hasOperands = true;
            }
        }
        return shown.isWhole() ? parsed(words) : Optional.empty();
    }

    /** The complaint of the command's own parser; empty if it has none. */
    private static Optional<String> parsed(List<String> words) {
        if (words.contains("--plugin")) {
            return Optional.empty(); // It loads the jar.
        }
        try {
            WeirCommands.all().parseArgs(words.toArray(new String[0]));
            return Optional.empty();
        } catch (ParameterException e) {
            return Optional.of(e.getMessage());
        }
    }
}
