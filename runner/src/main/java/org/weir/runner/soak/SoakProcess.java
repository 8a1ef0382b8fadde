// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.weir.runner.up.Up;

/**
 * {@code weir up} as a process beside this one, which holds the network and has ONOS as a child.
 */
final class SoakProcess implements AutoCloseable {
    private static final long QUIT_SECONDS = 90;
    private static final long SIGNAL_SECONDS = 10;

    private final Process process;
    private final Thread atExit = new Thread(this::end, "soak-end");

    /**
     * Starts it, with the class path and the settings of this process.
     *
     * @param arguments of the command
     * @param output takes what it writes
     */
    SoakProcess(List<String> arguments, Path output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String name : List.of("weir.home", "java.util.logging.config.file")) {
            if (System.getProperty(name) != null) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Up.class.getName()));
        command.addAll(arguments);
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The process that holds the network. */
    List<ProcessHandle> network() {
        return List.of(process.toHandle());
    }

    /** ONOS, and what it has started. */
    List<ProcessHandle> onos() {
        return process.descendants().toList();
    }

    /** Types a line into the command. */
    void type(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Sends ONOS a signal that {@link Process} has not, such as {@code STOP}. */
    void signalOnos(String signal) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        onos().forEach(handle -> command.add(Long.toString(handle.pid())));
        if (command.size() == 2) {
            throw new IOException("ONOS does not run");
        }
        Process kill =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS)) {
            kill.destroyForcibly();
            throw new IOException("kill -" + signal + " does not end");
        }
        if (kill.exitValue() != 0) {
            throw new IOException("kill -" + signal + " failed");
        }
    }

    /** Ends the command and what it has started, as a user does, or by force. */
    @Override
    public void close() {
        try {
            type("quit");
            process.waitFor(QUIT_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // It has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This process is ending.
        }
    }

    private void end() {
        if (!process.isAlive()) {
            return;
        }
        List<ProcessHandle> started = onos();
        process.destroy();
        try {
            if (!process.waitFor(QUIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                started.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
