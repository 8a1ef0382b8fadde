// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.ws.rs.HttpMethod;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/**
 * {@code docs/openapi.json} describes what is served. {@link OpenApiSchemasTest} writes its
 * schemas.
 */
@ChecksCommittedFile
class OpenApiTest {

    private static final Path FILE = Path.of("../docs/openapi.json");

    private static JsonNode description;

    @BeforeAll
    static void readDescription() throws IOException {
        description = new ObjectMapper().readTree(FILE.toFile());
    }

    /** Generated clients take an integer without a format for one of 32 bits. */
    @Test
    void integersHave64Bits() {
        List<JsonNode> types = description.findParents("type");
        List<JsonNode> integers =
                types.stream()
                        .filter(one -> one.path("type").toString().contains("\"integer\""))
                        .collect(Collectors.toList());
        assertThat(integers).hasSizeGreaterThan(100);
        assertThat(integers)
                .allSatisfy(one -> assertThat(one.path("format").asText()).isEqualTo("int64"));
    }

    /** ONOS asks for a role for each request. */
    @Test
    void eachOperationNamesTheRolesThatItNeeds() {
        description
                .path("paths")
                .forEach(
                        path ->
                                path.forEach(
                                        operation ->
                                                assertThat(operation.path("responses").has("403"))
                                                        .as(operation.path("operationId").asText())
                                                        .isTrue()));
    }

    @Test
    void isServed() throws IOException {
        assertThat(new RestCaller(new InMemoryWeir()).get("openapi.json").json())
                .isEqualTo(description);
    }

    @Test
    void describesExactlyTheOperationsThatAreServed() {
        Set<String> described = new TreeSet<>();
        description
                .path("paths")
                .fields()
                .forEachRemaining(
                        path ->
                                path.getValue()
                                        .fieldNames()
                                        .forEachRemaining(
                                                method ->
                                                        described.add(
                                                                method + " " + path.getKey())));

        assertThat(described).isEqualTo(served());
    }

    @Test
    void describesExactlyTheFieldsThatAreSent() throws IOException {
        RestCaller rest = new RestCaller(new InMemoryWeir());
        JsonNode allPorts = rest.get("ports").json();

        assertFields("Ports", allPorts);
        assertFields("Queues", rest.get("queues").json());
        assertFields("PortQueue", rest.get("queues").json().path("queues").path(0));
        JsonNode history = rest.get("queues/device:s1/4/A/history").json();
        assertFields("QueueHistory", history);
        assertFields("QueuePoint", history.path("points").path(0));
        assertThat(history.path("points").path(0).path("delayP99Ms").asDouble()).isEqualTo(4.25);
        assertThat(history.path("points").path(1).path("delayP99Ms").isNull()).isTrue();
        assertFields("AllSettings", rest.get("settings").json());
        assertFields("Alert", rest.get("alerts").json().path("alerts").path(0));
        assertFields("Device", rest.get("devices").json().path("devices").path(0));
        for (String packets : List.of("drops", "lastIntervalPackets", "packetsPerSecond")) {
            assertFields("Drops", rest.get("devices").json().path("devices").path(0).path(packets));
        }
        JsonNode node = rest.get("nodes").json().path("nodes").path(0);
        assertFields("Node", node);
        assertFields("ControlledDevice", node.path("devices").path(0));
        JsonNode classifiers = rest.get("classifiers").json();
        assertFields("Classifiers", classifiers);
        assertFields("Classifier", classifiers.path("classifiers").path(0));
        JsonNode hosts = rest.get("hosts").json();
        assertFields("Hosts", hosts);
        assertFields("Host", hosts.path("hosts").path(0));
        assertFields("HostAddress", hosts.path("hosts").path(0).path("addresses").path(0));
        JsonNode routes = rest.get("routes").json();
        assertFields("Routes", routes);
        assertFields("Route", routes.path("routes").path(0));
        assertFields("Agent", rest.get("agents").json().path("agents").path(0));
        rest.put("agents/10.0.0.2", "{\"leaseSeconds\":30}");
        rest.put("agents/10.0.0.2/flows", FlowsRestTest.report("10.0.0.5"));
        JsonNode flows = rest.get("flows").json();
        assertFields("Flows", flows);
        assertFields("Flow", flows.path("flows").path(0));
        rest.call("POST", "freeze", "{\"reason\":\"fair\"}", RestCaller.ADMIN);
        assertFields("Freeze", rest.get("freeze").json());
        assertFields("FreezeEntry", rest.get("freeze").json().path("record").path(0));
        assertFields("Loop", rest.get("loop").json());
        for (String times : List.of("fromReadingMs", "fromReportMs", "writeMs")) {
            assertFields("Times", rest.get("loop").json().path(times));
        }
        assertFields("AlertGroup", rest.get("alerts").json().path("groups").path(0));
        JsonNode events = rest.get("events").json();
        assertFields("Events", events);
        assertFields("Event", events.path("events").path(0));
        assertFields("EventAlert", events.path("events").path(2).path("alert"));
        assertFields("Webhooks", rest.get("webhooks").json());
        assertFields("Webhook", rest.get("webhooks/operations").json());
        assertFields("Port", allPorts.path("ports").path(0));
        assertFields("Queue", allPorts.path("ports").path(0).path("classes").path(0));
        assertFields("PortSettings", rest.get("settings").json().path("ports").path(0));
        assertFields(
                "QueueSettings",
                rest.get("settings").json().path("ports").path(0).path("classes").path(0));
        assertFields("Class", rest.get("classes/A").json());
        assertFields("Decision", rest.get("settings/device:s1/4").json().path("decision"));
        assertFields("SolveReport", rest.call("POST", "solve", null, RestCaller.ADMIN).json());
        assertFields("Problem", rest.get("nothing").json());
        rest.put("classes/A", "{\"importance\":5}");
        JsonNode version = rest.get("policy/versions/1").json();
        assertFields("PolicyVersions", rest.get("policy/versions").json());
        assertFields("PolicyVersionDetail", version);
        assertFields("Difference", version.path("differences").path(0));
        String plan = "{\"classes\":{\"A\":{\"importance\":6}}}";
        assertFields("Plan", rest.call("POST", "plans", plan, RestCaller.ADMIN).json());
        String ports = "{\"ports\":[{\"device\":\"device:s1\",\"port\":4}]}";
        JsonNode canary =
                rest.call("POST", "plans/1/apply", ports, RestCaller.ADMIN).json().path("canary");
        assertFields("Canary", canary);
        assertFields("CanaryPort", canary.path("ports").path(0));
        assertFields("Plans", rest.get("plans").json());
        assertFields("PlanSummary", rest.get("plans").json().path("plans").path(0));
    }

    @Test
    void describesEveryStatusThatIsAnswered() throws IOException {
        RestCaller rest = new RestCaller(new InMemoryWeir());

        assertStatus("/classes/{name}", "put", rest.put("classes/A", "{").status());
        assertStatus("/classes/{name}", "put", rest.put("classes/A", "{\"index\":5}").status());
        assertStatus("/classes/{name}", "get", rest.get("classes/Z").status());
        assertStatus("/agents/{address}", "put", rest.put("agents/10.0.0.2", "{}").status());
        assertStatus("/loop", "get", rest.get("loop?after=-1").status());
        assertStatus("/events", "get", rest.get("events?kind=none").status());
        String history = "/queues/{device}/{port}/{class}/history";
        assertStatus(history, "get", rest.get("queues/device:s1/4/Z/history").status());
        assertStatus(history, "get", rest.get("queues/device:s1/x/A/history").status());
        assertStatus(history, "get", rest.get("queues/device:s1/4/A/history").status());
        assertStatus("/classifiers", "get", rest.get("classifiers?after=x").status());
        assertStatus("/hosts", "get", rest.get("hosts?port=0").status());
        assertStatus("/plans", "get", rest.get("plans?limit=0").status());
        assertStatus("/policy/versions", "get", rest.get("policy/versions?after=x").status());
        assertStatus("/webhooks/{name}", "put", rest.put("webhooks/a", "{}").status());
        assertStatus("/webhooks/{name}", "get", rest.get("webhooks/none").status());
        assertStatus("/ports/{device}/{port}", "get", rest.get("ports/s/x").status());
        assertStatus("/ports/{device}/{port}", "get", rest.get("ports/s/1").status());
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> references = description.findValuesAsText("$ref");

        assertThat(references).isNotEmpty();
        for (String reference : references) {
            assertThat(description.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse();
        }
    }

    private static void assertStatus(String path, String method, int status) {
        JsonNode responses = description.path("paths").path(path).path(method).path("responses");
        assertThat(names(responses)).as("%s %s", method, path).contains(String.valueOf(status));
    }

    private static void assertFields(String schema, JsonNode sent) {
        JsonNode properties =
                description.path("components").path("schemas").path(schema).path("properties");
        assertThat(names(sent)).as(schema).isNotEmpty().isEqualTo(names(properties));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        names.sort(null);
        return names;
    }

    private static Set<String> served() {
        Set<String> served = new TreeSet<>();
        for (Class<?> resource : new WeirRestApplication().getClasses()) {
            javax.ws.rs.Path base = resource.getAnnotation(javax.ws.rs.Path.class);
            if (base != null) {
                for (Method method : resource.getDeclaredMethods()) {
                    addOperation(served, base.value(), method);
                }
            }
        }
        return served;
    }

    private static void addOperation(Set<String> served, String base, Method method) {
        javax.ws.rs.Path own = method.getAnnotation(javax.ws.rs.Path.class);
        String path = "/" + base + (own == null ? "" : "/" + own.value());
        for (Annotation annotation : method.getAnnotations()) {
            HttpMethod http = annotation.annotationType().getAnnotation(HttpMethod.class);
            if (http != null) {
                served.add(http.value().toLowerCase(Locale.ROOT) + " " + path);
            }
        }
    }
}
