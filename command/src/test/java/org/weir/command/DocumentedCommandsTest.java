// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.rules.ChecksCommittedFile;
import picocli.CommandLine;

/** Every command of ./weir that a document or a help text shows exists, with its options. */
@ChecksCommittedFile
class DocumentedCommandsTest {
    private static final int WIDE = 1000;

    private static List<String> faults(List<ShownCommand> shown) {
        List<String> faults = new ArrayList<>();
        for (ShownCommand one : shown) {
            CommandCheck.fault(one).ifPresent(fault -> faults.add(one + "\n    " + fault));
        }
        return faults;
    }

    @Test
    void commandsOfDocumentsExist() throws IOException {
        List<ShownCommand> shown = new ArrayList<>();
        for (Path document : Documents.all()) {
            shown.addAll(
                    ShownCommand.in(
                            Documents.HOME.relativize(document).toString(),
                            Files.readString(document)));
        }
        assertThat(shown).hasSizeGreaterThan(200);
        assertThat(shown.stream().filter(ShownCommand::isWhole).count()).isGreaterThan(50);
        assertThat(faults(shown)).isEmpty();
    }

    @Test
    void commandsOfHelpTextsExist() {
        List<ShownCommand> shown = new ArrayList<>();
        addHelp(shown, WeirCommands.all());
        assertThat(shown).isNotEmpty();
        assertThat(faults(shown)).isEmpty();
    }

    private static void addHelp(List<ShownCommand> shown, CommandLine command) {
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDE);
        String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        shown.addAll(ShownCommand.in(command.getCommandSpec().qualifiedName(), help));
        command.getSubcommands().values().forEach(sub -> addHelp(shown, sub));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "./weir upp ! no command upp of weir",
                "./weir up --fro 60s ! no option --fro of weir up",
                "./weir up --for ! no value for --for",
                "./weir up --for soon ! --for",
                "./weir lab rum pmqecn-table1 ! no command rum of weir lab",
                "./weir lab run --out DIR ! ID",
                "$ ./weir version --for 3s ! no option --for of weir version",
                "sudo ./weir host h1 -- ping -c 3 h5 && ./weir sope ! no command sope of weir",
                "Type `./weir tofino queue` there ! no command queue of weir tofino",
                "Use `weir lab compare --tuna` ! no option --tuna of weir lab compare",
            })
    void findsWhatIsWrong(String text, String fault) {
        assertThat(faults(ShownCommand.in("text", text)))
                .singleElement()
                .asString()
                .contains(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "./weir up --for 60s > out.txt # a comment --none",
                "FOO=1 ./weir lab list | grep --color x",
                "`./weir p4 [--check | --resources]` and `./weir switch …`",
                "`./weir up --generate` makes a network",
                "The words weir upp are no command.",
            })
    void leavesAloneWhatIsRight(String text) {
        assertThat(faults(ShownCommand.in("text", text)).stream().collect(Collectors.toList()))
                .isEmpty();
    }
}
