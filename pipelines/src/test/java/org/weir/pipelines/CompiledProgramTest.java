// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.rules.ChecksCommittedFile;

/** The committed output of p4c has to be that of the committed P4: ./weir p4 makes it so. */
@ChecksCommittedFile
class CompiledProgramTest {

    private static final Path COMPILED = Path.of("compiled");

    @ParameterizedTest
    @ValueSource(strings = {"v1model", "tna"})
    void compiledFromTheseSources(String target) throws IOException {
        Map<String, String> recorded = recorded(target);
        assertThat(RecordedSums.actual(recorded.keySet()))
                .as("./weir p4 compiles the programs again")
                .isEqualTo(recorded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1model", "tna"})
    void noSourceIsLeftOut(String target) throws IOException {
        TreeSet<String> sources = new TreeSet<>();
        for (String folder : new String[] {"shared", target}) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                sources.addAll(
                        files.map(Path::toString)
                                .filter(name -> name.endsWith(".p4"))
                                .collect(Collectors.toList()));
            }
        }
        assertThat(sources).isNotEmpty();
        assertThat(recorded(target).keySet()).containsAll(sources);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1model", "tna"})
    void noResultIsLeftOut(String target) throws IOException {
        try (Stream<Path> files = Files.walk(COMPILED)) {
            assertThat(recorded(target).keySet())
                    .containsAll(
                            files.filter(Files::isRegularFile)
                                    .map(Path::toString)
                                    .filter(name -> name.contains("/" + target + "/"))
                                    .collect(Collectors.toList()));
        }
    }

    /** The files that a compiler writes have no path of the machine on which it ran. */
    @ParameterizedTest
    @ValueSource(strings = {"v1model", "tna"})
    void noPathOfTheMachineThatCompiledIt(String target) throws IOException {
        for (String file : recorded(target).keySet()) {
            String text = Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
            assertThat(text.contains("/home/") || text.contains("/tmp/") || text.contains("/work/"))
                    .as(file)
                    .isFalse();
        }
    }

    private static Map<String, String> recorded(String target) throws IOException {
        return RecordedSums.read(COMPILED.resolve(target + ".sha256"));
    }
}
