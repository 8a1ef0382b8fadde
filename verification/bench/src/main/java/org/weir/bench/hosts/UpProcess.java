// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.weir.runner.up.Up;

/** A {@code weir up --hosts netns} that runs as a process. */
public final class UpProcess implements AutoCloseable {
    private static final long START_SECONDS = 300;
    private static final long END_SECONDS = 60;
    private static final String ENDED = "\0";

    /** The line of progress when nothing is missing any more. */
    private static final Pattern ALL_FOUND =
            Pattern.compile(
                    "(\\d+) of \\1 switches connected, (\\d+) of \\2 links, (\\d+) of \\3 hosts");

    private final Thread atExit = new Thread(this::end, "up-end");
    private final Process process;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private String last = "it printed nothing";

    /**
     * Starts it.
     *
     * @param options beside {@code --hosts netns}
     */
    public UpProcess(List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String name : List.of("weir.home", "java.util.logging.config.file")) {
            if (System.getProperty(name) != null) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Up.class.getName()));
        command.addAll(List.of("--hosts", "netns"));
        command.addAll(options);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Runtime.getRuntime().addShutdownHook(atExit);
        Thread reader = new Thread(this::read, "up");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            // It has ended.
        }
        lines.add(ENDED);
    }

    /**
     * Waits until the controller has solved settings and knows every switch, link and host: until
     * then a host may not reach another.
     *
     * @throws IOException if it ends before, or takes too long
     */
    public void awaitReady() throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        boolean isSolved = false;
        boolean isFound = false;
        while (!isSolved || !isFound) {
            String line = lines.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null || line.equals(ENDED)) {
                throw new IOException("weir up: " + last);
            }
            isSolved |= line.contains("first settings solved");
            isFound |= ALL_FOUND.matcher(line).find();
            last = line;
        }
    }

    /** Network namespace of one of its hosts. */
    public String namespace(String host) {
        return "weirhost-" + process.pid() + "-" + host;
    }

    /** Processor time of the processes that it has started, ONOS's above all. */
    Duration onosCpu() {
        return process.descendants()
                .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Ends it as Ctrl-C does. */
    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
