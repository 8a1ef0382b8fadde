// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands of a tutorial: the lines of its code blocks, in order, without comments. */
final class Tutorial {
    private static final String FENCE = "```";
    private static final Pattern COMMENT = Pattern.compile("\\s+#\\s.*$");

    /** A program that a command runs in a host. */
    private static final Pattern IN_HOST = Pattern.compile("\\./weir host \\S+ -- (\\S+)");

    private static final Pattern SECONDS = Pattern.compile(" -t \\d+");
    private static final String UP = "./weir up";
    private static final String BACKGROUND = " &";

    private final List<String> commands = new ArrayList<>();

    /** Reads a document of the repository. */
    Tutorial(String document) throws IOException {
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of(Shell.home().toString(), document))) {
            String text = line.strip();
            if (text.startsWith(FENCE)) {
                inside = !inside;
            } else if (inside && !text.isEmpty()) {
                commands.add(COMMENT.matcher(text).replaceFirst("").replaceFirst("^sudo ", ""));
            }
        }
    }

    /** The commands up to the next start of a network, without it. */
    List<String> part(int index) {
        List<Integer> starts = starts();
        int end = index + 1 < starts.size() ? starts.get(index + 1) : commands.size();
        return commands.subList(starts.get(index) + 1, end);
    }

    /** Options of a start of a network. */
    List<String> upOptions(int index) {
        String options = commands.get(starts().get(index)).substring(UP.length()).strip();
        return options.isEmpty() ? List.of() : List.of(options.split(" "));
    }

    private List<Integer> starts() {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            if (commands.get(i).startsWith(UP)) {
                starts.add(i);
            }
        }
        return starts;
    }

    /** The program that a command runs in a host; empty for a shell or the list of hosts. */
    static String program(String command) {
        Matcher matcher = IN_HOST.matcher(command);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** The command as a test runs it: a reader has more time for what loads the network. */
    static String shortened(String command) {
        return command.endsWith(BACKGROUND)
                ? command
                : SECONDS.matcher(command).replaceFirst(" -t 3");
    }
}
