// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/** The table of docs/tofino.md that says which test runs which feature, and on what. */
@ChecksCommittedFile
class FeatureTableTest {

    private static final Path REPOSITORY = Path.of("..", "..");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");

    @Test
    void eachCellNamesTestsThatExistOrSaysThatNoneDoes() throws IOException {
        List<String> lines =
                Files.readAllLines(REPOSITORY.resolve("docs/tofino.md")).stream()
                        .dropWhile(line -> !line.startsWith("| feature | v1model "))
                        .takeWhile(line -> line.startsWith("|"))
                        .skip(2)
                        .toList();
        assertThat(lines).hasSizeGreaterThan(10);
        Set<String> tests = tests();
        for (String line : lines) {
            String[] cells = line.substring(1).split("\\|");
            assertThat(cells).as(line).hasSize(5);
            for (int i = 1; i < cells.length; i++) {
                List<String> named =
                        TEST.matcher(cells[i]).results().map(FeatureTableTest::name).toList();
                assertThat(tests).as(line).containsAll(named);
                if (named.isEmpty()) {
                    assertThat(cells[i].trim()).as(line).isIn("–", "no", "not run");
                }
            }
        }
    }

    private static String name(MatchResult test) {
        return test.group(1);
    }

    /** Names of the test classes in the modules that run a program. */
    private static Set<String> tests() throws IOException {
        try (Stream<Path> lab = Files.walk(REPOSITORY.resolve("lab/src/test"));
                Stream<Path> model = Files.walk(Path.of("src/test"));
                Stream<Path> pipelines = Files.walk(REPOSITORY.resolve("pipelines/src/test"));
                Stream<Path> tofino = Files.walk(REPOSITORY.resolve("tofino/src/test"));
                Stream<Path> adapter = Files.walk(REPOSITORY.resolve("adapter/src/test"));
                Stream<Path> acceptance =
                        Files.walk(REPOSITORY.resolve("verification/acceptance/src/test"))) {
            return Stream.of(lab, model, pipelines, tofino, adapter, acceptance)
                    .flatMap(files -> files)
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith("Test.java") || file.endsWith("IT.java"))
                    .map(file -> file.substring(0, file.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }
    }
}
