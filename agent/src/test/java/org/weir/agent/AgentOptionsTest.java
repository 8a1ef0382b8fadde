// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.cli.WeirCommandLine;

/** Refusals of wrong command lines of {@code weir agent}. */
class AgentOptionsTest {
    @Test
    void aRefusalHasNoWordOfJava() {
        StringWriter err = new StringWriter();
        int exitCode =
                WeirCommandLine.of(new Agent())
                        .setErr(new PrintWriter(err, true))
                        .execute("--max-flows", "x");
        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("weir agent: ")
                .contains("'--max-flows'", "must be a whole number, not \"x\"")
                .endsWith("see weir agent --help\n");
    }
}
