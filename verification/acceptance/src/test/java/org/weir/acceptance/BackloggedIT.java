// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three classes that each offer the whole port, from senders that do not listen. */
class BackloggedIT {
    private static final double PORT_BPS = 10_000_000;

    @TempDir Path folder;

    @Test
    void goodputFollowsTheInstalledWeights() throws Exception {
        try (RunningWeir weir = new RunningWeir(folder, "netcfg/pmqecn-fig6/backlogged.json")) {
            JsonNode solved =
                    weir.awaitSample(
                            "settings are solved",
                            Duration.ofSeconds(240),
                            s -> s.path("resolves").asLong() > 0);
            // Time for the estimates and the settings to settle, and for the measuring window.
            double settledSeconds = solved.path("timeSeconds").asDouble() + 20;
            JsonNode sample =
                    weir.awaitSample(
                            "20 s of backlog",
                            Duration.ofSeconds(60),
                            s -> s.path("timeSeconds").asDouble() > settledSeconds);

            JsonNode port = null;
            for (JsonNode each : sample.path("ports")) {
                if (each.path("device").asText().equals("device:s1")
                        && each.path("port").asInt() == 4) {
                    port = each;
                }
            }
            assertThat(port).isNotNull();
            for (JsonNode each : port.path("classes")) {
                double expected = each.path("weight").asDouble() * PORT_BPS;
                assertThat(each.path("goodputBps").asDouble())
                        .as("goodput of class %s", each.path("name").asText())
                        .isCloseTo(expected, within(0.05 * expected));
            }
        }
    }
}
