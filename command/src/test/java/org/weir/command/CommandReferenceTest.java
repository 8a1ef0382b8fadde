// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/commands.md is made from the definition of the commands. */
class CommandReferenceTest {
    private static final Path REFERENCE = Documents.HOME.resolve("docs/commands.md");
    private static final int COLUMNS = 120;
    private static final String INTRODUCTION =
            """
            # Commands

            All commands of `./weir`, as `--help` prints them. *Generated from the code:* `CommandReferenceTest` with `-Dweir.write=true` writes this page.
            A command line that is wrong gets one line, a hint to `--help`, and exit code 2.
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
    void thePageIsTheDefinition() throws IOException {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        WeirCommands.all().getSubcommands().forEach((name, one) -> add(page, "weir " + name, one));
        if (Boolean.getBoolean("weir.write")) {
            Files.writeString(REFERENCE, page);
        }
        assertThat(Files.readString(REFERENCE)).isEqualTo(page.toString());
    }
}
