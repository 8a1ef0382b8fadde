// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.topology.FatTree;
import org.weir.lab.topology.LineSpec;
import picocli.CommandLine;

/** The soak around its processes: a program that is not ONOS stands where ONOS would. */
class SoakProcessTest {
    private static final String HOME = "weir.home";

    @TempDir Path folder;
    private String homeBefore;

    @BeforeEach
    void setHome() {
        homeBefore = System.getProperty(HOME);
        System.setProperty(HOME, "..");
    }

    @AfterEach
    void restoreHome() {
        if (homeBefore == null) {
            System.clearProperty(HOME);
        } else {
            System.setProperty(HOME, homeBefore);
        }
    }

    /** Names with free ports, all taken at the same time, so that no two are the same. */
    private static List<String> freePorts() throws IOException {
        List<String> names = new ArrayList<>(List.of("onos-rest", "onos-ssh", "onos-cluster"));
        FatTree.create(4, new LineSpec(1_000_000, 0, 1), 1).switches().stream()
                .map(SwitchSpec::name)
                .forEach(names::add);
        List<String> ports = new ArrayList<>();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (String name : names) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(name + "=" + socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return ports;
    }

    @Test
    void anOnosThatNeverAnswersFailsTheRowAndIsEnded() throws IOException {
        Path pids = folder.resolve("pids");
        Path script = folder.resolve("onos/bin/onos-run");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\necho $$ > " + pids + "\nexec sleep 600\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        StringWriter output = new StringWriter();

        int exitCode =
                new CommandLine(new SoakFabric())
                        .setOut(new PrintWriter(output, true))
                        .execute(
                                "--k=4",
                                "--start-within=15s",
                                "--onos-home=" + folder.resolve("onos"),
                                "--state=" + folder.resolve("state"),
                                "--out=" + folder.resolve("out.json"),
                                "--port=" + String.join(",", freePorts()));

        assertThat(exitCode).isEqualTo(1);
        assertThat(output.toString())
                .startsWith("fat-tree:4: 20 switches, 16 hosts, 64 directed links, ")
                .contains("switches -, links -, hosts -, first settings -");
        assertThat(output.toString()).contains("  failed: ");
        assertThat(folder.resolve("out.json")).content().contains("\"failure\" : ");
        assertThat(folder.resolve("state/soak/fat-tree-4.txt"))
                .content()
                .contains("network fat-tree-4: 20 switches, edge1 on ");
        long pid = Long.parseLong(Files.readString(pids).strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
}
