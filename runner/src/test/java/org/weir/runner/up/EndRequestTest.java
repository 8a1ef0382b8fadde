// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends of a command, tested in a JVM of its own, because the JVM ends. */
@EnabledOnOs(OS.LINUX)
class EndRequestTest {
    private static final int OWN_EXIT_CODE = 7;

    private Process process;
    private BufferedReader output;

    private void start(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(output.readLine()).isEqualTo("ready");
    }

    @AfterEach
    void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private static List<String> command() {
        return Signals.java(EndRequestMain.class, Integer.toString(OWN_EXIT_CODE));
    }

    private void assertEndsByItself() throws Exception {
        assertThat(output.readLine()).isEqualTo("signalled");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(OWN_EXIT_CODE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void everySignalEndsWithTheCommandsOwnExitCode(String signal) throws Exception {
        assumeFalse(
                Signals.isIgnoredHere(signal), "the build was started with this signal ignored");
        start(command());

        Signals.send(signal, process);

        assertEndsByItself();
    }

    @Test
    void whoWasStartedWithInterruptsIgnoredGoesOnIgnoringThemAndEndsOnSigterm() throws Exception {
        start(Signals.ignoringInterrupts(command()));

        Signals.send("INT", process);
        assertThat(process.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
        Signals.send("TERM", process);

        assertEndsByItself();
    }
}
