// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts JVMs on the test's class path, and sends signals to them. */
final class Signals {
    private Signals() {}

    /** The command line of a JVM that runs a main class. */
    static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * The same command with SIGINT ignored, as a script starts what it puts into the background.
     */
    static List<String> ignoringInterrupts(List<String> command) {
        List<String> shell = new ArrayList<>();
        shell.addAll(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        shell.addAll(command);
        return shell;
    }

    static void send(String signal, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    }

    /**
     * Whether this process ignores a signal; then so do those that it starts. A script's background
     * job ignores SIGINT, what nohup starts SIGHUP.
     *
     * @param signal "INT", "TERM" or "HUP"
     */
    static boolean isIgnoredHere(String signal) throws IOException {
        int number = Map.of("HUP", 1, "INT", 2, "TERM", 15).get(signal);
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16))
                    .anyMatch(ignored -> (ignored & 1L << number - 1) != 0);
        }
    }
}
