// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests of the guide to changes of the policy, in a running Weir: those that it shows with a
 * body, as in <code>`POST /freeze` with `{"reason": "…"}`</code>, the bodies of new plans, those
 * that read, and {@code ./weir plan}. A plan and a version may have other numbers than in the
 * guide.
 */
final class RestGuideSteps {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USER = "onos:rocks";
    private static final String API = "/onos/weir/v1";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<String> UNDER_WAY = Set.of("guarded", "canary", "applying");

    private static final Pattern CHANGE =
            Pattern.compile("`(POST|PUT) (/[a-z0-9/]+)` with `(\\{[^`]*})`");
    private static final Pattern READING = Pattern.compile("`GET (/[a-z0-9/]+)`");
    private static final Pattern REMOVAL = Pattern.compile("`DELETE (/[a-z0-9/]+)`");
    private static final Pattern PLAN_BODY = Pattern.compile("```json\n(\\{\"classes\": .*})\n```");
    private static final Pattern SIMULATION =
            Pattern.compile("```\n(\\./weir plan) \\d+ --seeds \\d+\n```");
    private static final Pattern PLAN = Pattern.compile("(/plans/)\\d+");
    private static final Pattern VERSION = Pattern.compile("(/versions/)\\d+");

    private final RunningWeir weir;

    /** The guide with each sentence in one line. */
    private final String text;

    private final String planBody;
    private final String simulation;

    /**
     * Reads the guide.
     *
     * @param weir a Weir with traffic, in which no plan is being applied
     * @param document path of the guide in the repository
     */
    RestGuideSteps(RunningWeir weir, String document) throws IOException {
        this.weir = weir;
        String guide = Files.readString(Shell.home().resolve(document));
        text = guide.replaceAll("\n(?=[a-z`])", " ");
        planBody = only(PLAN_BODY, guide);
        simulation = only(SIMULATION, guide);
    }

    private static String only(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as("the guide shows %s", pattern).isTrue();
        return found.group(1);
    }

    /**
     * Sends the requests in their order.
     *
     * @param least changes that the guide shows at least
     */
    void run(int least) throws IOException, InterruptedException {
        int changes = 0;
        for (Matcher shown = CHANGE.matcher(text); shown.find(); changes++) {
            if (shown.group(2).endsWith("/apply")) {
                apply(shown.group(2), shown.group(3));
            } else {
                send(shown.group(1), shown.group(2), shown.group(3));
            }
        }
        assertThat(changes).as("changes with a body in the guide").isGreaterThanOrEqualTo(least);
        for (Matcher shown = REMOVAL.matcher(text); shown.find(); ) {
            send("DELETE", shown.group(1), "");
        }
        String plan = plan();
        Set<String> readings = new LinkedHashSet<>();
        for (Matcher shown = READING.matcher(text); shown.find(); ) {
            readings.add(VERSION.matcher(numbered(shown.group(1), plan)).replaceAll("$11"));
        }
        assertThat(readings).hasSizeGreaterThanOrEqualTo(least);
        for (String path : readings) {
            send("GET", path, "");
        }
        simulate(plan);
    }

    /** Makes a plan with the guide's body; its number. */
    private String plan() throws IOException, InterruptedException {
        return send("POST", "/plans", planBody).path("plan").asText();
    }

    private static String numbered(String path, String plan) {
        return PLAN.matcher(path).replaceAll("$1" + plan);
    }

    private JsonNode send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = weir.send(method, API + path, USER, body);
        assertThat(answer.statusCode())
                .as("%s %s %s: %s", method, path, body, answer.body())
                .isBetween(200, 299);
        return answer.body().isEmpty() ? JSON.nullNode() : JSON.readTree(answer.body());
    }

    /** Applies a new plan, and goes back to version 1 as the guide says. */
    private void apply(String path, String body) throws IOException, InterruptedException {
        String plan = plan();
        JsonNode applied = send("POST", numbered(path, plan), body);
        boolean isCanary = body.contains("\"ports\"");
        assertThat(applied.path("state").asText()).isEqualTo(isCanary ? "canary" : "guarded");
        if (isCanary) {
            List<String> ports = new ArrayList<>();
            for (JsonNode port : JSON.readTree(body).path("ports")) {
                ports.add(port.path("device").asText() + "/" + port.path("port").asText());
            }
            assertThat(canaryPorts(plan)).isEqualTo(ports);
            assertThat(text).contains("`POST /plans/3/rollback`");
            send("POST", numbered("/plans/3/rollback", plan), "");
        } else {
            send("POST", "/policy/rollback", "{\"version\": 1}");
        }
        long endNs = System.nanoTime() + LIMIT.toNanos();
        String state;
        do {
            state = send("GET", numbered("/plans/3", plan), "").path("state").asText();
            assertThat(System.nanoTime()).as("state of plan %s: %s", plan, state).isLessThan(endNs);
            Thread.sleep(200);
        } while (UNDER_WAY.contains(state));
    }

    private List<String> canaryPorts(String plan) throws IOException, InterruptedException {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : send("GET", "/ports", "").path("ports")) {
            if (port.path("canaryPlan").asText().equals(plan)) {
                ports.add(port.path("device").asText() + "/" + port.path("port").asText());
            }
        }
        return ports;
    }

    /** Short runs: how good a simulation is, is not tested here. */
    private void simulate(String plan) throws IOException, InterruptedException {
        String command = simulation + " " + plan + " --seeds 2 --periods 5 --onos " + weir.url("");
        assertThat(Shell.run(Shell.home(), "bash", "-c", command).orFail())
                .contains("attached to plan " + plan);
        assertThat(send("GET", "/plans/" + plan, "").path("simulation").path("seeds").asInt())
                .isEqualTo(2);
    }
}
