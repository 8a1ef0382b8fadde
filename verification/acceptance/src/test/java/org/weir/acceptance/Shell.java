// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Commands of this machine, run in a folder to their end. */
final class Shell {

    /**
     * The result of a command.
     *
     * @param exitCode 0 when it did what it was asked to
     * @param output text that it printed to both its outputs
     */
    record Outcome(int exitCode, String output) {
        /** The output of a command that must succeed. */
        String orFail() {
            if (exitCode != 0) {
                throw new AssertionError("exit code " + exitCode + ": " + output);
            }
            return output;
        }
    }

    private Shell() {}

    static Outcome run(Path folder, String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    /** Whether a program is on the PATH. */
    static boolean has(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, program))
                .anyMatch(Files::isExecutable);
    }

    /** The folder that the repository is in. */
    static Path home() {
        return Path.of(System.getProperty("weir.home"));
    }

    /** The lines that say something. */
    static List<String> lines(String output) {
        return output.lines().filter(line -> !line.isBlank()).toList();
    }
}
