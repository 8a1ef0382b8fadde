// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** A switch in a process of its own that is asked to end. */
@Timeout(120)
class SwitchSignalTest {

    private static final int WAIT_SECONDS = 60;

    @Test
    void theCodeAfterASignalIsAmongThoseOfTheHelp() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SwitchCommand.class.getName(),
                                "--grpc",
                                "127.0.0.1:0")
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.contains("Ctrl-C ends it")) {
                line = lines.readLine();
            }
            assertThat(line).isNotNull();

            process.destroy();

            assertThat(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(String.join(", ", codes()).split(", "))
                    .contains(Integer.toString(process.exitValue()));
        } finally {
            process.destroyForcibly();
        }
    }

    private static Iterable<String> codes() {
        CommandLine command = WeirCommandLine.of(new SwitchCommand());
        return command.getCommandSpec().usageMessage().exitCodeList().keySet();
    }
}
