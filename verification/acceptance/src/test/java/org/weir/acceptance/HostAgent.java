// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An agent in a host of a run, started as a user starts it: a process on the host's eth0. */
final class HostAgent implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(120);
    private static final long END_SECONDS = 120;

    private final String host;
    private final Process process;
    private final Path log;

    /**
     * Starts it, and waits until it works.
     *
     * @param pid process of {@code weir up}
     * @param folder for what it prints
     * @param works words that it prints when it works
     * @param options further options of {@code weir agent}
     */
    HostAgent(long pid, String host, Path folder, String works, List<String> options)
            throws Exception {
        this.host = host;
        log = folder.resolve("agent-" + host + ".txt");
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec"));
        command.add("weirhost-" + pid + "-" + host);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", Shell.home() + "/runner/target/lib/*"));
        command.addAll(List.of("org.weir.agent.Agent", "--interface", "eth0", "--rate", "10M"));
        command.addAll(List.of("--metrics", "127.0.0.1:9464"));
        command.addAll(options);
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            awaitLine(works, START);
        } catch (Exception | AssertionError e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Starts one that obeys and sends notifications, with a reaction of this kind. */
    static HostAgent notified(long pid, String host, Path folder, String kind) throws Exception {
        return new HostAgent(pid, host, folder, "obeys notifications", List.of("--reaction", kind));
    }

    /** Name of its host. */
    String host() {
        return host;
    }

    /** Waits until it has printed some words. */
    void awaitLine(String words, Duration limit) throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        while (!Files.readString(log).contains(words)) {
            assertThat(System.nanoTime()).as(Files.readString(log)).isLessThan(endNs);
            Thread.sleep(100);
        }
    }

    /** Kills it, so that it can clean up nothing itself. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end, and waits until it has ended well. */
    @Override
    public void close() throws Exception {
        boolean killed = !process.isAlive();
        process.destroy();
        assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS))
                .as("the agent of %s ends", host)
                .isTrue();
        if (!killed) {
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        }
    }
}
