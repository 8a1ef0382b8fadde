// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The controller that P4 people use first, p4runtime-shell of PyPI, against {@code ./weir switch}.
 * Looked for in {@code .weir/p4runtime-shell}, a virtual environment.
 */
class P4RuntimeShellIT {
    private static final Duration SWITCH_START = Duration.ofSeconds(90);
    private static final String PIPELINE = "pipelines/compiled/onos/v1model/";

    @TempDir Path folder;

    @Test
    void unmodifiedShellWritesAndReadsAnEntry() throws Exception {
        Path home = Path.of(System.getProperty("weir.home"));
        Path python = home.resolve(".weir/p4runtime-shell/bin/python");
        Assumptions.assumeTrue(
                Files.isExecutable(python),
                "p4runtime-shell is not tried: no virtual environment in .weir/p4runtime-shell");
        Path script = folder.resolve("p4runtime_shell.py");
        try (InputStream resource =
                P4RuntimeShellIT.class.getResourceAsStream("p4runtime_shell.py")) {
            Files.copy(resource, script);
        }
        String address = "127.0.0.1:" + freePort();
        Path switchOutput = folder.resolve("switch.txt");
        Process bmv2 =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                home.resolve("lab/target/lib/*").toString(),
                                "org.weir.bmv2.cli.SwitchCommand",
                                "--json",
                                home.resolve(PIPELINE + "weir.json").toString(),
                                "--p4info",
                                home.resolve(PIPELINE + "weir.p4info.txtpb").toString(),
                                "--grpc",
                                address,
                                "--device-id",
                                "1",
                                "--ports",
                                "1-8",
                                "--rate",
                                "10M")
                        .redirectErrorStream(true)
                        .redirectOutput(switchOutput.toFile())
                        .start();
        try {
            awaitListening(bmv2, switchOutput, address);
            Process shell =
                    new ProcessBuilder(List.of(python.toString(), script.toString(), address))
                            .redirectErrorStream(true)
                            .start();
            String output = new String(shell.getInputStream().readAllBytes());
            assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(output).contains("written, read, changed, deleted");
            assertThat(shell.exitValue()).isZero();
        } finally {
            bmv2.destroy();
            if (!bmv2.waitFor(20, TimeUnit.SECONDS)) {
                bmv2.destroyForcibly();
            }
        }
    }

    @Test
    void unmodifiedShellDrivesEveryKindOfEntity() throws Exception {
        ScriptedController.run(
                folder,
                "p4runtime-shell",
                "p4runtime_shell_entities.py",
                "all entities, packets, digests");
    }

    private static void awaitListening(Process bmv2, Path output, String address)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + SWITCH_START.toNanos();
        while (System.nanoTime() < endNs && bmv2.isAlive()) {
            if (Files.readString(output).contains("P4Runtime and gNMI on " + address)) {
                return;
            }
            Thread.sleep(200);
        }
        throw new AssertionError("the switch does not serve: " + Files.readString(output));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
