// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Removal of Weir's application from a running ONOS and installation again, as for another version,
 * while settings are frozen.
 */
final class UpgradeSteps {
    private static final String USER = "onos:rocks";
    private static final String FREEZE = "/onos/weir/v1/freeze";
    private static final String POLICY = "/onos/weir/v1/policy";
    private static final String PORTS = "/onos/weir/v1/ports";
    private static final String APPLICATION = "/onos/v1/applications/org.weir.app";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INSTALLED = "already installed";
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** Seconds without the application: longer than any queue could hide the lack of a route. */
    private static final double AWAY_SECONDS = 5;

    /** Lag of the network from which on its losses are not judged, ms. */
    private static final double LATE_MS = 100;

    private final RunningWeir weir;
    private final Path oar;

    UpgradeSteps(RunningWeir weir, Path oar) {
        this.weir = weir;
        this.oar = oar;
    }

    /** Replaces the application; no packet is lost, and the policy is the same afterwards. */
    void run(Path folder) throws Exception {
        assumeTrue(Shell.has("curl"), "the application is not replaced: no curl");
        String policy = weir.get(POLICY, USER).body();
        assertThat(weir.send("POST", FREEZE, USER, "{\"reason\":\"upgrade\"}").statusCode())
                .isEqualTo(200);
        int firstSample = weir.samples().size();
        Map<String, Long> before = lost();
        assertThat(weir.send("DELETE", APPLICATION, USER, "").statusCode()).isBetween(200, 204);
        double awaySeconds = weir.lastSample().path("timeSeconds").asDouble() + AWAY_SECONDS;
        weir.awaitSample(
                "some seconds without Weir",
                LIMIT,
                s -> s.path("timeSeconds").asDouble() > awaySeconds);
        // On a busy machine ONOS takes the resource away later than what answers for it.
        assertThat(weir.get(POLICY, USER).statusCode()).isIn(404, 503);
        awaitInstallation(folder);
        awaitPolicy(policy);
        awaitCounters();
        assertThat(weir.send("DELETE", FREEZE, USER, "").statusCode()).isBetween(200, 204);
        double backSeconds = weir.lastSample().path("timeSeconds").asDouble() + 2;
        weir.awaitSample(
                "traffic with Weir", LIMIT, s -> s.path("timeSeconds").asDouble() > backSeconds);
        Map<String, Long> after = lost();
        double lagMs = 0;
        for (JsonNode sample : weir.samples().subList(firstSample, weir.samples().size())) {
            lagMs = Math.max(lagMs, sample.path("lagMs").asDouble());
        }
        System.out.printf(
                "application replaced: lost packets %s, then %s; the network was at most %.0f ms"
                        + " late%n",
                before, after, lagMs);
        if (lagMs < LATE_MS) {
            assertThat(after).isEqualTo(before);
        }
    }

    /** Installs the application as soon as ONOS has forgotten the one before. */
    private void awaitInstallation(Path folder) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        Shell.Outcome outcome;
        do {
            Thread.sleep(1000);
            outcome =
                    Shell.run(
                            folder,
                            "curl",
                            "--silent",
                            "--show-error",
                            "--fail-with-body",
                            "--max-time",
                            "60",
                            "--user",
                            USER,
                            "--header",
                            "Content-Type: application/octet-stream",
                            "--data-binary",
                            "@" + oar,
                            weir.url("/onos/v1/applications?activate=true"));
        } while (outcome.output().contains(INSTALLED) && System.nanoTime() < endNs);
        outcome.orFail();
    }

    private void awaitPolicy(String policy) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!weir.get(POLICY, USER).body().equals(policy)) {
            assertThat(System.nanoTime()).as("policy within %s", LIMIT).isLessThan(endNs);
            Thread.sleep(500);
        }
    }

    /** ONOS's drivers must be those of the new installation, or nothing is measured. */
    private void awaitCounters() throws IOException, InterruptedException {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!isMeasured()) {
            assertThat(System.nanoTime()).as("arrival rates within %s", LIMIT).isLessThan(endNs);
            Thread.sleep(500);
        }
    }

    private boolean isMeasured() throws IOException, InterruptedException {
        for (JsonNode port : JSON.readTree(weir.get(PORTS, USER).body()).path("ports")) {
            for (JsonNode one : port.path("classes")) {
                if (one.path("offeredBps").asDouble() > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Lost packets of each flow so far. */
    private Map<String, Long> lost() throws IOException {
        Map<String, Long> lost = new HashMap<>();
        for (JsonNode flow : weir.lastSample().path("flows")) {
            lost.put(flow.path("name").asText(), flow.path("lostPackets").asLong());
        }
        return lost;
    }
}
