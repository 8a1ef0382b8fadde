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
 * ONOS as a child process, started by the assembly's {@code bin/onos-run} with all its state in one
 * directory. Thread-safe.
 */
public final class OnosProcess {
    private static final long GRACE_SECONDS = 10;

    private final Path home;
    private final Path stateDirectory;
    private final Path outputFile;
    private final OnosPorts ports;
    private Process process;
    private boolean stopped;
    private int starts;

    public OnosProcess(Path home, Path stateDirectory, OnosPorts ports) {
        this.home = home;
        this.stateDirectory = stateDirectory;
        this.ports = ports;
        outputFile = stateDirectory.resolve("output.log");
    }

    /** Forgets the state of earlier runs, and starts. */
    public synchronized void startAfresh() throws IOException {
        if (Files.exists(stateDirectory)) {
            try (Stream<Path> files = Files.walk(stateDirectory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(stateDirectory);
        start();
    }

    /** Starts, on the state that is there; nothing happens after {@link #stop}. */
    public synchronized void start() throws IOException {
        if (stopped) {
            return;
        }
        ProcessBuilder builder =
                new ProcessBuilder(
                        home.resolve("bin").resolve("onos-run").toString(),
                        stateDirectory.toAbsolutePath().toString());
        Map<String, String> environment = builder.environment();
        environment.put("ONOS_REST_PORT", Integer.toString(ports.rest()));
        environment.put("ONOS_SSH_PORT", Integer.toString(ports.ssh()));
        environment.put("ONOS_CLUSTER_PORT", Integer.toString(ports.cluster()));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(outputFile.toFile()));
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        process = builder.start();
        OnosLeftovers.record(stateDirectory, process.toHandle());
        starts++;
    }

    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Exit code of the process that has ended. */
    public synchronized int exitValue() {
        return process.exitValue();
    }

    public synchronized long pid() {
        return process.pid();
    }

    /** Number of times that ONOS was started again after it had died. */
    public synchronized int restarts() {
        return Math.max(0, starts - 1);
    }

    /** Ends the process and everything it started, and waits until they are gone. */
    public void stop() {
        List<ProcessHandle> handles = new ArrayList<>();
        synchronized (this) {
            stopped = true;
            if (process == null) {
                return;
            }
            handles.add(process.toHandle());
            process.descendants().forEach(handles::add);
        }
        handles.forEach(ProcessHandle::destroy);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
        for (ProcessHandle handle : handles) {
            if (!awaitExit(handle, deadlineNs)) {
                handle.destroyForcibly();
                awaitExit(handle, System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS));
            }
        }
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

    /** Log file of ONOS. */
    public Path logFile() {
        return stateDirectory.resolve("karaf/data/log/karaf.log");
    }

    /** File with the standard output of the process; it has the reason if ONOS does not start. */
    public Path outputFile() {
        return outputFile;
    }
}
