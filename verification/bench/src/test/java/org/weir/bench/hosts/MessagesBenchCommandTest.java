// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bench.BenchCommand;
import org.weir.bmv2.cli.WeirCommandLine;
import picocli.CommandLine;

class MessagesBenchCommandTest {
    private static final String NETWORK = "../../netcfg/pmqecn-fig6/network.json";

    /** Runs it, and returns what it printed to the standard error; it must refuse the options. */
    private static String refused(String... options) {
        StringWriter err = new StringWriter();
        CommandLine command = WeirCommandLine.of(new BenchCommand());
        command.setErr(new PrintWriter(err, true));
        List<String> line = new ArrayList<>(List.of("messages"));
        if (Arrays.stream(options).noneMatch(each -> each.startsWith("--topology"))) {
            line.add("--topology=" + NETWORK);
        }
        line.addAll(List.of(options));
        assertThat(command.execute(line.toArray(new String[0]))).isEqualTo(2);
        return err.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "--load=0, --load: must be above 0",
        "--load=-1, --load: must be above 0",
        "--load=NaN, must be a finite number",
        "--load=3.1, --load: must be above 0",
        "--load=much, --load",
        "--mean-kb=0.9, --mean-kb: must be 1 to 10000",
        "--mean-kb=NaN, must be a finite number",
        "--mean-kb=10001, --mean-kb: must be 1 to 10000",
        "--most-open=0, --most-open: must be 1 to 10000",
        "--most-open=10001, --most-open: must be 1 to 10000",
        "--seconds=0, --seconds: must be 1",
        "--settle-seconds=-1, --settle-seconds: must be 0",
        "--wait-seconds=-1, --wait-seconds: must be 0",
        "--samples=none, --samples: no folder none",
    })
    void aWrongOptionIsNamed(String option, String message) {
        assertThat(refused(option)).contains(message);
    }

    @Test
    void bothRunsCannotBeLeftOut() {
        assertThat(refused("--agents-only", "--without-agents-only"))
                .contains("--without-agents-only: not with --agents-only");
    }

    @Test
    void messagesForWhichLinuxHasNoPortsAreRefused(@TempDir Path folder) {
        assertThat(
                        refused(
                                "--topology=../../netcfg/pmqecn-fig6/1g-near.json",
                                "--samples",
                                folder.toString()))
                .contains("--mean-kb: too small, Linux has no TCP ports for 647 messages/s");
    }

    @Test
    void aFileWithoutTheNetworkIsNamed() {
        assertThat(refused("--topology=none.json")).contains("--topology: none.json");
        assertThat(refused("--topology=../../netcfg/leaf-spine/network.json"))
                .contains("--topology: ");
    }

    @Test
    void withoutItsLauncherItSaysHowToRunIt() {
        assertThat(refused()).contains("run it by ./weir bench messages");
    }
}
