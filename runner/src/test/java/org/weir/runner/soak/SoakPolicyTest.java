// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.runner.onos.OnosClient;
import org.weir.runner.up.NetworkSize;

/** Changes of the policy of a program that answers as the application in ONOS does. */
class SoakPolicyTest {
    private static final String POLICY =
            "{\"classes\":[{\"name\":\"A\",\"importance\":3},{\"name\":\"voice & video\"}]}";

    /** Longer than the pause between two looks, so that a refusal is seen more than once. */
    private static final Duration REFUSED_FOR = Duration.ofSeconds(2);

    private static final Duration QUIET_AFTER = Duration.ofMillis(100);

    @TempDir Path folder;
    private final ObjectMapper mapper = new ObjectMapper();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private HttpServer server;
    private SoakPolicy soak;

    private ObjectNode policy;
    private int changes;
    private int looks;
    private boolean refusesRules;

    @BeforeEach
    void start() throws IOException {
        policy = (ObjectNode) mapper.readTree(POLICY);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/onos/weir/v1/", this::answer);
        server.start();
        Path samples = folder.resolve("samples.jsonl");
        clock.scheduleWithFixedDelay(() -> sample(samples), 0, 50, TimeUnit.MILLISECONDS);
        SoakWatch watch =
                new SoakWatch(() -> true, new SampleFollower(samples), new NetworkSize(2, 2, 2));
        OnosClient client = new OnosClient(server.getAddress().getPort());
        soak = new SoakPolicy(client, watch, Map.of(), REFUSED_FOR, QUIET_AFTER);
    }

    @AfterEach
    void stop() {
        clock.shutdownNow();
        server.stop(0);
    }

    private static void sample(Path file) {
        try {
            Files.writeString(
                    file,
                    "{\"timeSeconds\":1,\"onosAnswers\":true,\"flows\":[]}\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String resource = exchange.getRequestURI().getPath().substring("/onos/weir/v1/".length());
        JsonNode body =
                exchange.getRequestMethod().equals("PUT")
                        ? mapper.readTree(exchange.getRequestBody())
                        : null;
        int status = 200;
        if (resource.startsWith("classes/")) {
            changes++;
            status = changes == 2 ? 503 : change(resource.substring(8), body);
        } else if (body != null) {
            policy = (ObjectNode) body;
            looks = 0;
        }
        byte[] text = content(resource).toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    private int change(String name, JsonNode body) {
        for (JsonNode each : policy.path("classes")) {
            if (each.path("name").asText().equals(name)) {
                ((ObjectNode) each).set("importance", body.get("importance"));
                return 200;
            }
        }
        return 404;
    }

    private ObjectNode content(String resource) {
        ObjectNode node = mapper.createObjectNode();
        switch (resource) {
            case "policy":
                return policy;
            case "loop":
                return node.put("behindPorts", ++looks < 3 ? 1 : 0);
            case "devices":
                ArrayNode devices = node.putArray("devices");
                boolean inForce = ++looks > 2 && !(refusesRules && rules() > 0);
                for (int i = 0; i < 2; i++) {
                    devices.addObject()
                            .put("confirmedRules", inForce ? 5 + rules() : 5)
                            .put("classesInForce", inForce);
                }
                return node;
            case "alerts":
                ArrayNode alerts = node.putArray("alerts");
                if (refusesRules && rules() > 0) {
                    alerts.addObject()
                            .put("kind", "classes-refused")
                            .put("subject", "device:s1")
                            .put("text", "full");
                }
                return node;
            default:
                return node;
        }
    }

    private int rules() {
        return policy.path("classes").path(1).path("match").size();
    }

    @Test
    void changesAreCountedAndTheLastOnesAreWaitedFor() throws Exception {
        SoakResult.PolicyChanges changed = soak.change(4, Duration.ofMillis(200));

        assertThat(changed.sent()).isEqualTo(4);
        assertThat(changed.accepted()).isEqualTo(3);
        assertThat(changed.answers().samples()).isEqualTo(3);
        assertThat(changed.refusal()).contains("HTTP 503");
        assertThat(changed.settledSeconds()).isNotNull();
        assertThat(changed.loss()).isEqualTo(new FlowLoss(0, 0, 0.0));
        assertThat(policy).isEqualTo(mapper.readTree(POLICY));
    }

    @Test
    void rulesAreWaitedForAtAllSwitchesAndTakenAwayAgain() throws Exception {
        SoakResult.Classifiers classified = soak.classify(100);

        assertThat(classified.installed().failure()).isNull();
        assertThat(classified.installed().rules()).isEqualTo(200);
        assertThat(classified.installed().rulesPerSecond()).isPositive();
        assertThat(classified.restored().rules()).isEqualTo(-200);
        assertThat(policy).isEqualTo(mapper.readTree(POLICY));
    }

    @Test
    void rulesThatAreRefusedAreNotWaitedFor() throws Exception {
        refusesRules = true;

        SoakResult.Classifiers classified = soak.classify(100);

        assertThat(classified.installed().failure()).isEqualTo("refused by device:s1: full");
        assertThat(classified.installed().seconds()).isNull();
        assertThat(classified.restored().failure()).isNull();
    }
}
