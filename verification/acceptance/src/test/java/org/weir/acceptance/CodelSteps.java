// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.weir.wire.p4.WeirEgress;

/** An operator's change of the congested port to CoDel, and back to thresholds. */
final class CodelSteps {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunningWeir weir;
    private final String credentials;

    /** Steps in a run of Fig. 6, whose port 4 of s1 is congested. */
    CodelSteps(RunningWeir weir, String credentials) {
        this.weir = weir;
        this.credentials = credentials;
    }

    /** First a policy that is refused, then CoDel alone, then thresholds alone. */
    void changeAndBack() throws Exception {
        ObjectNode policy =
                (ObjectNode) JSON.readTree(weir.get("/onos/weir/v1/policy", credentials).body());
        ObjectNode port =
                policy.putArray("ports").addObject().put("device", "device:s1").put("port", 4);
        ObjectNode aqm = port.putObject("aqm").put("scheme", "codel").put("targetUs", 0);
        HttpResponse<String> refused =
                weir.send("PUT", "/onos/weir/v1/policy", credentials, policy.toString());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("ports[0].aqm.targetUs").contains("from 1 to");
        assertThat(schemeEntries()).as("a refused policy changes nothing").isZero();

        long receivedBefore = FabricIT.received(weir.lastSample());
        aqm.put("targetUs", 2000).put("intervalUs", 20_000).put("thresholds", false);
        assertThat(
                        weir.send("PUT", "/onos/weir/v1/policy", credentials, policy.toString())
                                .statusCode())
                .isBetween(200, 204);
        weir.awaitSample(
                "CoDel at the port", Duration.ofSeconds(30), s -> scheme(s).equals("codel"));
        awaitSchemeEntries(1);
        JsonNode alone =
                weir.awaitSample(
                        "no thresholds at the port",
                        Duration.ofSeconds(60),
                        s ->
                                congested(s)
                                        .allMatch(
                                                each ->
                                                        each.path("marking")
                                                                .asText()
                                                                .equals("off")));
        double aloneSeconds = alone.path("timeSeconds").asDouble();
        JsonNode settled =
                weir.awaitSample(
                        "the thresholds' last marks are counted",
                        Duration.ofSeconds(60),
                        s -> s.path("timeSeconds").asDouble() > aloneSeconds + 3);
        weir.awaitSample(
                "CoDel marks, and traffic goes on",
                Duration.ofSeconds(90),
                s ->
                        marks(s) > marks(settled) + 5
                                && FabricIT.received(s)
                                        > Math.max(receivedBefore, FabricIT.received(settled))
                                                + 100);

        port.remove("aqm");
        weir.send("PUT", "/onos/weir/v1/policy", credentials, policy.toString());
        weir.awaitSample(
                "thresholds and no scheme again",
                Duration.ofSeconds(60),
                s ->
                        scheme(s).equals("none")
                                && thresholds(s).stream().allMatch(k -> k > 0 && k < 256));
        awaitSchemeEntries(0);
    }

    private static List<Integer> thresholds(JsonNode sample) {
        return congested(sample)
                .map(each -> each.path("thresholdPackets").asInt())
                .collect(Collectors.toList());
    }

    private static long marks(JsonNode sample) {
        return congested(sample).mapToLong(each -> each.path("marks").asLong()).sum();
    }

    /** The classes at the congested port. */
    private static Stream<JsonNode> congested(JsonNode sample) {
        return StreamSupport.stream(
                FabricIT.portOf(sample, "device:s1", 4).path("classes").spliterator(), false);
    }

    private static String scheme(JsonNode sample) {
        return FabricIT.portOf(sample, "device:s1", 4).path("aqm").path("scheme").asText();
    }

    /** ONOS shows an entry as it is in the switch when it has read the switch's tables. */
    private void awaitSchemeEntries(long count) throws Exception {
        long endNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (schemeEntries() != count) {
            assertThat(System.nanoTime()).as(count + " entries within 30 s").isLessThan(endNs);
            Thread.sleep(200);
        }
    }

    /** Entries of the table of schemes that ONOS knows to be in s1. */
    private long schemeEntries() throws Exception {
        JsonNode flows =
                JSON.readTree(weir.get("/onos/v1/flows/device:s1", credentials).body())
                        .path("flows");
        return StreamSupport.stream(flows.spliterator(), false)
                .filter(flow -> flow.path("tableName").asText().equals(WeirEgress.Aqm.SCHEMES))
                .count();
    }
}
