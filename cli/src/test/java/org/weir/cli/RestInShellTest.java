// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/** Every operation of REST has a shell command in the table of README.md, or a reason for none. */
@ChecksCommittedFile
class RestInShellTest {
    private static final Pattern OPERATION = Pattern.compile("`((?:GET|PUT|POST|DELETE) /\\S*)`");
    private static final Pattern COMMAND = Pattern.compile("`(weir-[a-z-]+)");
    private static final Pattern DECLARED = Pattern.compile("\\bname = \"(weir-[a-z-]+)\"");

    private static final Pattern IMPORTED =
            Pattern.compile("^import (org\\.weir\\.app[a-z.]*)\\.[A-Z]", Pattern.MULTILINE);

    private static final Pattern SHOWN =
            Pattern.compile("(?:`|> |^)(weir-[a-z-]+)((?: [^`|\\n]*)?)", Pattern.MULTILINE);

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static Set<String> declared() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            StringBuilder sources = new StringBuilder();
            for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
                sources.append(Files.readString(file));
            }
            return found(DECLARED, sources.toString());
        }
    }

    @Test
    void theTableHasEveryOperation() throws IOException {
        JsonNode paths =
                new ObjectMapper().readTree(Path.of("../docs/openapi.json").toFile()).path("paths");
        Set<String> operations = new TreeSet<>();
        paths.fields()
                .forEachRemaining(
                        path ->
                                path.getValue()
                                        .fieldNames()
                                        .forEachRemaining(
                                                method -> {
                                                    if (method.matches("get|put|post|delete")) {
                                                        operations.add(
                                                                method.toUpperCase()
                                                                        + " "
                                                                        + path.getKey());
                                                    }
                                                }));
        assertThat(operations).hasSizeGreaterThan(25);
        String readme = Files.readString(Path.of("README.md"));
        assertThat(found(OPERATION, readme))
                .as("operations in the table \"REST in the shell\" of cli/README.md")
                .isEqualTo(operations);
    }

    @Test
    void everyCommandIsDocumentedAndEveryDocumentedOneExists() throws IOException {
        assertThat(found(COMMAND, Files.readString(Path.of("README.md")))).isEqualTo(declared());
    }

    @Test
    void karafReadsThePackagesOfAllCommands() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String scanned = pom.replaceAll("(?s).*<Karaf-Commands>(.*)</Karaf-Commands>.*", "$1");
        Set<String> packages = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
                if (Files.readString(file).contains("\n@Service\n")) {
                    packages.add(
                            Path.of("src/main/java")
                                    .relativize(file.getParent())
                                    .toString()
                                    .replace('/', '.'));
                }
            }
        }
        assertThat(Set.of(scanned.split(","))).isEqualTo(packages);
    }

    /** ONOS would not start the application otherwise. */
    @Test
    void packagesOfTheApplicationThatCommandsUseAreExported() throws IOException {
        String pom = Files.readString(Path.of("../app/pom.xml"));
        String exported = pom.replaceAll("(?s).*<Export-Package>(.*)</Export-Package>.*", "$1");
        Set<String> used = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
                used.addAll(found(IMPORTED, Files.readString(file)));
            }
        }
        assertThat(used).hasSizeGreaterThan(3);
        assertThat(Set.of(exported.split(","))).containsAll(used);
    }

    /** Karaf refuses an option after an argument; two commands read such words by themselves. */
    @Test
    void shownCommandsHaveOptionsBeforeArguments() throws IOException {
        Set<String> wrong = new TreeSet<>();
        int shown = 0;
        for (String file :
                List.of(
                        "README.md",
                        "../README.md",
                        "../CHANGELOG.md",
                        "../docs/how-to/change-the-policy.md",
                        "../docs/cluster.md",
                        "../docs/agent.md",
                        "../docs/stock-onos.md")) {
            Matcher command = SHOWN.matcher(Files.readString(Path.of(file)));
            while (command.find()) {
                shown++;
                boolean readsItself = command.group(1).matches("weir-class-set|weir-plan");
                if (!readsItself && hasOptionAfterArgument(command.group(2))) {
                    wrong.add(file + ": " + command.group());
                }
            }
        }
        assertThat(shown).isGreaterThan(50);
        assertThat(wrong).isEmpty();
    }

    private static boolean hasOptionAfterArgument(String words) {
        boolean hasArgument = false;
        String before = "";
        for (String word : words.trim().split("[ \\[\\]]+")) {
            boolean isOption = word.startsWith("-");
            if (isOption && hasArgument) {
                return true;
            }
            hasArgument |= !word.isEmpty() && !isOption && !before.startsWith("--");
            before = word;
        }
        return false;
    }
}
