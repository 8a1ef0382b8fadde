// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import picocli.CommandLine;

/** Options of the command. */
class AdapterCommandTest {

    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new AdapterCommand())
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** The interface does not exist, so the command ends after its look at the options. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theDeviceIdMayBe0() {
        String[] arguments = {
            "--bfrt", "grpc://127.0.0.1:1", "--cpu-interface", "weir-none", "--device-id", "0"
        };
        assertThat(run(arguments)).isEqualTo(1);
        assertThat(err.toString()).contains("weir-none");
    }

    @Test
    void wrongPortsAreNamed() {
        assertThat(run("--bfrt", "grpc://127.0.0.1:1", "--cpu-port", "512"))
                .isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--cpu-port must be 0 to 511, was 512");
    }
}
