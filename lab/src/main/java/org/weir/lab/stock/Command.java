// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stock;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A short command of this machine, run to its end. */
final class Command {
    private static final long TIMEOUT_SECONDS = 30;

    private Command() {}

    /**
     * What a command came to.
     *
     * @param exitCode 0 when it did what it was asked to
     * @param output what it printed to both its outputs
     */
    record Outcome(int exitCode, String output) {
        /** The first line that says something. */
        String firstLine() {
            return output.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
        }
    }

    /** Finds a program on the PATH. */
    static Optional<Path> find(String name) {
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(":")) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
            if (isProgram(candidate)) {
                return Optional.of(candidate.toAbsolutePath());
            }
        }
        return Optional.empty();
    }

    static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /**
     * Runs a command.
     *
     * @param input what it reads
     * @throws StockException when it cannot be started or does not end
     */
    static Outcome run(List<String> command, String input) throws StockException {
        String name = String.join(" ", command);
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It has ended without reading: its exit code and output tell why.
            }
            byte[] output = process.getInputStream().readAllBytes();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new StockException(name + ": does not end");
            }
            return new Outcome(process.exitValue(), new String(output, StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StockException(name + ": interrupted", e);
        } catch (StockException e) {
            throw e;
        } catch (IOException e) {
            throw new StockException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Runs a command that must succeed.
     *
     * @throws StockException when it does not, with the first line that it printed
     */
    static void require(List<String> command, String input) throws StockException {
        Outcome outcome = run(command, input);
        if (outcome.exitCode() != 0) {
            throw new StockException(String.join(" ", command) + ": " + outcome.firstLine());
        }
    }
}
