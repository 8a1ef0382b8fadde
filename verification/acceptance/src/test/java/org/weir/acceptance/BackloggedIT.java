// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three classes that each offer the whole port, from senders that do not listen. */
class BackloggedIT {
    private static final double PORT_BPS = 10_000_000;

    private static final String USER = "onos:rocks";
    private static final String API = "/onos/weir/v1";

    /** An alert about a class begins after 15 s; in a storm of feedback the machine is slow. */
    private static final Duration ALERTS = Duration.ofSeconds(180);

    @TempDir Path folder;

    @Test
    void goodputFollowsTheInstalledWeightsAndWhatCannotBeIsAnAlert() throws Exception {
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
            awaitAlerts(weir, "target-missed", "target-infeasible");
            String policy = weir.get(API + "/policy", USER).body();
            // A packet comes every 800 us: each causes feedback, well above one for two packets.
            String often =
                    policy.replaceFirst(
                            "\"feedbackIntervalUs\":[0-9]+", "\"feedbackIntervalUs\":500");
            assertThat(often).isNotEqualTo(policy);
            assertThat(weir.send("PUT", API + "/policy", USER, often).statusCode()).isEqualTo(200);
            awaitAlerts(weir, "feedback-storm");
        }
    }

    /** Waits until there are alerts of some kinds about class A at the backlogged port. */
    private static void awaitAlerts(RunningWeir weir, String... kinds) throws Exception {
        long endNs = System.nanoTime() + ALERTS.toNanos();
        String alerts;
        do {
            Thread.sleep(1000);
            alerts = weir.get(API + "/alerts", USER).body();
            assertThat(System.nanoTime())
                    .as("%s, listed: %s", List.of(kinds), alerts)
                    .isLessThan(endNs);
        } while (!listsAll(alerts, kinds));
    }

    private static boolean listsAll(String alerts, String... kinds) {
        for (String kind : kinds) {
            String alert = "{\"kind\":\"" + kind + "\",\"subject\":\"device:s1/4/A\"";
            if (!alerts.contains(alert)) {
                return false;
            }
        }
        return true;
    }
}
