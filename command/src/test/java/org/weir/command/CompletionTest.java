// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Completion in real shells: all that the help names, and nothing else. */
class CompletionTest {
    /** Prints a line for each word on which the shell completes: the words, a tab, the matches. */
    private static final String BASH =
            """
            source "$1"
            while IFS= read -r line; do
                IFS='|' read -r -a COMP_WORDS <<< "$line|"
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE="${COMP_WORDS[*]}"
                COMP_POINT=${#COMP_LINE}
                COMPREPLY=()
                _complete_weir weir "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$COMP_CWORD - 1]}" 2> /dev/null
                printf '%s\\t%s\\n' "$line" "${COMPREPLY[*]}"
            done < "$2"
            """;

    /** The same for zsh, whose own completion calls the function through its layer for bash. */
    private static final String ZSH =
            """
            autoload -U +X compinit && compinit -u -D
            source "$1"
            compadd() {
                while [ $# -gt 0 ] && [ "$1" != - ]; do shift; done
                [ $# -gt 1 ] || return 1
                shift
                matches_of+=("${(@M)@:#${words[CURRENT]}*}") # As the real one: what begins like the word.
            }
            _default() { return 1; }
            while IFS= read -r line; do
                words=("${(@s:|:)line}")
                CURRENT=${#words}
                matches_of=()
                _bash_complete -o default -F _complete_weir 2> /dev/null
                printf '%s\\t%s\\n' "$line" "${matches_of[*]}"
            done < "$2"
            """;

    @TempDir Path folder;

    /** All commands by their words, such as "weir|lab|run". */
    private static Map<String, CommandLine> commands() {
        Map<String, CommandLine> all = new LinkedHashMap<>();
        add(all, "weir", WeirCommands.all());
        return all;
    }

    private static void add(Map<String, CommandLine> all, String words, CommandLine command) {
        all.put(words, command);
        command.getSubcommands().forEach((name, sub) -> add(all, words + "|" + name, sub));
    }

    private Map<String, Set<String>> complete(String shell, List<String> lines) throws Exception {
        Path script = Files.writeString(folder.resolve("weir"), CompletionCommand.script());
        Path asked = Files.write(folder.resolve("asked"), lines);
        Path driver = Files.writeString(folder.resolve("driver"), shell.equals("zsh") ? ZSH : BASH);
        Path answers = folder.resolve("answers");
        Process process =
                new ProcessBuilder(shell, driver.toString(), script.toString(), asked.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(answers.toFile())
                        .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(shell).isTrue();
        } finally {
            process.destroyForcibly();
        }
        Map<String, Set<String>> matches = new LinkedHashMap<>();
        for (String answer : Files.readAllLines(answers)) {
            String[] parts = answer.split("\t", 2);
            assertThat(parts).as(Files.readString(answers)).hasSize(2);
            Set<String> found = new TreeSet<>(List.of(parts[1].strip().split("\\s+")));
            found.remove("");
            matches.put(parts[0], found);
        }
        return matches;
    }

    private static void assumeInstalled(String shell) {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, shell))),
                "completion is not tried: no " + shell);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesTheOptionsOfTheHelp(String shell) throws Exception {
        assumeInstalled(shell);
        Map<String, CommandLine> commands = commands();
        List<String> lines = commands.keySet().stream().map(words -> words + "|-").toList();

        Map<String, Set<String>> matches = complete(shell, lines);

        assertThat(commands).hasSizeGreaterThan(40);
        commands.forEach(
                (words, command) ->
                        assertThat(matches.get(words + "|-"))
                                .as("%s: %s", shell, words)
                                .isEqualTo(HelpText.options(command)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesTheCommandsOfTheHelp(String shell) throws Exception {
        assumeInstalled(shell);
        Map<String, CommandLine> commands = commands();
        commands.values().removeIf(command -> command.getSubcommands().isEmpty());
        List<String> lines = commands.keySet().stream().map(words -> words + "|").toList();

        Map<String, Set<String>> matches = complete(shell, lines);

        assertThat(commands).containsKeys("weir", "weir|lab", "weir|bench", "weir|soak");
        commands.forEach(
                (words, command) -> {
                    Set<String> found = new TreeSet<>(matches.get(words + "|"));
                    found.removeIf(match -> match.startsWith("-"));
                    assertThat(found)
                            .as("%s: %s", shell, words)
                            .isEqualTo(HelpText.commands(command))
                            .isEqualTo(command.getSubcommands().keySet());
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesBeginningsAndValues(String shell) throws Exception {
        assumeInstalled(shell);
        Map<String, Set<String>> matches =
                complete(
                        shell,
                        List.of("weir|so", "weir|up|--gen", "weir|solve|--solver|", "weir|xy"));

        assertThat(matches.get("weir|so")).containsExactly("soak", "solve");
        assertThat(matches.get("weir|up|--gen")).containsExactly("--generate");
        assertThat(matches.get("weir|solve|--solver|")).containsExactly("de", "direct");
        assertThat(matches.get("weir|xy")).isEmpty();
    }

    @Test
    void theScriptIsCompleteBash() throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("weir"), CompletionCommand.script());
        Process process = new ProcessBuilder("bash", "-n", script.toString()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
