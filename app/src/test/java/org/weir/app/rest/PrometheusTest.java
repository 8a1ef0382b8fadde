// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus with the configuration of docs/how-to/monitor.md and the repository's rules
 * reads the application's metrics; it answers every query of the Grafana dashboards, and alerts.
 */
class PrometheusTest {
    private static final Path GUIDE = Path.of("../docs/how-to/monitor.md");
    private static final Pattern CONFIGURATION =
            Pattern.compile("```yaml\n(# prometheus.yml\n.*?)```", Pattern.DOTALL);
    private static final String DOCUMENTED_TARGET = "127.0.0.1:8181";
    private static final String DOCUMENTED_RULES = "monitoring/weir.rules.yml";
    private static final String EVERY_SECOND =
            "global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}\n";

    /** The wait of the alert that fires here, and the shorter one with which it fires. */
    private static final String DOCUMENTED_WAIT = "for: 30s";

    private static final String SHORT_WAIT = "for: 5s";

    /** Enough for a busy machine. */
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir Path folder;

    private final MeasuredWeir weir = new MeasuredWeir();
    private volatile boolean isAway;

    /** An HTTP server that serves the application's answers to administrators. */
    private HttpServer serve() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RestCaller rest = new RestCaller(weir);
        String base = "/onos/weir/v1/";
        server.createContext(
                        base,
                        exchange -> {
                            String path = exchange.getRequestURI().toString();
                            RestCaller.Answer answer = rest.get(path.substring(base.length()));
                            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
                            exchange.getResponseHeaders().set("Content-Type", answer.mediaType());
                            exchange.sendResponseHeaders(
                                    isAway ? 503 : answer.status(), body.length);
                            try (OutputStream stream = exchange.getResponseBody()) {
                                stream.write(body);
                            }
                        })
                .setAuthenticator(
                        new BasicAuthenticator("onos") {
                            @Override
                            public boolean checkCredentials(String user, String password) {
                                return user.equals("onos") && password.equals("rocks");
                            }
                        });
        server.start();
        return server;
    }

    /**
     * The documented configuration with another address, absolute paths and shorter intervals; the
     * alert that fires here waits for 5 s instead of 30 s.
     */
    private Path configuration(int port) throws IOException {
        Matcher documented = CONFIGURATION.matcher(Files.readString(GUIDE, StandardCharsets.UTF_8));
        assertThat(documented.find()).isTrue();
        String text = documented.group(1);
        assertThat(text).contains(DOCUMENTED_TARGET, DOCUMENTED_RULES);
        String rules = Files.readString(Path.of("..", DOCUMENTED_RULES));
        assertThat(rules).containsOnlyOnce(DOCUMENTED_WAIT);
        Path shortRules =
                Files.writeString(
                        folder.resolve("weir.rules.yml"),
                        rules.replace(DOCUMENTED_WAIT, SHORT_WAIT));
        return Files.writeString(
                folder.resolve("prometheus.yml"),
                EVERY_SECOND
                        + text.replace(DOCUMENTED_TARGET, "127.0.0.1:" + port)
                                .replace(DOCUMENTED_RULES, shortRules.toString()));
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aRealPrometheusReadsTheMetricsAnswersTheDashboardsAndAlerts() throws Exception {
        boolean isInstalled =
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "prometheus")));
        assumeTrue(isInstalled, "prometheus is not installed (Debian: apt-get install prometheus)");
        HttpServer server = serve();
        try (PrometheusServer prometheus =
                new PrometheusServer(folder, configuration(server.getAddress().getPort()))) {
            prometheus.awaitReady(LIMIT);
            prometheus.await(
                    "two scrapes",
                    LIMIT,
                    () -> {
                        JsonNode up = prometheus.query("sum_over_time(up{job=\"weir\"}[1m])");
                        return up.at("/0/value/1").asInt() >= 2;
                    });
            checkRules(prometheus);
            checkQueries(prometheus);
            checkAlerts(prometheus);
        } finally {
            server.stop(0);
        }
    }

    private static void checkRules(PrometheusServer prometheus) throws Exception {
        prometheus.await(
                "every rule was evaluated without an error",
                LIMIT,
                () -> {
                    JsonNode rules = prometheus.get("rules").at("/groups/0/rules");
                    assertThat(rules).hasSize(6);
                    int good = 0;
                    for (JsonNode rule : rules) {
                        assertThat(rule.path("lastError").asText()).isEmpty();
                        good += rule.path("health").asText().equals("ok") ? 1 : 0;
                    }
                    return good == rules.size();
                });
    }

    /** Each query has a result, whose series have the labels that the panel shows. */
    private static void checkQueries(PrometheusServer prometheus) throws Exception {
        for (GrafanaDashboards.Query query : GrafanaDashboards.queries()) {
            String expression =
                    query.expression()
                            .replace("$device", "device:s1")
                            .replace("$port", "4")
                            .replace("$__rate_interval", "1m");
            assertThat(expression).doesNotContain("$");
            JsonNode result = prometheus.query(expression);
            if (expression.startsWith("changes(")) {
                continue; // Nothing has changed yet: that it is a valid query must do.
            }
            assertThat(result).as("%s", query).isNotEmpty();
            for (JsonNode series : result) {
                Set<String> labels = new TreeSet<>();
                series.path("metric").fieldNames().forEachRemaining(labels::add);
                assertThat(labels).as("%s", query).containsAll(query.shown());
            }
        }
    }

    private void checkAlerts(PrometheusServer prometheus) throws Exception {
        Set<String> states = new TreeSet<>();
        prometheus.await(
                "the alert of the lost switch fires",
                LIMIT,
                () -> {
                    states.add(prometheus.alertState("WeirDeviceLost", "device", "device:s2"));
                    return states.contains("firing");
                });
        assertThat(states).contains("pending");
        assertThat(prometheus.alertState("WeirDeviceLost", "device", "device:s1"))
                .isEqualTo("inactive");
        assertThat(prometheus.alertState("WeirTargetMissed", "class", "A"))
                .isIn("pending", "firing");
        weir.reachEverySwitch();
        prometheus.await(
                "the alert ends",
                LIMIT,
                () ->
                        prometheus
                                .alertState("WeirDeviceLost", "device", "device:s2")
                                .equals("inactive"));
        assertThat(prometheus.alertState("WeirMetricsAbsent", "severity", "critical"))
                .isEqualTo("inactive");
        isAway = true;
        prometheus.await(
                "an alert of missing metrics is pending",
                LIMIT,
                () ->
                        prometheus
                                .alertState("WeirMetricsAbsent", "severity", "critical")
                                .equals("pending"));
    }
}
