// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** An installed Prometheus that runs on a port of the loopback interface, and its HTTP API. */
final class PrometheusServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration POLL = Duration.ofMillis(200);

    /** Condition for the answer of the API. */
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private final Process process;
    private final Path log;
    private final String root;
    private final HttpClient http = HttpClient.newHttpClient();

    /**
     * Starts it.
     *
     * @param folder its data and log
     * @param configuration file of its configuration
     * @throws IOException if there is no Prometheus on the PATH
     */
    PrometheusServer(Path folder, Path configuration) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        log = folder.resolve("prometheus.log");
        process =
                new ProcessBuilder(
                                "prometheus",
                                "--config.file=" + configuration,
                                "--storage.tsdb.path=" + folder.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + port,
                                "--log.level=warn")
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        root = "http://127.0.0.1:" + port + "/";
    }

    /** Result of an instant query. */
    JsonNode query(String expression) throws IOException, InterruptedException {
        return get("query?query=" + encoded(expression)).path("result");
    }

    /** The data of the API's answer to a path; it must be a success. */
    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("api/v1/" + path);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body()).path("data");
    }

    /**
     * Waits until it answers queries: it refuses connections at first, then answers them by 503.
     */
    void awaitReady(Duration limit) throws IOException, InterruptedException {
        await(
                "it is ready",
                limit,
                () -> {
                    try {
                        return send("-/ready").statusCode() == 200;
                    } catch (ConnectException notYet) {
                        return false;
                    }
                });
    }

    private HttpResponse<String> send(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(root + path))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** State of an alert with a label, or "inactive". */
    String alertState(String name, String label, String value)
            throws IOException, InterruptedException {
        for (JsonNode alert : get("alerts").path("alerts")) {
            JsonNode labels = alert.path("labels");
            if (labels.path("alertname").asText().equals(name)
                    && labels.path(label).asText().equals(value)) {
                return alert.path("state").asText();
            }
        }
        return "inactive";
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Waits until a condition holds. */
    void await(String what, Duration limit, Condition condition)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        while (true) {
            assertThat(process.isAlive()).as("Prometheus ended: " + output()).isTrue();
            if (condition.holds()) {
                return;
            }
            if (System.nanoTime() > endNs) {
                throw new AssertionError("not within " + limit + ": " + what + "\n" + output());
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private String output() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
    }
}
