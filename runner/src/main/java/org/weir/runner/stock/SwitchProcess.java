// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of stock BMv2, whose output goes to a file. */
public final class SwitchProcess {
    private static final long POLL_MS = 20;
    private static final long EXIT_SECONDS = 5;
    private static final int LAST_LINES = 5;

    private final String name;
    private final Path logFile;
    private final Process process;

    private SwitchProcess(String name, Path logFile, Process process) {
        this.name = name;
        this.logFile = logFile;
        this.process = process;
    }

    /**
     * Starts a process.
     *
     * @param name with which messages begin, for instance {@code s1: simple_switch_grpc}
     * @param folder in which it runs
     * @param logFile is given what it prints
     * @param environment variables that it has in addition
     * @throws StockException if the program cannot be started
     */
    public static SwitchProcess start(
            String name,
            List<String> command,
            Path folder,
            Path logFile,
            Map<String, String> environment)
            throws StockException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(logFile.toFile());
        builder.environment().putAll(environment);
        try {
            return new SwitchProcess(name, logFile, builder.start());
        } catch (IOException e) {
            throw new StockException(command.get(0) + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** A first request to one of the servers of the process. */
    public interface Attempt<T> {
        /**
         * Makes the request.
         *
         * @throws IOException if the server does not listen yet
         */
        T make() throws IOException;
    }

    /**
     * Repeats a request until the server listens: the program starts its servers one after the
     * other.
     *
     * @throws StockException if the process ends, or the server does not listen in time
     */
    public <T> T await(String server, Duration limit, Attempt<T> attempt) throws StockException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        while (true) {
            try {
                return attempt.make();
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new StockException(describeEnd(), e);
                }
                if (System.nanoTime() > deadlineNs) {
                    throw new StockException(
                            "%s: its %s server did not listen within %d s; see %s"
                                    .formatted(name, server, limit.toSeconds(), logFile),
                            e);
                }
            }
            pause();
        }
    }

    private static void pause() throws StockException {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StockException("interrupted", e);
        }
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** True while it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Exit code, log file and last lines of a process that has ended, as one line. */
    public String describeEnd() {
        int exitCode;
        try {
            exitCode = process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return name + ": interrupted";
        }
        return "%s ended with exit code %d; see %s%s"
                .formatted(name, exitCode, logFile, lastLines());
    }

    private String lastLines() {
        try {
            List<String> lines = Files.readAllLines(logFile);
            List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
            return last.isEmpty() ? "" : ": " + String.join(" / ", last).strip();
        } catch (IOException | UncheckedIOException e) {
            // The message names the log all the same.
            return "";
        }
    }

    /** Ends it without asking; returns when it has ended, or after 5 s. */
    public void end() {
        process.destroyForcibly();
        try {
            process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
