// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is wrong is said in one line. */
class SwitchCommandTest {

    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate fast | 'fast' is no rate",
                "--rate 0 | a rate must be above 0",
                "--rate 1.5 | not a whole number",
                "--ports 1-x | '1-x' are no port numbers",
                "--ports 0-3 | ports are 1 to 254",
                "--ports 8-3 | the lower first",
                "--grpc 9559 | '9559' is no address",
                "--grpc localhost:70000 | 'localhost:70000' is no address",
                "--device-id 0 | --device-id: must not be 0",
                "--device-id x | Invalid value for option '--device-id'",
                "--queue 0 | --queue: must be at least 1",
                "--json p.json | --json and --p4info belong together",
                "--nonsense | Unknown option: '--nonsense'"
            })
    void wrongOptionsAreNamed(String arguments, String message) {
        assertThat(run(arguments.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains(message));
    }

    @Test
    void missingFileIsNamed() {
        Path json = folder.resolve("p.json");
        assertThat(
                        run(
                                "--json",
                                json.toString(),
                                "--p4info",
                                json.toString(),
                                "--grpc",
                                "127.0.0.1:0"))
                .isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("weir switch: --json " + json + ": no such file");
    }

    @Test
    void wrongProgramIsNamed() throws Exception {
        Path json = Files.writeString(folder.resolve("p.json"), "{}");
        Path p4info =
                Files.writeString(folder.resolve("p.txtpb"), "tables { preamble { id: 1 id_ : } }");
        assertThat(
                        run(
                                "--json",
                                json.toString(),
                                "--p4info",
                                p4info.toString(),
                                "--grpc",
                                "127.0.0.1:0"))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains(p4info.toString())
                .contains("p4info: 1:");
    }

    @Test
    void addressInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            assertThat(run("--grpc", address)).isEqualTo(1);
            assertThat(err.toString().lines())
                    .singleElement()
                    .asString()
                    .startsWith("weir switch: P4Runtime address " + address + ": ")
                    .contains("Address already in use");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "64000, 64000",
        "10M, 10000000",
        "2.5G, 2500000000",
        "1k, 1000",
        "100Mbit/s, 100000000",
        "1T, 1000000000000"
    })
    void rates(String text, long rateBps) {
        assertThat(new Rates().convert(text)).isEqualTo(rateBps);
    }

    @Test
    void ports() {
        assertThat(new PortNumbers().convert("5-7,1,2, 6")).containsExactly(1, 2, 5, 6, 7);
    }

    @Test
    void addresses() {
        assertThat(new SocketAddresses().convert("[::1]:9559").getHostString()).isEqualTo("::1");
        assertThat(new SocketAddresses().convert("localhost:0").getPort()).isZero();
    }

    private int run(String... arguments) {
        return new CommandLine(new SwitchCommand()).setErr(new PrintWriter(err)).execute(arguments);
    }
}
