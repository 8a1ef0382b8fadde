// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.cli.SolveCommand;
import org.weir.rules.ChecksCommittedFile;
import org.weir.tofino.cli.TofinoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Help of every command, and the answer to a wrong command line. */
@ChecksCommittedFile
class HelpTest {
    private static final Set<String> OF_HELP = Set.of("-h", "--help");

    /** Runs ./weir, which answers these requests without a build. */
    private static String weir(int exitCode, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("../weir"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(exitCode);
        return output;
    }

    private static Set<String> without(Set<String> options, Set<String> others) {
        Set<String> rest = new TreeSet<>(options);
        rest.removeAll(others);
        return rest;
    }

    private static Set<String> declared(String... words) {
        CommandLine command = WeirCommands.all();
        for (String word : words) {
            command = command.getSubcommands().get(word);
        }
        Set<String> options = new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
        command.getSubcommands()
                .values()
                .forEach(sub -> options.addAll(sub.getCommandSpec().optionsMap().keySet()));
        return without(options, OF_HELP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "write", "p4", "dashboard", "docs", "release", "version", "help"})
    void scriptsHaveTheDeclaredOptions(String command) throws Exception {
        String help = weir(0, command, "--help");
        assertThat(help).startsWith("usage: ./weir " + command);
        String usage = help.replace("./weir up --hosts", "");
        assertThat(without(HelpText.named(usage), OF_HELP)).isEqualTo(declared(command));
        assertThat(weir(0, command, "-h")).isEqualTo(help);
        assertThat(weir(0, "help", command)).isEqualTo(help);
    }

    @Test
    void theListOfCommandsIsTheDefinitions() throws Exception {
        String help = weir(0, "help");
        assertThat(help).isEqualTo(weir(0, "--help")).isEqualTo(weir(0));
        Set<String> listed = new TreeSet<>(Set.of("version"));
        help.lines()
                .filter(line -> line.matches(" {2}[a-z].*"))
                .forEach(line -> listed.add(line.strip().split(" ")[0]));
        assertThat(listed).isEqualTo(WeirCommands.all().getSubcommands().keySet());
        for (String command : listed) {
            if (Set.of("test", "soak").contains(command)) {
                assertThat(weir(0, command, "--help")).startsWith("usage: ./weir " + command);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nope",
                "help nope",
                "help --none",
                "version --none",
                "host --none",
                "write --none",
                "p4 --none",
                "dashboard --none",
                "docs --none",
                "release --none",
                "soak",
                "soak nope"
            })
    void scriptsRefuseAWrongCommandInOneLine(String line) throws Exception {
        assertThat(weir(2, line.split(" ")).lines()).hasSize(1);
    }

    @Test
    void helpOfACommandOfACommand() throws Exception {
        assertThat(weir(2, "help", "p4", "x")).contains("p4 has no command x");
        assertThat(weir(2, "help", "host", "h1")).contains("host has no command h1");
    }

    @Test
    void scriptsTakeValuesBehindEqualsSigns() throws Exception {
        assertThat(weir(2, "docs", "--out=")).contains("--out must not be empty");
        assertThat(weir(2, "release", "--next=0.2.0")).doesNotContain("unknown option");
        assertThat(weir(2, "release", "0.1.0", "--next=x")).contains("'x' is no version");
    }

    @Test
    void solveParsesTheDeclaredOptions() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(SolveCommand.run(new PrintStream(out), System.err, "--help")).isZero();
        assertThat(HelpText.named(out.toString(StandardCharsets.UTF_8)))
                .isEqualTo(declared("solve"));
        for (String option : declared("solve")) {
            assertThat(refusal(SolveCommand::run, option)).doesNotContain("unknown option");
            assertThat(refusal(SolveCommand::run, option + "=")).doesNotContain("unknown option");
        }
        assertThat(refusal(SolveCommand::run, "--none")).contains("unknown option");
    }

    @Test
    void tofinoParsesTheDeclaredOptions() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(TofinoCommand.run(new PrintStream(out), System.err, "--help")).isZero();
        assertThat(HelpText.named(out.toString(StandardCharsets.UTF_8)))
                .isEqualTo(declared("tofino"));
        for (String command :
                WeirCommands.all().getSubcommands().get("tofino").getSubcommands().keySet()) {
            if (command.equals("p4runtime")) {
                // Of another class, which runs what is declared.
                continue;
            }
            for (String option : declared("tofino", command)) {
                assertThat(refusal(TofinoCommand::run, command, option))
                        .contains(option + ": its value is missing");
                assertThat(refusal(TofinoCommand::run, command, option + "=x"))
                        .doesNotContain("unknown option");
            }
            String refused = refusal(TofinoCommand::run, command, "--none", "x");
            String known = refused.substring(refused.indexOf("known are"));
            assertThat(HelpText.named(known)).isEqualTo(declared("tofino", command));
        }
        assertThat(refusal(TofinoCommand::run, "nope")).contains("unknown command");
    }

    private interface Parser {
        int run(PrintStream out, PrintStream err, String... words);
    }

    private static String refusal(Parser parser, String... words) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = parser.run(System.out, new PrintStream(err), words);
        String text = err.toString(StandardCharsets.UTF_8);
        assertThat(exitCode).as(text).isEqualTo(2);
        assertThat(text.lines()).hasSize(1);
        return text;
    }

    static Stream<CommandLine> all() {
        return withSubcommands(WeirCommands.all());
    }

    private static Stream<CommandLine> withSubcommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream().flatMap(HelpTest::withSubcommands));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyCommandHasHelpThatCanBeFormattedAndExitCodes(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        assertThat(spec.usageMessage().description()).as(spec.qualifiedName()).isNotEmpty();
        assertThat(spec.usageMessage().exitCodeList()).as(spec.qualifiedName()).isNotEmpty();
        List<String> formats = new ArrayList<>();
        formats.addAll(List.of(spec.usageMessage().description()));
        formats.addAll(List.of(spec.usageMessage().header()));
        formats.addAll(List.of(spec.usageMessage().footer()));
        spec.args().forEach(arg -> formats.addAll(List.of(arg.description())));
        for (String format : formats) {
            assertThatCode(() -> String.format(format))
                    .as("%s: %s", spec.qualifiedName(), format)
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void anUnknownOptionIsRefusedInALineAndAHint(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (spec.parser().unmatchedOptionsArePositionalParams()) {
            return;
        }
        StringWriter err = new StringWriter();
        int exitCode = command.setErr(new PrintWriter(err)).execute("--none");
        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(2);
        assertThat(err.toString()).startsWith(spec.qualifiedName() + ": ");
    }
}
