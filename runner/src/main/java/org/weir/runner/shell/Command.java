// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A short command of this machine, run to its end. */
public final class Command {
    private static final long TIMEOUT_SECONDS = 30;

    private Command() {}

    /**
     * Result of a command.
     *
     * @param exitCode 0 when it did what it was asked to
     * @param output text that it printed to both its outputs
     */
    public record Outcome(int exitCode, String output) {
        /** The first line that says something. */
        public String firstLine() {
            return output.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
        }
    }

    /** Finds a program on the PATH. */
    public static Optional<Path> find(String name) {
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(":")) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
            if (isProgram(candidate)) {
                return Optional.of(candidate.toAbsolutePath());
            }
        }
        return Optional.empty();
    }

    public static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /**
     * Runs a command.
     *
     * @param input text for its standard input
     * @throws IOException when it cannot be started or does not end
     */
    public static Outcome run(List<String> command, String input) throws IOException {
        String name = String.join(" ", command);
        try {
            Process process = start(command, name);
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It has ended without reading: its exit code and output tell why.
            }
            byte[] output = process.getInputStream().readAllBytes();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(name + ": does not end");
            }
            return new Outcome(process.exitValue(), new String(output, StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(name + ": interrupted", e);
        }
    }

    private static Process start(List<String> command, String name) throws IOException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Runs a command that must succeed.
     *
     * @throws IOException when it does not, with the first line that it printed
     */
    public static void require(List<String> command, String input) throws IOException {
        Outcome outcome = run(command, input);
        if (outcome.exitCode() != 0) {
            throw new IOException(String.join(" ", command) + ": " + outcome.firstLine());
        }
    }
}
