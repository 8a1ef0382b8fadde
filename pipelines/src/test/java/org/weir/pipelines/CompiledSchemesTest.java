// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/** The committed output of p4c has to be that of the committed schemes: ./weir p4 makes it so. */
@ChecksCommittedFile
class CompiledSchemesTest {
    private static final Path COMPILED = Path.of("compiled");

    @Test
    void compiledFromTheseSources() throws IOException {
        Map<String, String> recorded = recorded();
        assertThat(RecordedSums.actual(recorded.keySet()))
                .as("./weir p4 compiles the schemes again")
                .isEqualTo(recorded);
    }

    @Test
    void noSourceAndNoProgramIsLeftOut() throws IOException {
        TreeSet<String> files = new TreeSet<>();
        Path programs = COMPILED.resolve("lab/schemes");
        for (Path folder :
                List.of(
                        Path.of("schemes"),
                        Path.of("schemes/abc"),
                        Path.of("schemes/dualpi2"),
                        Path.of("schemes/frame"),
                        Path.of("schemes/hpcc"),
                        Path.of("schemes/pie"),
                        Path.of("schemes/tofino"),
                        programs)) {
            try (Stream<Path> all = Files.list(folder)) {
                files.addAll(
                        all.map(Path::toString)
                                .filter(name -> name.endsWith(".p4") || name.endsWith(".json"))
                                .collect(Collectors.toList()));
            }
        }
        assertThat(files).isNotEmpty();
        for (String file : Set.copyOf(files)) {
            files.addAll(includedFromElsewhere(Path.of(file)));
        }
        assertThat(recorded().keySet()).containsExactlyElementsOf(files);
    }

    /** Files that a scheme includes from Weir's own program. */
    private static Set<String> includedFromElsewhere(Path program) throws IOException {
        Set<String> included = new TreeSet<>();
        if (program.toString().endsWith(".p4")) {
            for (String line : Files.readAllLines(program)) {
                if (line.startsWith("#include \"../")) {
                    String name = line.substring(line.indexOf('"') + 1, line.lastIndexOf('"'));
                    included.add(program.resolveSibling(name).normalize().toString());
                }
            }
        }
        return included;
    }

    private static Map<String, String> recorded() throws IOException {
        return RecordedSums.read(COMPILED.resolve("schemes.sha256"));
    }
}
