// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.cli.WeirVersion;

class WeirCommandLineTest {

    @ParameterizedTest
    @ValueSource(strings = {"--version", "run --version", "network --version"})
    void everyCommandTellsTheVersion(String arguments) {
        StringWriter output = new StringWriter();

        int exitCode =
                WeirCommandLine.of(new LabCommand())
                        .setOut(new PrintWriter(output, true))
                        .execute(arguments.split(" "));

        assertThat(exitCode).isZero();
        assertThat(output.toString().strip()).isEqualTo("weir " + WeirVersion.version());
    }
}
