// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/** The README's walk through the program has one line for each P4 file, with its path. */
@ChecksCommittedFile
class ReadmeTest {

    private static final Pattern LINE =
            Pattern.compile("\\| `(\\w+\\.p4)` \\| ([\\w, ]+) \\| .+ \\|");

    @Test
    void oneLineForEachFile() throws IOException {
        List<String> listed = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("README.md"))) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                for (String folder : matcher.group(2).split(", ")) {
                    listed.add(folder + "/" + matcher.group(1));
                }
            }
        }
        TreeSet<String> files = new TreeSet<>();
        for (String folder : new String[] {"shared", "v1model", "tna"}) {
            try (Stream<Path> all = Files.list(Path.of(folder))) {
                files.addAll(all.map(Path::toString).collect(Collectors.toList()));
            }
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(files);
    }
}
