// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;

/** Plans for the policy of a running Weir, by its REST interface. */
final class PlanSteps {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CREDENTIALS = "onos:rocks";
    private static final String PLANS = "/onos/weir/v1/plans";
    private static final String VERSIONS = "/onos/weir/v1/policy/versions";
    private static final String CONGESTED_SETTINGS = "/onos/weir/v1/settings/device:s1/4";
    private static final int MOST_SETTLING_LOOKS = 60;
    private static final int GUARD_SECONDS = 180;
    private static final int MOST_LOOKS = GUARD_SECONDS + 60;

    private final RunningWeir weir;

    PlanSteps(RunningWeir weir) {
        this.weir = weir;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = weir.get(path, CREDENTIALS);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private JsonNode post(String path, String body, int status)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = weir.send("POST", path, CREDENTIALS, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return JSON.readTree(answer.body());
    }

    /** Makes a plan that changes class A's mean target; returns its number. */
    long planTarget(double delayMs) throws IOException, InterruptedException {
        ObjectNode targets = (ObjectNode) policyClass("A").path("targets");
        targets.put("delayMs", delayMs);
        ObjectNode request = JSON.createObjectNode();
        request.putObject("classes").putObject("A").set("targets", targets);
        JsonNode plan = post(PLANS, request.toString(), 201);
        assertThat(plan.path("differences").findValuesAsText("path"))
                .containsExactly("classes[A].targets.delayMs");
        assertThat(plan.path("ports")).isNotEmpty();
        return plan.path("plan").asLong();
    }

    /** A plan from before a restart of ONOS is kept, and so is the policy that it was made on. */
    void checkKept(long plan) throws IOException, InterruptedException {
        JsonNode kept = get(PLANS + "/" + plan);
        assertThat(kept.path("state").asText()).isEqualTo("open");
        assertThat(kept.path("ports")).isNotEmpty();
        assertThat(get(PLANS).path("plans").findValuesAsText("plan")).contains(Long.toString(plan));
        JsonNode versions = get(VERSIONS);
        assertThat(versions.path("versions").path(0).path("version")).hasToString("1");
        assertThat(versions.path("running"))
                .as("a restart makes no version: %s", versions)
                .isEqualTo(kept.path("basedOn"));
    }

    /** Applies a plan for class A's mean target; its settings come into force. */
    void applyKept(long plan, double delayMs) throws IOException, InterruptedException {
        JsonNode applied = post(PLANS + "/" + plan + "/apply", "{}", 200);

        assertThat(applied.path("state").asText()).isEqualTo("applied");
        assertThat(applied.path("appliedAs").asLong())
                .isEqualTo(applied.path("basedOn").asLong() + 1);
        JsonNode versions = get(VERSIONS);
        assertThat(versions.path("running")).isEqualTo(applied.path("appliedAs"));
        assertThat(policyClass("A").path("targets").path("delayMs").asDouble()).isEqualTo(delayMs);
        JsonNode last = versions.path("versions").path(versions.path("versions").size() - 1);
        long solvedAtMs = 0;
        for (int i = 0;
                i < MOST_SETTLING_LOOKS && solvedAtMs <= last.path("timeMs").asLong();
                i++) {
            Thread.sleep(1000);
            solvedAtMs = get(CONGESTED_SETTINGS).path("solvedAtMs").asLong();
        }
        assertThat(solvedAtMs)
                .as("settings of the congested port are solved for the plan's policy")
                .isGreaterThan(last.path("timeMs").asLong());
    }

    private JsonNode policyClass(String name) throws IOException, InterruptedException {
        return get("/onos/weir/v1/classes/" + name);
    }

    /** Applies a plan that starves class A under guard, and waits until it is taken back. */
    void starveUnderGuard() throws Exception {
        JsonNode before = get("/onos/weir/v1/policy");
        ObjectNode request = JSON.createObjectNode();
        ObjectNode classes = request.putObject("classes");
        ObjectNode starved = classes.putObject("A").put("importance", 0.01);
        starved.putObject("targets").put("delayMs", 0.2);
        classes.putObject("C").put("importance", 100);
        JsonNode plan = post(PLANS, request.toString(), 201);
        String path = PLANS + "/" + plan.path("plan").asLong();
        for (int i = 0; i < 20; i++) {
            Thread.sleep(1000);
        }

        JsonNode applied = post(path + "/apply", "{\"guardSeconds\":" + GUARD_SECONDS + "}", 200);

        assertThat(applied.path("state").asText()).isEqualTo("guarded");
        assertThat(get("/onos/weir/v1/policy")).isNotEqualTo(before);
        String state = "guarded";
        for (int i = 0; i < MOST_LOOKS && state.equals("guarded"); i++) {
            Thread.sleep(1000);
            state = get(path).path("state").asText();
        }
        // Class C takes the share of class B, too; the guard names the class that misses first.
        assertThat(get(path).path("note").asText()).containsPattern("class [AB] at device:s");
        assertThat(state).isEqualTo("rolled-back");
        assertThat(get("/onos/weir/v1/policy")).isEqualTo(before);
        JsonNode versions = get(VERSIONS).path("versions");
        assertThat(versions.path(versions.size() - 1).path("via").asText()).isEqualTo("guard");
    }
}
