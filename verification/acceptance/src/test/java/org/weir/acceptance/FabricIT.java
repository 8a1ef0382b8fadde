// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The network of PMQECN's Fig. 6 under a real ONOS, from the first packet to the last process. One
 * run serves all tests, in order: the late ones break things on purpose.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FabricIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CREDENTIALS = "onos:rocks";
    private static final Duration START = Duration.ofSeconds(240);

    /** Three links of 500 us there and back: no packet's round trip is shorter. */
    private static final double ROUND_TRIP_MS = 6 * 0.5;

    private static final double PLANNED_DELAY_MS = 6;

    @TempDir static Path folder;
    private static RunningWeir weir;
    private static long planned;

    @BeforeAll
    static void start() throws Exception {
        weir = new RunningWeir(folder);
    }

    @AfterAll
    static void end() throws Exception {
        if (weir != null) {
            weir.close();
        }
    }

    @Test
    @Order(1)
    void findsSwitchesLinksAndHostsByItselfAndSolvesSettings() throws Exception {
        JsonNode sample =
                weir.awaitSample(
                        "2 devices, 2 links, 5 hosts and solved settings",
                        START,
                        s ->
                                s.path("devices").asInt() == 2
                                        && s.path("links").asInt() == 2
                                        && s.path("hosts").asInt() == 5
                                        && s.path("resolves").asLong() > 0);
        assertThat(sample.path("unreachable")).isEmpty();
        weir.awaitSample("traffic of all flows", Duration.ofSeconds(60), FabricIT::allFlowsArrive);
    }

    @Test
    @Order(2)
    void settingsFollowTheLoadFeedbackIsFastAndClassALosesNothing() throws Exception {
        double startSeconds = weir.lastSample().path("timeSeconds").asDouble();
        JsonNode last =
                weir.awaitSample(
                        "35 s of traffic",
                        Duration.ofSeconds(90),
                        s -> s.path("timeSeconds").asDouble() > startSeconds + 35);
        List<JsonNode> samples =
                weir.samples().stream()
                        .filter(s -> s.path("timeSeconds").asDouble() > startSeconds)
                        .collect(Collectors.toList());

        assertThat(samples.stream().map(s -> settings(s)).distinct().count())
                .as("different settings of the congested port")
                .isGreaterThan(1);
        assertThat(last.path("feedback").path("packets").asLong()).isPositive();
        assertThat(last.path("feedback").path("latencyMs").path("p99").asDouble())
                .isPositive()
                .isLessThan(ROUND_TRIP_MS);
        JsonNode classA = classOf(last, "device:s1", 4, "A");
        assertThat(classA.path("drops").asLong()).isZero();
        assertThat(classA.path("goodputBps").asDouble()).isPositive();
    }

    @Test
    @Order(3)
    void restDescribesItself() throws Exception {
        assertThat(JSON.readTree(weir.get("/onos/weir/v1/openapi.json", CREDENTIALS).body()))
                .isEqualTo(JSON.readTree(Path.of("../../docs/openapi.json").toFile()));
    }

    @Test
    @Order(3)
    void restGivesEveryPortToThoseWithCredentialsOnly() throws Exception {
        assertThat(weir.get("/onos/weir/v1/ports", null).statusCode()).isEqualTo(401);
        assertThat(weir.get("/onos/weir/v1/ports", "onos:wrong").statusCode()).isEqualTo(401);
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")) {
            for (String path : List.of("/", "/ui/", "/v1/policy", "/v1/none", "/none")) {
                HttpResponse<String> refused = weir.send(method, "/onos/weir" + path, null, "");
                assertThat(refused.statusCode()).as("%s %s", method, path).isEqualTo(401);
                assertThat(JSON.readTree(refused.body()).path("status").asInt())
                        .as("status in the problem document for %s %s", method, path)
                        .isEqualTo(401);
            }
        }

        JsonNode answer = JSON.readTree(weir.get("/onos/weir/v1/ports", CREDENTIALS).body());
        List<String> ports =
                StreamSupport.stream(answer.path("ports").spliterator(), false)
                        .map(p -> p.path("device").asText() + "/" + p.path("port").asInt())
                        .sorted()
                        .collect(Collectors.toList());
        assertThat(ports)
                .containsExactly(
                        "device:s1/1",
                        "device:s1/2",
                        "device:s1/3",
                        "device:s1/4",
                        "device:s2/1",
                        "device:s2/2",
                        "device:s2/3");
        for (JsonNode port : answer.path("ports")) {
            assertThat(port.path("classes")).hasSize(3);
            double weights = 0;
            for (JsonNode each : port.path("classes")) {
                weights += each.path("weight").asDouble();
                assertThat(each.path("thresholdPackets").asInt()).isPositive();
            }
            assertThat(weights).isCloseTo(1, within(0.01));
        }
    }

    @Test
    @Order(4)
    void dashboardShowsTheQueuesInARealBrowser() throws Exception {
        DashboardInBrowser.check(weir, folder);
    }

    @Test
    @Order(5)
    void aPortChangesToCodelAndBackWhileTrafficRuns() throws Exception {
        new CodelSteps(weir, CREDENTIALS).changeAndBack();
    }

    @Test
    @Order(6)
    void aDeviceWithAPipeconfOfAnotherTargetIsRefusedAndTheRestRunsOn() throws Exception {
        long receivedBefore = received(weir.lastSample());
        String wrong = "/onos/v1/network/configuration/devices/device:wrong";
        weir.send(
                "POST",
                wrong,
                CREDENTIALS,
                "{\"basic\":{\"managementAddress\":\"grpc://127.0.0.1:1?device_id=1\","
                        + "\"driver\":\"bmv2\",\"pipeconf\":\"org.weir.tna\"}}");
        JsonNode alert = awaitAlert("pipeconf-misfit");
        assertThat(alert.path("subject").asText()).isEqualTo("device:wrong");
        assertThat(alert.path("text").asText())
                .contains("org.weir.tna", "stratum-tofino", "basic.driver is bmv2");
        weir.awaitSample(
                "the rest runs on",
                Duration.ofSeconds(30),
                s -> received(s) > receivedBefore + 100 && s.path("devices").asInt() == 2);
        assertThat(weir.send("DELETE", wrong, CREDENTIALS, "").statusCode()).isBetween(200, 204);
        weir.send("DELETE", "/onos/v1/devices/device:wrong", CREDENTIALS, "");
        assertThat(weir.get("/onos/v1/devices", CREDENTIALS).statusCode()).isEqualTo(200);
    }

    private static JsonNode awaitAlert(String kind) throws Exception {
        long endNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        String body;
        do {
            body = weir.get("/onos/weir/v1/alerts", CREDENTIALS).body();
            for (JsonNode alert : JSON.readTree(body).path("alerts")) {
                if (alert.path("kind").asText().equals(kind)) {
                    return alert;
                }
            }
            Thread.sleep(200);
        } while (System.nanoTime() < endNs);
        throw new AssertionError("no alert " + kind + " within 30 s, but " + body);
    }

    @Test
    @Order(7)
    void switchThatRestartsIsProgrammedAsBeforeWithinTenSeconds() throws Exception {
        try (WebhookSteps webhook = new WebhookSteps(weir)) {
            restartSwitch(webhook);
        }
    }

    private static void restartSwitch(WebhookSteps webhook) throws Exception {
        weir.type("stop s2");
        JsonNode down =
                weir.awaitSample(
                        "s2 is missed",
                        Duration.ofSeconds(30),
                        s -> s.path("devices").asInt() == 1 || s.path("unreachable").size() > 0);
        JsonNode began = webhook.await("alert-began", "device-unreachable", "device:s2");
        long receivedWhileDown = received(down);
        weir.type("start s2");
        double startedSeconds = weir.lastSample().path("timeSeconds").asDouble();
        JsonNode again =
                weir.awaitSample(
                        "packets cross s2 again",
                        Duration.ofSeconds(30),
                        s -> received(s) > receivedWhileDown + 100);
        assertThat(again.path("timeSeconds").asDouble() - startedSeconds).isLessThan(10 + 1);
        weir.awaitSample(
                "both switches are connected",
                Duration.ofSeconds(30),
                s -> s.path("devices").asInt() == 2 && s.path("unreachable").isEmpty());
        JsonNode ended = webhook.await("alert-ended", "device-unreachable", "device:s2");
        webhook.checkCountsAndEnd(began, ended);
    }

    @Test
    @Order(8)
    void planThatStarvesAClassIsTakenBack() throws Exception {
        new PlanSteps(weir).starveUnderGuard();
    }

    @Test
    @Order(9)
    void trafficDoesNotStopWhileOnosIsAwayAndSettingsAreTakenOver() throws Exception {
        planned = new PlanSteps(weir).planTarget(PLANNED_DELAY_MS);
        Pattern takenOver = Pattern.compile("settings taken over: device:s1/4 ");
        int takenBefore = weir.logged(takenOver).size();
        double killedSeconds = weir.lastSample().path("timeSeconds").asDouble();
        weir.onos().destroyForcibly();
        weir.awaitSample(
                "ONOS is away", Duration.ofSeconds(30), s -> !s.path("onosAnswers").asBoolean());
        JsonNode back =
                weir.awaitSample(
                        "ONOS is back with the fabric",
                        START,
                        s ->
                                s.path("onosAnswers").asBoolean()
                                        && s.path("devices").asInt() == 2
                                        && s.path("links").asInt() == 2
                                        && weights(s).size() == 3);

        assertThat(largestGapSeconds(killedSeconds, back.path("timeSeconds").asDouble()))
                .as("longest time without a packet received")
                .isLessThan(3);
        assertThat(weir.logged(takenOver)).hasSize(takenBefore + 1);
        // The load changes every 15 s, and the weights with it, while ONOS is away, too.
        List<List<Double>> earlier = weightsUntil(killedSeconds);
        List<Double> after = weights(back);
        for (int i = 0; i < after.size(); i++) {
            int one = i;
            List<Double> seen = earlier.stream().map(each -> each.get(one)).toList();
            assertThat(after.get(i))
                    .as("weight of class %d, before %s", i, seen)
                    .isBetween(Collections.min(seen) - 0.1, Collections.max(seen) + 0.1);
        }
    }

    @Test
    @Order(10)
    void planMadeBeforeARestartIsAppliedAfterIt() throws Exception {
        PlanSteps plans = new PlanSteps(weir);
        plans.checkKept(planned);
        plans.applyKept(planned, PLANNED_DELAY_MS);
    }

    @Test
    @Order(11)
    void aGeneratedClientPlansAppliesAndRollsBack() throws Exception {
        GeneratedClientSteps client = new GeneratedClientSteps(weir);
        client.planApplyAndRollBack();
        client.readEverything();

        // Over ONOS's own server, which must pass each event on.
        String stream = "/onos/weir/v1/queues/stream?class=A&intervalMs=200&events=3";
        assertThat(weir.get(stream, "onos:rocks").body().split("event: queues", -1))
                .as("three events, and the line before them")
                .hasSize(4);
    }

    @Test
    @Order(11)
    void theTutorialRunsAsItStands() throws Exception {
        String rollback = "/onos/weir/v1/policy/rollback";
        assertThat(weir.send("POST", rollback, CREDENTIALS, "{\"version\":1}").statusCode())
                .isEqualTo(200);
        new TutorialSteps(weir.url(""), Shell.home()).run();
    }

    @Test
    @Order(11)
    void commandsOfTheGuidesRunAsTheyStand() throws Exception {
        new GuideSteps("docs/how-to/trouble.md").run(weir, 8);
        new GuideSteps("docs/how-to/monitor.md").run(weir, 4);
        new ShellGuideSteps("docs/how-to/monitor.md").run(weir, 4);
        new ShellGuideSteps("docs/how-to/change-the-policy.md").run(weir, 7);
        new RestGuideSteps(weir, "docs/how-to/change-the-policy.md").run(4);
    }

    @Test
    @Order(12)
    void anUpgradeWhileSettingsAreFrozenLosesNoPacket() throws Exception {
        new UpgradeSteps(weir, RunningWeir.oar()).run(folder);
    }

    @Test
    @Order(13)
    void restAnswersMadeUpRequestsAsDescribed() throws Exception {
        ApiFuzzing.check(weir, folder);
    }

    @Test
    @Order(13)
    void interruptLeavesNothingRunning() throws Exception {
        weir.awaitSample(
                "everything is connected",
                START,
                s -> s.path("onosAnswers").asBoolean() && s.path("unreachable").isEmpty());
        ProcessHandle onos = weir.onos();
        int exitCode = weir.interrupt();
        assertThat(onos.isAlive()).isFalse();
        assertThat(exitCode).as(weir.tail()).isZero();
        assertThat(weir.tail()).contains("summary {");
        assertThat(weir.errorsLogged()).as("errors of Weir's own that ONOS logged").isEmpty();
    }

    private static boolean allFlowsArrive(JsonNode sample) {
        for (JsonNode flow : sample.path("flows")) {
            if (flow.path("receivedPackets").asLong() < 100) {
                return false;
            }
        }
        return sample.path("flows").size() == 3;
    }

    static long received(JsonNode sample) {
        long packets = 0;
        for (JsonNode flow : sample.path("flows")) {
            packets += flow.path("receivedPackets").asLong();
        }
        return packets;
    }

    /** Longest span of samples in which no packet was received. */
    private static double largestGapSeconds(double fromSeconds, double toSeconds)
            throws IOException {
        double largest = 0;
        double lastProgress = fromSeconds;
        long lastReceived = -1;
        for (JsonNode sample : weir.samples()) {
            double seconds = sample.path("timeSeconds").asDouble();
            if (seconds < fromSeconds || seconds > toSeconds) {
                continue;
            }
            if (received(sample) > lastReceived) {
                lastReceived = received(sample);
                lastProgress = seconds;
            }
            largest = Math.max(largest, seconds - lastProgress);
        }
        return largest;
    }

    private static List<List<Double>> weightsUntil(double seconds) throws IOException {
        return weir.samples().stream()
                .filter(sample -> sample.path("timeSeconds").asDouble() <= seconds)
                .map(FabricIT::weights)
                .filter(weights -> weights.size() == 3)
                .toList();
    }

    private static List<Double> weights(JsonNode sample) {
        return StreamSupport.stream(
                        portOf(sample, "device:s1", 4).path("classes").spliterator(), false)
                .map(each -> each.path("weight").asDouble())
                .collect(Collectors.toList());
    }

    /** Weight, marking threshold and target rate of each class at the congested port. */
    private static List<Double> settings(JsonNode sample) {
        return StreamSupport.stream(
                        portOf(sample, "device:s1", 4).path("classes").spliterator(), false)
                .flatMap(
                        each ->
                                Stream.of(
                                        each.path("weight").asDouble(),
                                        each.path("thresholdPackets").asDouble(),
                                        each.path("targetRateBps").asDouble()))
                .collect(Collectors.toList());
    }

    static JsonNode portOf(JsonNode sample, String device, int port) {
        for (JsonNode each : sample.path("ports")) {
            if (each.path("device").asText().equals(device) && each.path("port").asInt() == port) {
                return each;
            }
        }
        return JSON.createObjectNode();
    }

    private static JsonNode classOf(JsonNode sample, String device, int port, String name) {
        for (JsonNode each : portOf(sample, device, port).path("classes")) {
            if (each.path("name").asText().equals(name)) {
                return each;
            }
        }
        return JSON.createObjectNode();
    }
}
