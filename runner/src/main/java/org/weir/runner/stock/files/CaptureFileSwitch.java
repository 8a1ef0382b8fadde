// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.weir.runner.shell.Command;
import org.weir.runner.stock.StockException;

/**
 * A running {@code simple_switch} whose ports are capture files, named {@code pN_in.pcap} and
 * {@code pN_out.pcap} in its folder.
 */
public final class CaptureFileSwitch implements AutoCloseable {

    private static final int THRIFT_PORT = 9090;
    private static final long START_TIMEOUT_MS = 60_000;
    private static final long POLL_MS = 20;
    private static final int PRIORITY_QUEUES = 8;

    private final Process process;
    private final Path output;
    private final Thread endWithUs;
    private StockControl control;

    private CaptureFileSwitch(Process process, Path output) {
        this.process = process;
        this.output = output;
        // An interrupted measurement must not leave one behind.
        endWithUs = new Thread(process::destroyForcibly, "end-simple-switch");
        Runtime.getRuntime().addShutdownHook(endWithUs);
    }

    /** The {@code simple_switch} on the PATH; null when there is none. */
    public static Path find() {
        return Command.find("simple_switch").orElse(null);
    }

    /**
     * Starts one.
     *
     * @param executable of simple_switch
     * @param folder of its capture files, which must be there
     * @param program its JSON
     * @param ports its ports
     * @param waitSeconds how long it waits before it reads the first packet
     * @param environment variables that it has in addition
     */
    public static CaptureFileSwitch start(
            Path executable,
            Path folder,
            byte[] program,
            List<Integer> ports,
            int waitSeconds,
            Map<String, String> environment)
            throws IOException {
        Path json = folder.resolve("program.json");
        Files.write(json, program);
        Path output = folder.resolve("simple_switch.out");
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(List.of("--use-files", Integer.toString(waitSeconds)));
        for (int port : ports) {
            command.addAll(List.of("-i", port + "@p" + port));
        }
        command.addAll(List.of("--thrift-port", Integer.toString(THRIFT_PORT)));
        command.addAll(
                List.of("--notifications-addr", "ipc://" + folder.resolve("notifications.ipc")));
        command.addAll(List.of(json.toString(), "--", "--priority-queues", "" + PRIORITY_QUEUES));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        try {
            return new CaptureFileSwitch(builder.start(), output);
        } catch (IOException e) {
            throw new StockException(executable + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Its control plane, as soon as it answers. */
    public StockControl control() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_TIMEOUT_MS);
        while (control == null) {
            check();
            try {
                StockControl connected = new StockControl(THRIFT_PORT);
                connected.elapsedMicros();
                control = connected;
            } catch (StockException e) {
                if (System.nanoTime() > deadline) {
                    throw new StockException(
                            "simple_switch does not answer on Thrift port " + THRIFT_PORT, e);
                }
                Thread.sleep(POLL_MS);
            }
        }
        return control;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * Checks that it runs.
     *
     * @throws StockException when it has ended, with the end of what it has printed
     */
    public void check() throws IOException {
        if (!process.isAlive()) {
            List<String> lines = Files.readAllLines(output);
            throw new StockException(
                    "simple_switch has ended with exit code %d: %s"
                            .formatted(
                                    process.exitValue(),
                                    String.join(
                                            " / ",
                                            lines.subList(
                                                    Math.max(0, lines.size() - 5), lines.size()))));
        }
    }

    @Override
    public void close() {
        if (control != null) {
            control.close();
        }
        process.destroyForcibly();
        try {
            Runtime.getRuntime().removeShutdownHook(endWithUs);
        } catch (IllegalStateException e) {
            // The shutdown is under way, and does the same.
            return;
        }
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
