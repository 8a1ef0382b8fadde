// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Weir's alerts as alarms of a real ONOS, as ONOS's own application for fault management lists them
 * by REST. That application is not on Maven Central, so the test runs only with the system property
 * {@code weir.faultmanagement}, the path of its {@code .oar}.
 */
@EnabledIfSystemProperty(named = "weir.faultmanagement", matches = ".+")
class AlarmsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USER = "onos:rocks";
    private static final String POLICY = "/onos/weir/v1/policy";
    private static final Duration START = Duration.ofSeconds(240);

    /** An alert about targets begins after at most 30 s, and ends after 30 s without a miss. */
    private static final Duration CHANGE = Duration.ofSeconds(150);

    /** A delay that a congested port does not keep. */
    private static final double MISSED_MS = 0.01;

    @TempDir private Path folder;
    private RunningWeir weir;

    @Test
    void alertsBeginAndEndAsAlarmsOfOnos() throws Exception {
        try (RunningWeir running = new RunningWeir(folder)) {
            weir = running;
            weir.awaitSample(
                    "solved settings",
                    START,
                    s -> s.path("devices").asInt() == 2 && s.path("resolves").asLong() > 0);
            install(Path.of(System.getProperty("weir.faultmanagement")));

            setTargetOfA(MISSED_MS);
            awaitAlarm("target-missed device:s1/4/A", "MINOR", true);
            weir.type("stop s2");
            awaitAlarm("device-unreachable device:s2", "CRITICAL", true);
            awaitAlertsForAllAlarms();

            weir.type("start s2");
            awaitAlarm("device-unreachable device:s2", "CRITICAL", false);
            setTargetOfA(1000);
            awaitAlarm("target-missed device:s1/4/A", "MINOR", false);
        }
    }

    private void install(Path oar) throws Exception {
        Shell.run(
                        folder,
                        "curl",
                        "--silent",
                        "--show-error",
                        "--fail-with-body",
                        "--user",
                        USER,
                        "--header",
                        "Content-Type: application/octet-stream",
                        "--data-binary",
                        "@" + oar,
                        weir.url("/onos/v1/applications?activate=true"))
                .orFail();
    }

    private void setTargetOfA(double delayMs) throws Exception {
        ObjectNode policy = (ObjectNode) JSON.readTree(weir.get(POLICY, USER).body());
        ObjectNode first = (ObjectNode) policy.path("classes").path(0);
        assertThat(first.path("name").asText()).isEqualTo("A");
        first.putObject("targets").put("delayMs", delayMs);
        assertThat(weir.send("PUT", POLICY, USER, policy.toString()).statusCode())
                .isBetween(200, 204);
    }

    /** Waits until ONOS lists an alarm whose text begins so, or none. */
    private void awaitAlarm(String text, String severity, boolean isListed) throws Exception {
        long endNs = System.nanoTime() + CHANGE.toNanos();
        Set<String> found;
        do {
            found = alarms(severity);
            if (found.stream().anyMatch(one -> one.startsWith(text)) == isListed) {
                return;
            }
            Thread.sleep(500);
        } while (System.nanoTime() < endNs);
        throw new AssertionError(
                String.format(
                        "%s %s, listed: %s; alarms %s, alerts %s",
                        severity, text, isListed, found, alerts()));
    }

    /**
     * Waits until ONOS lists only present alerts: an alarm ends within a second after its alert.
     */
    private void awaitAlertsForAllAlarms() throws Exception {
        long endNs = System.nanoTime() + CHANGE.toNanos();
        Set<String> alarms = alarms("");
        Set<String> alerts = alerts();
        while (!alerts.containsAll(alarms)) {
            assertThat(System.nanoTime()).as("%s but %s", alarms, alerts).isLessThan(endNs);
            Thread.sleep(500);
            alarms = alarms("");
            alerts = alerts();
        }
    }

    /** Texts of the active alarms of a severity; of all for an empty one. */
    private Set<String> alarms(String severity) throws Exception {
        Set<String> texts = new TreeSet<>();
        // While ONOS starts the application, its page is not there.
        var answer = weir.get("/onos/v1/fm/alarms", USER);
        if (answer.statusCode() == 200) {
            for (JsonNode alarm : JSON.readTree(answer.body()).path("alarms")) {
                if (severity.isEmpty() || alarm.path("severity").asText().equals(severity)) {
                    texts.add(nameOf(alarm.path("description").asText()));
                }
            }
        }
        return texts;
    }

    /** Kind and subject of an alert: its text may change from second to second. */
    private static String nameOf(String description) {
        return description.replaceFirst(": .*", "");
    }

    private Set<String> alerts() throws Exception {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert :
                JSON.readTree(weir.get("/onos/weir/v1/alerts", USER).body()).path("alerts")) {
            names.add(alert.path("kind").asText() + " " + alert.path("subject").asText());
        }
        return names;
    }
}
