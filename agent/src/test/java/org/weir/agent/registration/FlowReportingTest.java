// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.flow.FlowState;

/** Against a small HTTP server in the controller's place. */
@Timeout(120)
class FlowReportingTest {
    private static final int SECONDS = 30;
    private static final long NOW_NS = 50_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private HttpServer server;
    private FlowReporting reporting;
    private volatile int status = 204;
    private volatile boolean clockFails;
    private volatile boolean clockIsMissing;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    requests.add(
                            exchange.getRequestMethod()
                                    + " "
                                    + exchange.getRequestURI()
                                    + " "
                                    + new String(body, StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        reporting =
                new FlowReporting(
                        ControllerAccess.of(List.of(url), null, "host7:secret"),
                        this::clockNs,
                        lines::add,
                        20);
    }

    private long clockNs() {
        if (clockFails) {
            throw new IllegalStateException("a test's");
        }
        if (clockIsMissing) {
            throw new NoClassDefFoundError("a test's");
        }
        return NOW_NS;
    }

    @AfterEach
    void end() {
        reporting.close();
        server.stop(0);
    }

    private static FlowState flow(String source, int port, int feedbackAgeMs) throws IOException {
        return new FlowState(
                new FlowKey(
                        InetAddress.getByName(source),
                        InetAddress.getByName("10.0.0.5"),
                        FlowKey.UDP,
                        port,
                        5201),
                feedbackAgeMs > 0 ? OptionalInt.of(2) : OptionalInt.empty(),
                1_930_400,
                NOW_NS - 1_000_000L * feedbackAgeMs);
    }

    private String next() throws InterruptedException {
        return requests.poll(SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void eachAddressHasAReportAndAnEmptyOneAfterItsLastFlow() throws Exception {
        reporting.state(List.of(flow("10.0.0.1", 41000, 440), flow("fe80::1", 1, 1)));

        String path = "PUT /onos/weir/v1/agents/10.0.0.1/flows ";
        assertThat(next())
                .isEqualTo(
                        path
                                + ("{'flows':[{'destination':'10.0.0.5','protocol':17,"
                                                + "'sourcePort':41000,'destinationPort':5201,"
                                                + "'classIndex':2,'allowedRateBps':1930400,"
                                                + "'feedbackAgeMs':440}],'omitted':0}")
                                        .replace('\'', '"'));
        reporting.state(List.of());
        String last = next();
        while (!last.contains("[]")) {
            last = next();
        }
        assertThat(last).isEqualTo(path + "{\"flows\":[],\"omitted\":0}");
        assertThat(requests.poll(200, TimeUnit.MILLISECONDS)).isNull();
        assertThat(lines).isEmpty();
    }

    @Test
    void aReportHasTheFlowsWithTheLatestFeedbackAndTheNumberOfTheOthers() throws Exception {
        List<FlowState> flows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            flows.add(flow("10.0.0.1", 1 + i, i));
        }
        reporting.state(flows);

        String request = next();
        JsonNode report = JSON.readTree(request.substring(request.indexOf('{')));
        assertThat(report.path("flows")).hasSize(256);
        assertThat(report.path("flows").path(0).has("classIndex")).isFalse();
        assertThat(report.path("flows").path(255).path("feedbackAgeMs").asInt()).isEqualTo(255);
        assertThat(report.path("omitted").asInt()).isEqualTo(44);
    }

    @Test
    void aRefusalIsSaidOnceAndReportsGoOn() throws Exception {
        status = 404;
        reporting.state(List.of(flow("10.0.0.1", 41000, 440)));

        assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                .endsWith(" does not take reports of flows: HTTP 404");
        requests.clear();
        // The outcome of a report is said before the next one is sent.
        for (int i = 0; i < 3; i++) {
            assertThat(next()).isNotNull();
        }
        assertThat(lines).isEmpty();
        status = 204;
        assertThat(lines.poll(SECONDS, TimeUnit.SECONDS)).endsWith(" takes reports of flows again");
    }

    @Test
    void anUnexpectedErrorEndsOneReportOnly() throws Exception {
        clockFails = true;
        reporting.state(List.of(flow("10.0.0.1", 41000, 440)));
        assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                .startsWith("could not report flows to http://127.0.0.1:")
                .endsWith("a test's");

        clockFails = false;
        assertThat(next()).startsWith("PUT /onos/weir/v1/agents/10.0.0.1/flows ");
        assertThat(lines.poll(SECONDS, TimeUnit.SECONDS)).endsWith(" takes reports of flows again");
    }

    /** As when memory is short for a moment: nobody would notice that reports have ended. */
    @Test
    void anErrorOfTheVirtualMachineEndsOneReportOnly() throws Exception {
        clockIsMissing = true;
        reporting.state(List.of(flow("10.0.0.1", 41000, 440)));
        assertThat(lines.poll(SECONDS, TimeUnit.SECONDS))
                .startsWith("could not report flows to http://127.0.0.1:")
                .endsWith("NoClassDefFoundError: a test's");

        clockIsMissing = false;
        assertThat(next()).startsWith("PUT /onos/weir/v1/agents/10.0.0.1/flows ");
    }
}
