// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Each mistake in the input of {@code weir up} is reported in one line before anything starts. */
class UpInputTest {
    private static final Path FIG6 = Path.of("../netcfg/pmqecn-fig6");

    @TempDir Path folder;
    private Path network;
    private Path onosHome;

    @BeforeEach
    void prepare() throws IOException {
        network = Files.copy(FIG6.resolve("network.json"), folder.resolve("network.json"));
        Files.copy(FIG6.resolve("onos.json"), folder.resolve("onos.json"));
        onosHome = folder.resolve("onos");
        Files.createDirectories(onosHome.resolve("bin"));
        Path script = Files.writeString(onosHome.resolve("bin/onos-run"), "#!/bin/sh\nexit 3\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private String refusal(String... more) {
        List<String> arguments = new ArrayList<>(List.of("--topology", network.toString()));
        arguments.addAll(List.of("--onos-home", onosHome.toString(), "--for", "1s"));
        arguments.addAll(List.of("--state", folder.resolve("state").toString()));
        arguments.addAll(List.of(more));
        StringWriter errors = new StringWriter();
        int exitCode =
                new CommandLine(new Up())
                        .setErr(new PrintWriter(errors, true))
                        .execute(arguments.toArray(new String[0]));
        assertThat(exitCode).isEqualTo(2);
        assertThat(folder.resolve("state")).doesNotExist();
        return errors.toString().strip();
    }

    private void change(String file, String text, String replacement) throws IOException {
        String json = Files.readString(folder.resolve(file));
        assertThat(json).contains(text);
        Files.writeString(folder.resolve(file), json.replace(text, replacement));
    }

    @Test
    void aBadNetworkFile() throws IOException {
        change("network.json", "\"deviceId\": 2", "\"deviceId\": true");

        assertThat(refusal())
                .isEqualTo(
                        network
                                + ": switches[1].deviceId: must be a whole number from 1 to"
                                + " 9223372036854775807, was true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"importance\": 3 | \"importance\": \"high\" | classes[0].importance",
                "\"minRateBps\": 1000000 | \"minRateBps\": -1 | classes[0].targets.minRateBps",
                "\"defaultClass\": \"C\" | \"defaultClass\": \"D\" | defaultClass"
            })
    void aBadPolicy(String text, String replacement, String field) throws IOException {
        change("onos.json", text, replacement);

        assertThat(refusal())
                .startsWith(folder.resolve("onos.json") + ": ")
                .contains(field)
                .doesNotContain("\n");
    }

    @Test
    void aBadManagementAddress() throws IOException {
        change("onos.json", "grpc://127.0.0.1:50001?device_id=1", "127.0.0.1:50001");

        assertThat(refusal())
                .startsWith(
                        folder.resolve("onos.json")
                                + ": devices.device:s1.basic.managementAddress: must be such as");
    }

    @Test
    void aMissingPolicyFile() throws IOException {
        Files.delete(folder.resolve("onos.json"));

        assertThat(refusal()).startsWith(network + ": onos: no file \"onos.json\"");
    }

    @Test
    void hostsOfAnotherKind() {
        assertThat(refusal("--hosts", "docker"))
                .isEqualTo("--hosts: must be simulated or netns, not \"docker\"");
    }

    @Test
    void agentsOfSimulatedHosts() {
        assertThat(refusal("--agents"))
                .isEqualTo(
                        "--agents: needs --hosts netns; simulated hosts obey feedback themselves");
    }

    @Test
    void reactionPointsOfAgents() {
        assertThat(refusal("--reaction", "share"))
                .isEqualTo("--reaction: needs --agents, whose reaction points it names");
        assertThat(refusal("--agents", "--reaction", "qcn"))
                .startsWith("--reaction: must be mixed, share, messages, pmqecn, target-rate,");
    }

    @Test
    void queuesThatStockBmv2DoesNotHave() throws IOException {
        String port = "\"number\": 4, ";
        change("network.json", port, port + "\"queues\": [{\"queue\": 0, \"level\": 1}], ");

        assertThat(refusal("--switch", "simple_switch_grpc"))
                .startsWith(network + ": s1-eth4: with stock BMv2 a port has strict priority");
    }

    @Test
    void aSwitchsPortInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String ports = "s1=" + freePort() + ",s2=" + other.getLocalPort();
            assertThat(refusal("--port", ports))
                    .startsWith(
                            network
                                    + ": switches[1].grpc: port "
                                    + other.getLocalPort()
                                    + " on 127.0.0.1 is in use")
                    .contains("--port s2=PORT")
                    .doesNotContain("\n");
        }
    }

    @Test
    void onossPortInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String ports =
                    "s1=" + freePort() + ",s2=" + freePort() + ",onos-rest=" + other.getLocalPort();
            assertThat(refusal("--port", ports))
                    .startsWith("--port: onos-rest: port " + other.getLocalPort())
                    .contains("in use");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port | s7=1 | --port: s7: must be onos-rest",
                "--port | onos-rest=70000 | --port: onos-rest: must be 1 to 65535",
                "--onos-home | /nowhere | --onos-home: /nowhere: has no bin/onos-run",
                "--app | /nowhere.oar | --app: /nowhere.oar: cannot be read",
                "--json | /nowhere/x.json | --json: /nowhere/x.json: cannot be written",
            })
    void aBadOption(String option, String value, String message) {
        if (option.equals("--onos-home")) {
            onosHome = Path.of(value);
            assertThat(refusal()).startsWith(message);
        } else {
            assertThat(refusal(option, value)).startsWith(message);
        }
    }

    @Test
    void aRefusedCommandKeepsTheFilesOfAnEarlierRun() throws IOException {
        Path json = Files.writeString(folder.resolve("run.jsonl"), "samples");
        Path log = Files.writeString(folder.resolve("writes.jsonl"), "writes");
        String switchKind = "simple_switch_grpc";

        String refusal =
                refusal(
                        "--json",
                        json.toString(),
                        "--write-log",
                        log.toString(),
                        "--switch",
                        switchKind);

        assertThat(refusal).startsWith("--write-log: needs --switch weir");
        assertThat(json).hasContent("samples");
        assertThat(log).hasContent("writes");
    }

    @Test
    void oneFileForSamplesAndWrites() {
        String file = folder.resolve("run.jsonl").toString();

        assertThat(refusal("--json", file, "--write-log", file))
                .isEqualTo("--json and --write-log: give each a file of its own");
    }
}
