// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A receiver of events of a running Weir, which refuses each event once before it takes it. */
final class WebhookSteps implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CREDENTIALS = "onos:rocks";
    private static final String API = "/onos/weir/v1";
    private static final String HOOK = API + "/webhooks/acceptance";
    private static final String SECRET = "a secret of the test";
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final RunningWeir weir;
    private final HttpServer server;
    private final List<String> refused = new ArrayList<>();
    private final List<JsonNode> taken = new ArrayList<>();

    /** Starts the receiver, and tells ONOS of it. */
    WebhookSteps(RunningWeir weir) throws Exception {
        this.weir = weir;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", this::handle);
        server.start();
        int port = server.getAddress().getPort();
        HttpResponse<String> answer =
                weir.send(
                        "PUT",
                        HOOK,
                        CREDENTIALS,
                        JSON.createObjectNode()
                                .put("url", "http://127.0.0.1:" + port + "/weir")
                                .put("secret", SECRET)
                                .toString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
        assertThat(state().path("signed").asBoolean()).isTrue();
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        JsonNode event = JSON.readTree(exchange.getRequestBody().readAllBytes());
        String id = event.path("id").asText();
        boolean isSigned = exchange.getRequestHeaders().containsKey("Weir-Signature");
        boolean takes = isSigned && refused.contains(id);
        exchange.sendResponseHeaders(takes ? 204 : 500, -1);
        exchange.close();
        if (takes) {
            taken.add(event);
        } else {
            refused.add(id);
        }
    }

    /** Waits for an event about an alert, and returns it. */
    JsonNode await(String kind, String alert, String subject) throws Exception {
        long endNs = System.nanoTime() + WAIT.toNanos();
        while (System.nanoTime() < endNs) {
            synchronized (this) {
                for (JsonNode event : taken) {
                    if (event.path("kind").asText().equals(kind)
                            && event.path("alert").path("kind").asText().equals(alert)
                            && event.path("subject").asText().equals(subject)) {
                        return event;
                    }
                }
            }
            Thread.sleep(200);
        }
        throw new AssertionError(
                "no " + kind + " of " + alert + " " + subject + ", but " + taken + "; " + state());
    }

    private JsonNode state() throws Exception {
        return JSON.readTree(weir.get(HOOK, CREDENTIALS).body());
    }

    /** Checks that REST has the same events, and the counts; then removes the webhook. */
    void checkCountsAndEnd(JsonNode began, JsonNode ended) throws Exception {
        assertThat(ended.path("alert").path("beganId")).isEqualTo(began.path("id"));
        JsonNode events =
                JSON.readTree(
                        weir.get(
                                        API + "/events?device=" + began.path("device").asText(),
                                        CREDENTIALS)
                                .body());
        List<String> ids = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        for (JsonNode event : events.path("events")) {
            ids.add(event.path("id").asText());
            kinds.add(event.path("kind").asText());
        }
        assertThat(ids).contains(began.path("id").asText(), ended.path("id").asText());
        assertThat(kinds).contains("device-lost", "device-connected", "alert-began");
        JsonNode state = state();
        assertThat(state.toString()).doesNotContain(SECRET);
        assertThat(state.path("delivered").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(state.path("failed").asInt() + state.path("dropped").asInt()).isZero();
        assertThat(weir.send("DELETE", HOOK, CREDENTIALS, "").statusCode()).isEqualTo(204);
        assertThat(weir.get(HOOK, CREDENTIALS).statusCode()).isEqualTo(404);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
