// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.cli.WeirCommandLine;
import picocli.CommandLine;

/** {@code weir plan} with an ONOS that refuses its result, or is silent. */
class PlanCommandTest {
    private static final Path CONFIGURATION = Path.of("../netcfg/leaf-spine/onos.json");
    private static final String PLAN = "/onos/weir/v1/plans/1";

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final Map<String, String> answers = new HashMap<>();

    private int plan(int port, String... more) {
        CommandLine command = WeirCommandLine.of(new PlanCommand(Duration.ofMillis(200)));
        command.setOut(new PrintWriter(output, true)).setErr(new PrintWriter(errors, true));
        String[] arguments = new String[more.length + 3];
        arguments[0] = "1";
        arguments[1] = "--onos";
        arguments[2] = "http://127.0.0.1:" + port;
        System.arraycopy(more, 0, arguments, 3, more.length);
        return command.execute(arguments);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String json = answers.get(exchange.getRequestURI().getPath());
        byte[] body = String.valueOf(json).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(json == null ? 409 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** A switch with a host at each of its two ports; only port 2 carries traffic. */
    private void answerWithANetwork() throws IOException {
        JsonNode policy =
                new ObjectMapper().readTree(CONFIGURATION.toFile()).at("/apps/org.weir.app/weir");
        String ports =
                "{\"device\":\"s1\",\"port\":\"1\",\"rateBps\":10000000},"
                        + "{\"device\":\"s1\",\"port\":\"2\",\"rateBps\":10000000}";
        String measured =
                "{\"device\":\"s1\",\"port\":\"2\",\"classes\":[{\"name\":\"A\","
                        + "\"loadBps\":2000000,\"measured\":{\"packetBytes\":1000}}]}";
        answers.put(PLAN, "{\"policy\":" + policy + ",\"ports\":[" + measured + "]}");
        answers.put("/onos/weir/v1/ports", "{\"ports\":[" + ports + "]}");
        answers.put("/onos/v1/links", "{\"links\":[]}");
        answers.put("/onos/v1/hosts", "{\"hosts\":[" + host(1) + "," + host(2) + "]}");
        answers.put("/onos/v1/devices/ports", "{\"ports\":[]}");
    }

    private static String host(int port) {
        return "{\"mac\":\"00:00:00:00:00:0"
                + port
                + "\",\"locations\":[{\"elementId\":\"s1\",\"port\":\""
                + port
                + "\"}]}";
    }

    @Test
    void theResultIsPrintedAlsoWhenItIsNotAttached() throws IOException {
        answerWithANetwork();
        HttpServer onos =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        onos.createContext("/", this::answer);
        onos.start();
        try {
            int exitCode = plan(onos.getAddress().getPort(), "--seeds", "1", "--periods", "2");

            assertThat(errors).asString().contains("weir plan: ", "HTTP 409");
            assertThat(exitCode).isEqualTo(1);
        } finally {
            onos.stop(0);
        }
        assertThat(output).asString().containsSubsequence("simulated", "assumed", "not attached: ");
    }

    /** The command line was right, and the result is printed. */
    @Test
    void anOnosThatIsSilentWhenTheResultIsAttachedIsAFailure() throws IOException {
        answerWithANetwork();
        HttpServer onos =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        onos.createContext(
                "/",
                exchange -> {
                    if (!exchange.getRequestMethod().equals("PUT")) {
                        answer(exchange);
                    }
                });
        onos.start();
        try {
            assertThat(plan(onos.getAddress().getPort(), "--seeds", "1", "--periods", "2"))
                    .isEqualTo(1);
        } finally {
            onos.stop(0);
        }
        assertThat(output).asString().containsSubsequence("simulated", "not attached: ");
        assertThat(errors).asString().contains("weir plan: ");
    }

    @Test
    void anOnosThatTakesAConnectionAndIsSilentDoesNotAnswer() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(plan(silent.getLocalPort())).isEqualTo(2);
        }
        assertThat(errors).asString().contains("--onos: nothing answers at http://127.0.0.1:");
    }

    private int compare(String state, String appliedAs, int running) throws IOException {
        answers.put(
                PLAN,
                String.format(
                        "{\"plan\":1,\"state\":\"%s\",\"appliedAs\":%s,\"ports\":[]}",
                        state, appliedAs));
        answers.put(
                "/onos/weir/v1/policy/versions",
                "{\"running\":" + running + ",\"versions\":[],\"next\":null}");
        answers.put("/onos/weir/v1/ports", "{\"ports\":[]}");
        HttpServer onos =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        onos.createContext("/", this::answer);
        onos.start();
        try {
            return plan(onos.getAddress().getPort(), "--compare", "1s");
        } finally {
            onos.stop(0);
        }
    }

    /** Measurements of another policy say nothing about the plan. */
    @Test
    void onlyAPlanThatIsInForceIsCompared() throws IOException {
        assertThat(compare("open", "null", 4)).isEqualTo(2);
        assertThat(errors.toString())
                .contains("--compare: plan 1 is open: apply it to all ports first");
        assertThat(compare("canary", "null", 4)).isEqualTo(2);
        assertThat(errors.toString()).contains("--compare: plan 1 is canary");
        assertThat(compare("rolled-back", "5", 6)).isEqualTo(2);
        assertThat(errors.toString()).contains("--compare: plan 1 is rolled-back");
        assertThat(compare("applied", "5", 6)).isEqualTo(2);
        assertThat(errors.toString())
                .contains(
                        "--compare: plan 1 was in force as version 5, and version 6 has followed");

        assertThat(compare("applied", "5", 5)).as(errors.toString()).isZero();
        assertThat(compare("guarded", "5", 5)).as(errors.toString()).isZero();
    }

    @Test
    void aNumberBelowOneIsRefusedBeforeOnosIsAsked() {
        CommandLine command = WeirCommandLine.of(new PlanCommand());
        command.setErr(new PrintWriter(errors, true));

        assertThat(command.execute("-1", "--onos", "http://127.0.0.1:1")).isEqualTo(2);

        assertThat(errors.toString()).contains("ID must be a whole number of at least 1, not -1");
    }
}
