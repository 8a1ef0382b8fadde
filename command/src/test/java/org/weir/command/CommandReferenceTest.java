// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksGeneratedFile;
import org.weir.rules.GeneratedFile;
import picocli.CommandLine;

/** docs/commands.md is made from the definition of the commands. */
@ChecksGeneratedFile
class CommandReferenceTest {
    private static final Path REFERENCE = Documents.HOME.resolve("docs/commands.md");
    private static final int COLUMNS = 120;
    private static final String INTRODUCTION =
            """
            # Commands

            All commands of `./weir`, as the code declares them. *Generated from the code:* `./weir write` writes this page.
            `--help` prints the same, but a shorter text for `solve`, `tofino` and the commands of the script itself: `host`, `soak`, `test`,
            `write`, `p4`, `dashboard`, `docs`, `release`, `version` and `help`. An option's value follows its name behind a blank or `=`.
            A command line that is wrong gets one line, a hint to `--help`, and exit code 2. Exit code 1 with a line about the standard output means that
            it could not be written, such as to a full disk.
            """;

    private static void add(StringBuilder page, String name, CommandLine command) {
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(COLUMNS);
        page.append("\n## ").append(name).append("\n\n```text\n");
        command.getUsageMessage(CommandLine.Help.Ansi.OFF)
                .lines()
                .forEach(line -> page.append(line.stripTrailing()).append('\n'));
        page.append("```\n");
        command.getSubcommands().forEach((sub, one) -> add(page, name + " " + sub, one));
    }

    @Test
    void thePageIsTheDefinition() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        WeirCommands.all().getSubcommands().forEach((name, one) -> add(page, "weir " + name, one));
        new GeneratedFile(REFERENCE, getClass()).check(page.toString());
    }
}
