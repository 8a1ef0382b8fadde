// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchProcessTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir Path folder;

    private SwitchProcess start(String script) throws IOException {
        return SwitchProcess.start(
                "s1", List.of("sh", "-c", script), folder, folder.resolve("log"), Map.of("A", "b"));
    }

    private static String refuse() throws IOException {
        throw new IOException("refused");
    }

    @Test
    void aProcessThatEndsIsNotWaitedForAndItsLastLinesAreReported() throws IOException {
        SwitchProcess process = start("echo no such file; echo $A; exit 3");

        assertThatThrownBy(() -> process.await("Thrift", LONG, SwitchProcessTest::refuse))
                .isInstanceOf(StockException.class)
                .hasMessage(
                        "s1 ended with exit code 3; see %s: no such file / b",
                        folder.resolve("log"));
    }

    @Test
    void aServerThatDoesNotListenInTimeIsAnError() throws IOException {
        SwitchProcess process = start("exec sleep 600");
        try {
            assertThatThrownBy(
                            () -> process.await("Thrift", Duration.ZERO, SwitchProcessTest::refuse))
                    .isInstanceOf(StockException.class)
                    .hasMessageContaining("s1: its Thrift server did not listen within 0 s");
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.end();
        }
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aServerIsAskedUntilItListens() throws IOException {
        SwitchProcess process = start("touch ready; exec sleep 600");
        try {
            Path ready = folder.resolve("ready");
            assertThat(process.await("Thrift", LONG, () -> Files.readString(ready))).isEmpty();
        } finally {
            process.end();
        }
    }

    @Test
    void aProgramThatIsMissingIsAnError() {
        assertThatThrownBy(
                        () ->
                                SwitchProcess.start(
                                        "s1",
                                        List.of("/no/such/program"),
                                        folder,
                                        folder.resolve("log"),
                                        Map.of()))
                .isInstanceOf(StockException.class)
                .hasMessageContaining("/no/such/program cannot be started");
    }
}
