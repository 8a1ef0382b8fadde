// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server as a child process, with all its state in one directory. Its end is waited for, so that
 * nothing is left of it. Thread-safe.
 */
final class ServerProcess {
    private static final long GRACE_SECONDS = 10;

    private final String name;
    private final List<String> command;
    private final Map<String, String> environment;
    private final Path stateDirectory;
    private final Path outputFile;
    private Process process;

    /** Whether it was started and not asked to end since. */
    private boolean wanted;

    /** The processes that were asked to end. */
    private final List<ProcessHandle> handles = new ArrayList<>();

    private boolean closed;
    private int starts;

    /**
     * A server that does not run yet.
     *
     * @param name the server's name in messages
     * @param environment variables beside those of this process
     */
    ServerProcess(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path stateDirectory) {
        this.name = name;
        this.command = command;
        this.environment = environment;
        this.stateDirectory = stateDirectory;
        outputFile = stateDirectory.resolve("output.log");
    }

    String name() {
        return name;
    }

    /** Forgets the state of earlier runs. */
    synchronized void clear() throws IOException {
        if (Files.exists(stateDirectory)) {
            try (Stream<Path> files = Files.walk(stateDirectory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(stateDirectory);
    }

    /**
     * Starts, on the state that is there; nothing happens after {@link #close}.
     *
     * @throws IllegalStateException when it runs
     */
    synchronized void start() throws IOException {
        if (closed) {
            return;
        }
        if (isAlive()) {
            throw new IllegalStateException(name + " runs");
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(outputFile.toFile()));
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        process = builder.start();
        OnosLeftovers.record(stateDirectory, process.toHandle());
        wanted = true;
        starts++;
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Exit code of the process that has ended. */
    synchronized int exitValue() {
        return process.exitValue();
    }

    synchronized long pid() {
        return process.pid();
    }

    /** Whether it has ended without having been asked to. */
    synchronized boolean hasDied() {
        return wanted && !isAlive();
    }

    /** Takes note of its death: it is reported once. */
    synchronized void acceptDeath() {
        wanted = false;
    }

    /** Kills it, so that it can clean up nothing. */
    void kill() {
        handlesToEnd().forEach(ProcessHandle::destroyForcibly);
        awaitEnd(graceEndNs());
    }

    /** Number of times that it was started again. */
    synchronized int restarts() {
        return Math.max(0, starts - 1);
    }

    /** Asks the process and everything it started to end; {@link #awaitEnd} waits for that. */
    void requestEnd() {
        handlesToEnd().forEach(ProcessHandle::destroy);
    }

    private synchronized List<ProcessHandle> handlesToEnd() {
        wanted = false;
        handles.clear();
        if (process != null) {
            handles.add(process.toHandle());
            process.descendants().forEach(handles::add);
        }
        return List.copyOf(handles);
    }

    /** Time by which a process that is asked now must have ended, ns. */
    static long graceEndNs() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
    }

    /** Waits until what was asked to end is gone, and ends it by force after a time. */
    void awaitEnd(long deadlineNs) {
        List<ProcessHandle> ending;
        synchronized (this) {
            ending = List.copyOf(handles);
        }
        for (ProcessHandle handle : ending) {
            if (!awaitExit(handle, deadlineNs)) {
                handle.destroyForcibly();
                awaitExit(handle, graceEndNs());
            }
        }
    }

    /** Has it not start any more. */
    synchronized void close() {
        closed = true;
    }

    private static boolean awaitExit(ProcessHandle handle, long deadlineNs) {
        while (handle.isAlive() && System.nanoTime() < deadlineNs) {
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return !handle.isAlive();
            }
        }
        return !handle.isAlive();
    }

    Path stateDirectory() {
        return stateDirectory;
    }

    /** File with the standard output of the process; it has the reason if it does not start. */
    Path outputFile() {
        return outputFile;
    }
}
