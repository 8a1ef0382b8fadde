// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Options and commands that the help of a command names. */
final class HelpText {
    private static final int WIDE = 1000;
    private static final Pattern OPTION =
            Pattern.compile("(?<![\\w<-])-{1,2}[a-zA-Z][a-zA-Z0-9-]*");
    private static final Pattern LISTED =
            Pattern.compile("(?m)^ {2}((?:-\\w, )?| {4})(--?[a-zA-Z][a-zA-Z0-9-]*)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {2}([a-z][a-z0-9-]*) ");

    private HelpText() {}

    private static String of(CommandLine command) {
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDE);
        return command.getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    /** Names of the options that the help of a command lists, long and short. */
    static Set<String> options(CommandLine command) {
        Set<String> options = new TreeSet<>();
        Matcher listed = LISTED.matcher(of(command));
        while (listed.find()) {
            options.addAll(named(listed.group()));
        }
        return options;
    }

    /** Names of options anywhere in a text. */
    static Set<String> named(String text) {
        Set<String> options = new TreeSet<>();
        Matcher option = OPTION.matcher(text);
        while (option.find()) {
            options.add(option.group());
        }
        return options;
    }

    /** The commands that the help of a command lists. */
    static Set<String> commands(CommandLine command) {
        String help = of(command);
        int start = help.indexOf("Commands:");
        Set<String> commands = new TreeSet<>();
        if (start >= 0) {
            String list = help.substring(start);
            int end = list.indexOf("\n\n");
            Matcher one = COMMAND.matcher(end < 0 ? list : list.substring(0, end));
            while (one.find()) {
                commands.add(one.group(1));
            }
        }
        return commands;
    }
}
