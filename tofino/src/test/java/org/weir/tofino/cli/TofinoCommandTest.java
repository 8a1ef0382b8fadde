// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.server.BfRtTestServer;

/** The command as a user types it: words in, text and exit code out. */
@Timeout(600)
class TofinoCommandTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... words) {
        out.reset();
        err.reset();
        return TofinoCommand.run(print(out), print(err), words);
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void portsAreAddedListedChangedAndRemoved() {
        try (BfRtTestServer server = new BfRtTestServer(1, 0)) {
            String bfrt = server.address(87).toString();

            assertThat(port(bfrt, "add", "--speed", "25", "--fec", "rs")).isZero();
            assertThat(out()).isEqualToIgnoringNewLines("dev_port 132: added");
            assertThat(run("ports", "--bfrt", bfrt)).isZero();
            assertThat(words(1)).startsWith("132").endsWith("25 yes up");
            assertThat(port(bfrt, "disable")).isZero();
            assertThat(run("ports", "--bfrt", bfrt)).isZero();
            assertThat(words(1)).endsWith("25 no down");
            assertThat(port(bfrt, "enable")).isZero();
            assertThat(out()).isEqualToIgnoringNewLines("dev_port 132: enabled");

            assertThat(port(bfrt, "add")).as("it is there already").isEqualTo(1);
            assertThat(err()).contains("$PORT ($DEV_PORT 132").contains("there already");
            assertThat(out()).isEmpty();

            assertThat(port(bfrt, "remove")).isZero();
            assertThat(run("ports", "--bfrt", bfrt)).isZero();
            assertThat(out().lines()).hasSize(1);
        }
    }

    @Test
    void queuesOfAPortAreShownAsTheTrafficManagerHasThem() {
        try (BfRtTestServer server = new BfRtTestServer(1, 0)) {
            String bfrt = server.address(87).toString();

            assertThat(run("queues", "--bfrt", bfrt, "--dev-port", "1")).isZero();

            assertThat(words(0)).startsWith("queue pg_id pg_queue priority weight max bit/s");
            assertThat(out().lines()).hasSize(9);
            // Queue 0 of port 1 is queue 8 of port group 0.
            assertThat(words(1)).startsWith("0 0 8 0 1023 -");
        }
    }

    @Test
    void aSwitchThatDoesNotAnswerIsExitCodeOne() {
        assertThat(run("ports", "--bfrt", "grpc://127.0.0.1:1")).isEqualTo(1);
        assertThat(err())
                .startsWith("weir tofino: BF Runtime at grpc://127.0.0.1:1?device_id=0 cannot be");
    }

    @Test
    void theExampleOfTheDocumentationIsWritten(@TempDir Path folder) throws Exception {
        String[] words = {
            "stratum",
            "--policy",
            "../netcfg/tofino/onos.json",
            "--chassis",
            "../netcfg/tofino/chassis.json",
            "--target",
            "tofino",
            "--out",
            folder.resolve("leaf1").toString()
        };

        assertThat(run(words)).isZero();

        assertThat(out().lines())
                .containsExactly(
                        folder.resolve("leaf1/chassis_config.pb.txt").toString(),
                        folder.resolve("leaf1/tofino_qos.pb.txt").toString());
        String config = Files.readString(folder.resolve("leaf1/chassis_config.pb.txt"));
        assertThat(config)
                .contains("PLT_GENERIC_BAREFOOT_TOFINO", "singleton_ports", "tofino_config");
        String qos = Files.readString(folder.resolve("leaf1/tofino_qos.pb.txt"));
        assertThat(config).contains(qos.strip().lines().findFirst().orElseThrow());
        assertThat(qos).doesNotContain("singleton_ports");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | a command is missing",
                "model | unknown command 'model'",
                "ports | --bfrt is missing",
                "ports --bfrt | --bfrt: its value is missing",
                "ports --bfrt leaf1:50052 | must begin with grpc://",
                "ports --server x | unknown option --server, known are --bfrt",
                "ports --bfrt=leaf1:50052 | must begin with grpc://",
                "ports leaf1 | unexpected word 'leaf1'",
                "ports --bfrt=grpc://a --bfrt grpc://b | --bfrt must not be given twice",
                "queues --bfrt grpc://h --dev-port 512 | --dev-port must be 0 to 511, was '512'",
                "port --bfrt grpc://h --dev-port 1 --set up | --set must be add, enable, disable or"
                        + " remove, was 'up'",
                "port --bfrt grpc://h --dev-port 1 --set add --speed 7 | --speed must be 1, 10",
                "port --bfrt grpc://h --dev-port 1 --set add --fec x | --fec must be none,"
                        + " firecode",
                "stratum --policy nofile --chassis x --out y | --policy: nofile: no such file",
                "stratum --policy . --chassis x --out y | --policy: .: is a folder",
                "stratum --policy ../README.md --chassis x --out y | ../README.md: (whole): is not",
                "stratum --policy ../netcfg/tofino/chassis.json --chassis x --out y | unknown field",
                "stratum --target t3 --policy x --chassis y --out z | --target must be tofino",
            })
    void whatIsWrongIsNamedWithExitCodeTwo(String words, String message) {
        List<String> split = new ArrayList<>(Arrays.asList(words.split(" ")));
        split.removeIf(String::isEmpty);

        assertThat(run(split.toArray(new String[0]))).isEqualTo(2);

        assertThat(err()).startsWith("weir tofino: ").contains(message);
        assertThat(out()).isEmpty();
    }

    /** As ONOS, weir up and weir solve. */
    @Test
    void aPolicyIsReadAsElsewhere(@TempDir Path folder) throws Exception {
        String policy = Files.readString(Path.of("../netcfg/tofino/onos.json"));
        for (String wrong : List.of(policy + "{}", policy.replaceFirst("\\{", "{\"apps\": 1,"))) {
            Path file = Files.writeString(folder.resolve("policy.json"), wrong);
            String chassis = "--chassis=../netcfg/tofino/chassis.json";
            String target = "--out=" + folder.resolve("none");
            assertThat(run("stratum", "--policy=" + file, chassis, target)).isEqualTo(2);
            assertThat(err()).contains("policy.json: (whole): is not JSON: ").contains("(line ");
            assertThat(folder.resolve("none")).doesNotExist();
        }
    }

    @Test
    void aFileIsNoFolder(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        String policy = "--policy=../netcfg/tofino/onos.json";
        String chassis = "--chassis=../netcfg/tofino/chassis.json";
        assertThat(run("stratum", policy, chassis, "--out", file.toString())).isEqualTo(2);
        assertThat(err().strip())
                .isEqualTo("weir tofino: --out: " + file + ": is a file, not a folder");
    }

    @Test
    void helpIsAnAnswer() {
        assertThat(run("queues", "--help")).isZero();
        assertThat(out()).contains("weir tofino stratum", "weir tofino queues", "exit code");
    }

    private int port(String bfrt, String action, String... more) {
        List<String> words = new ArrayList<>(List.of("port", "--bfrt", bfrt, "--dev-port", "132"));
        words.addAll(List.of("--set", action));
        words.addAll(List.of(more));
        return run(words.toArray(new String[0]));
    }

    /** A line, with single spaces. */
    private String words(int line) {
        return out().lines().skip(line).findFirst().orElseThrow().strip().replaceAll(" +", " ");
    }
}
