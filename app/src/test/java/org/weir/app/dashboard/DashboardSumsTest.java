// SPDX-License-Identifier: Apache-2.0
package org.weir.app.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/**
 * The built dashboard belongs to its sources: neither has changed since {@code ./weir dashboard}.
 *
 * <p>Needs no Node.
 */
@ChecksCommittedFile
class DashboardSumsTest {

    private static final Path HOME = Path.of("..");
    private static final Path SOURCES = HOME.resolve("dashboard");
    private static final Path PAGE = HOME.resolve("app/src/main/resources/org/weir/app/ui");
    private static final Set<String> NO_SOURCES = Set.of("README.md", "build", "built.sha256");

    @Test
    void sourcesAndPageAreThoseOfTheLastBuild() throws Exception {
        Map<String, String> built =
                Files.readAllLines(SOURCES.resolve("built.sha256")).stream()
                        .map(line -> line.split(" +"))
                        .collect(Collectors.toMap(line -> line[1], line -> line[0]));
        Map<String, String> present = new TreeMap<>();
        for (Path folder : new Path[] {SOURCES, PAGE}) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(DashboardSumsTest::counts).toArray(Path[]::new)) {
                    present.put(HOME.relativize(file).toString(), sha256(file));
                }
            }
        }

        assertThat(present)
                .as("run ./weir dashboard and commit what it writes")
                .containsExactlyInAnyOrderEntriesOf(built);
    }

    private static boolean counts(Path file) {
        return Files.isRegularFile(file)
                && !file.toString().contains("node_modules")
                && !NO_SOURCES.contains(file.getFileName().toString());
    }

    private static String sha256(Path file) throws Exception {
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return String.format("%064x", new BigInteger(1, sum));
    }
}
