// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.runner.InputException;
import org.weir.runner.host.HostNamespaces;
import org.weir.runner.shell.Command;
import picocli.CommandLine;

/**
 * The command around its processes: a program that is not ONOS stands where ONOS would. The
 * acceptance tests run with ONOS itself.
 */
class UpProcessTest {
    private static final Path FIG6 = Path.of("../netcfg/pmqecn-fig6/network.json");

    @TempDir Path folder;

    private int run(String script, String... more) throws IOException {
        return new CommandLine(new Up()).execute(arguments(script, more));
    }

    /** The command's arguments, with a script in ONOS's place. */
    private String[] arguments(String script, String... more) throws IOException {
        Path run = folder.resolve("onos/bin/onos-run");
        Files.createDirectories(run.getParent());
        Files.writeString(run, "#!/bin/sh\n" + script + "\n");
        assertThat(run.toFile().setExecutable(true)).isTrue();
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--topology", FIG6.toString()));
        arguments.addAll(List.of("--onos-home", folder.resolve("onos").toString()));
        arguments.addAll(List.of("--state", folder.resolve("state").toString()));
        arguments.addAll(List.of("--json", folder.resolve("run.json").toString()));
        List<String> names = List.of("s1", "s2", "onos-rest", "onos-ssh", "onos-cluster");
        List<Integer> ports = freePorts(names.size());
        for (int i = 0; i < names.size(); i++) {
            arguments.addAll(List.of("--port", names.get(i) + "=" + ports.get(i)));
        }
        arguments.addAll(List.of(more));
        return arguments.toArray(new String[0]);
    }

    /** Free ports, all taken at the same time, so that no two are the same. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private JsonNode summary() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("run.json"));
        return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    }

    @Test
    void theNetworkAloneRunsForItsTimeAndEndsWell() throws IOException {
        assertThat(run("exit 9", "--no-onos", "--for", "2s")).isZero();

        assertThat(folder.resolve("state")).doesNotExist();
        assertThat(summary().fieldNames())
                .toIterable()
                .containsExactly(
                        "devices",
                        "links",
                        "hosts",
                        "startSeconds",
                        "resolves",
                        "feedback",
                        "traffic",
                        "linksExpected",
                        "linksLeast",
                        "ports");
        assertThat(Files.readAllLines(folder.resolve("run.json"))).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void anOnosThatNeverAnswersFailsTheRunAndIsEnded() throws IOException {
        Path pids = folder.resolve("pids");
        String script = "sleep 600 & echo $! $$ > " + pids + "; wait";

        assertThat(run(script, "--for", "1s", "--start-within", "3s")).isEqualTo(1);

        for (String pid : Files.readString(pids).strip().split(" ")) {
            assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive))
                    .as("process " + pid)
                    .isEmpty();
        }
    }

    @Test
    void anOnosThatDiesAtOnceIsTriedThreeTimesAndGivenUp() throws IOException {
        Path starts = folder.resolve("starts");
        String script = "echo x >> " + starts + "; exit 3";

        assertThat(run(script, "--for", "1s")).isEqualTo(1);

        assertThat(Files.readAllLines(starts)).hasSize(3);
    }

    /** Starts the command in a JVM of its own, and waits for its first samples. */
    private Process start(List<String> command) throws Exception {
        Path samples = folder.resolve("run.json");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(samples) || Files.readAllLines(samples).size() < 2) {
            assertThat(process.isAlive() && System.nanoTime() < endNs)
                    .as("%s", folder.resolve("output"))
                    .isTrue();
            Thread.sleep(50);
        }
        return process;
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    @EnabledOnOs(OS.LINUX)
    void aSignalEndsTheNetworkAloneAndItIsWell(String signal) throws Exception {
        assumeFalse(
                Signals.isIgnoredHere(signal), "the build was started with this signal ignored");
        Process process = start(Signals.java(Up.class, arguments("exit 9", "--no-onos")));

        assertEnds(signal, process, 0, "ok");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void startedWithInterruptsIgnoredItEndsOnSigterm() throws Exception {
        Process process =
                start(
                        Signals.ignoringInterrupts(
                                Signals.java(Up.class, arguments("exit 9", "--no-onos"))));

        assertEnds("TERM", process, 0, "ok");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSignalBeforeSettingsAreSolvedEndsOnosToo() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "echo $$ > " + pid + "; exec sleep 600";
        Process process = start(Signals.java(Up.class, arguments(script)));

        assertEnds("TERM", process, 1, "failed: ended before settings were solved");
        long onos = Long.parseLong(Files.readString(pid).strip());
        assertThat(ProcessHandle.of(onos).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void anOnosWhoseRunWasKilledIsEndedByTheNext() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "echo $$ > " + pid + "; exec sleep 600";
        String[] arguments = arguments(script);
        Process killed = start(Signals.java(Up.class, arguments));
        ProcessHandle left =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        killed.destroyForcibly().waitFor();
        assertThat(left.isAlive()).isTrue();

        Files.delete(folder.resolve("run.json"));
        Process next = start(Signals.java(Up.class, arguments));
        assertThat(left.isAlive()).isFalse();
        assertThat(Files.readString(folder.resolve("output")))
                .contains("ended ONOS, process " + left.pid() + ", left by a run");
        assertEnds("TERM", next, 1, "failed: ended before settings were solved");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void hostsInNamespacesGoWithTheirRunOrElseWithTheNext() throws Exception {
        try {
            HostNamespaces.check(List.of());
        } catch (InputException e) {
            assumeTrue(false, "hosts in namespaces are not tested here: " + e.getMessage());
        }
        assumeTrue(
                Command.run(List.of("unshare", "--net", "true"), "").exitCode() == 0,
                "hosts in namespaces are not tested here: namespaces are not permitted");
        String[] options = {"--no-onos", "--hosts", "netns"};
        Process killed = start(Signals.java(Up.class, arguments("exit 9", options)));
        // One for each host, and one for the other ends of their interfaces.
        assertThat(namespacesOf(killed)).hasSize(6);
        killed.destroyForcibly().waitFor();
        assertThat(namespacesOf(killed)).hasSize(6);

        Files.delete(folder.resolve("run.json"));
        Process next = start(Signals.java(Up.class, arguments("exit 9", options)));
        assertThat(namespacesOf(killed)).isEmpty();
        assertThat(Files.readString(folder.resolve("output")))
                .contains("took away weirhost-" + killed.pid() + "-h1, left by a run");
        assertThat(namespacesOf(next)).hasSize(6);
        assertEnds("TERM", next, 0, "ok");
        assertThat(namespacesOf(next)).isEmpty();
        assertThat(Path.of("/etc/netns/weirhost-" + next.pid() + "-h1")).doesNotExist();
    }

    private static List<String> namespacesOf(Process run) throws IOException {
        return Command.run(List.of("ip", "netns", "list"), "")
                .output()
                .lines()
                .filter(line -> line.startsWith("weirhost-" + run.pid() + "-"))
                .toList();
    }

    private void assertEnds(String signal, Process process, int exitCode, String lastLine)
            throws Exception {
        try {
            Signals.send(signal, process);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroy();
        }
        assertThat(process.exitValue()).isEqualTo(exitCode);
        assertThat(Files.readAllLines(folder.resolve("output"))).last().isEqualTo(lastLine);
        assertThat(summary().has("traffic")).isTrue();
    }
}
