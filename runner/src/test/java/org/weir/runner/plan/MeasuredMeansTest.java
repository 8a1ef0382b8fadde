// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.runner.onos.OnosClient;

/** Means of readings in which a figure is unknown, or which fail. */
class MeasuredMeansTest {
    private static final String FAILS = "";

    private final Queue<String> classes = new ArrayDeque<>();
    private HttpServer onos;

    @BeforeEach
    void start() throws IOException {
        onos = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        onos.createContext("/", this::answer);
        onos.start();
    }

    @AfterEach
    void end() {
        onos.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String one = classes.remove();
        String json = "{\"ports\":[{\"device\":\"s1\",\"port\":\"4\",\"classes\":[" + one + "]}]}";
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(one.equals(FAILS) ? 500 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private JsonNode means() throws Exception {
        OnosClient client = new OnosClient(onos.getAddress().getPort());
        return MeasuredMeans.of(client, Duration.ofSeconds(classes.size())).path("s1/4 A");
    }

    private static String reading(String mean, String lossFraction) {
        return "{\"name\":\"A\",\"packetBytes\":1000,\"delayMs\":{\"mean\":"
                + mean
                + ",\"p99\":null},\"lossFraction\":"
                + lossFraction
                + ",\"goodputBps\":1000}";
    }

    /** Without packets there is no delay, though REST has 0 for it. */
    @Test
    void secondsWithoutPacketsHaveNoDelayAndNoGoodput() throws Exception {
        String silent =
                "{\"name\":\"A\",\"packetBytes\":0,\"delayMs\":{\"mean\":0,\"p99\":0},"
                        + "\"lossFraction\":0,\"goodputBps\":0}";
        classes.addAll(List.of(silent, reading("6", "0.1"), silent));

        JsonNode means = means();

        assertThat(means.path("delayMs").asDouble()).isEqualTo(6);
        assertThat(means.path("lossFraction").asDouble()).isEqualTo(0.1);
        assertThat(means.path("p99DelayMs").isNull()).isTrue();
        assertThat(means.path("goodputBps").asDouble()).isEqualTo(1000.0 / 3);
    }

    @Test
    void whatIsNotKnownIsLeftOut() throws Exception {
        classes.addAll(List.of(reading("null", "0.1"), FAILS, reading("4", "0.3")));

        JsonNode means = means();

        assertThat(means.path("delayMs").asDouble()).isEqualTo(4);
        assertThat(means.path("p99DelayMs").isNull()).isTrue();
        assertThat(means.path("lossFraction").asDouble()).isEqualTo(0.2);
        assertThat(means.path("goodputBps").asDouble()).isEqualTo(1000);
    }

    @Test
    void readingsThatAllFailAreAFailure() {
        classes.add(FAILS);

        assertThatThrownBy(this::means)
                .isInstanceOf(OnosClient.RefusedException.class)
                .hasMessageContaining("HTTP 500");
    }
}
