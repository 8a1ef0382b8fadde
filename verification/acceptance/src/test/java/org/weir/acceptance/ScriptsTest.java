// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The shell scripts of the repository, read by shellcheck. */
class ScriptsTest {
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".weir");
    private static final int FIRST_LINES_BYTES = 200;

    @Test
    void shellcheckFindsNothing() throws Exception {
        List<String> scripts = scripts();
        assertThat(scripts).contains("weir", ".ci/run", ".ci/release", "pipelines/compile");
        assumeTrue(
                Shell.has("shellcheck"),
                "scripts are not checked: no shellcheck (Debian: apt-get install shellcheck)");

        List<String> command = new ArrayList<>(List.of("shellcheck", "-x"));
        command.addAll(scripts);

        assertThat(Shell.run(Shell.home(), command.toArray(new String[0])).output()).isEmpty();
    }

    /** Files that a shell reads: by their first line, or by a directive of shellcheck's. */
    private static List<String> scripts() throws IOException {
        List<String> scripts = new ArrayList<>();
        Path home = Shell.home();
        Files.walkFileTree(
                home,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        boolean ours = !NOT_OURS.contains(folder.getFileName().toString());
                        return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (attributes.isRegularFile() && isScript(file)) {
                            scripts.add(home.relativize(file).toString());
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return scripts;
    }

    private static boolean isScript(Path file) throws IOException {
        String start;
        try (InputStream stream = Files.newInputStream(file)) {
            start = new String(stream.readNBytes(FIRST_LINES_BYTES), StandardCharsets.UTF_8);
        }
        String first = start.lines().findFirst().orElse("");
        return first.startsWith("#!") && first.endsWith("sh")
                || start.contains("\n# shellcheck shell=");
    }
}
