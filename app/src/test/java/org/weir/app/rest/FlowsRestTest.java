// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.app.rest.RestCaller.Answer;

/** Flows that agents report, and the list of them. */
class FlowsRestTest {

    private static final String LEASE = "{\"leaseSeconds\":30}";

    private final RestCaller rest = new RestCaller(new InMemoryWeir());

    /** A report with one flow to a destination. */
    static String report(String destination) {
        return "{\"flows\":[" + flow(destination, 5201) + "],\"omitted\":2}";
    }

    private static String flow(String destination, int destinationPort) {
        return "{\"destination\":\""
                + destination
                + "\",\"protocol\":17,\"sourcePort\":41000,\"destinationPort\":"
                + destinationPort
                + ",\"classIndex\":"
                + (destinationPort % 2 == 1 ? "0" : "null")
                + ",\"allowedRateBps\":1930400,\"feedbackAgeMs\":440}";
    }

    @BeforeEach
    void register() throws IOException {
        assertThat(rest.put("agents/10.0.0.2", LEASE).status()).isEqualTo(204);
    }

    @Test
    void aReportedFlowIsListedWithItsTimesAndTheNextReportReplacesIt() throws IOException {
        Set<String> agent = Set.of("agent");
        Answer answer = rest.call("PUT", "agents/10.0.0.2/flows", report("10.0.0.5"), agent);
        assertThat(answer.status()).isEqualTo(204);

        assertThat(rest.get("flows").json().toString())
                .isEqualTo(
                        ("{'flows':[{'source':'10.0.0.2','destination':'10.0.0.5','protocol':17,"
                                        + "'sourcePort':41000,'destinationPort':5201,'class':'A',"
                                        + "'allowedRateBps':1930400,"
                                        + "'lastFeedbackMs':1699999999560,"
                                        + "'reportedMs':1700000000000,'device':'device:s1',"
                                        + "'port':2}],'omitted':2,'next':null}")
                                .replace('\'', '"'));

        rest.call("PUT", "agents/10.0.0.2/flows", "{\"flows\":[]}", agent);
        assertThat(rest.get("flows").json().path("flows")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "flows, 11",
        "flows?class=A, 6",
        "flows?class=B, 0",
        "flows?device=device:s1, 11",
        "flows?device=device:s2, 0",
        "flows?port=2, 11",
        "flows?port=3, 0"
    })
    void filtersSelect(String path, int count) throws IOException {
        reportEleven();

        assertThat(rest.get(path).json().path("flows")).hasSize(count);
    }

    @Test
    void pagesTogetherAreTheWholeList() throws IOException {
        reportEleven();
        List<JsonNode> all = new ArrayList<>();
        rest.get("flows").json().path("flows").forEach(all::add);
        for (int limit : List.of(1, 3, 11)) {
            List<JsonNode> pages = new ArrayList<>();
            String after = "";
            do {
                JsonNode page = rest.get("flows?limit=" + limit + after).json();
                assertThat(page.path("flows")).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
                page.path("flows").forEach(pages::add);
                after = page.path("next").isNull() ? null : "&after=" + page.path("next").asText();
            } while (after != null);
            assertThat(pages).isEqualTo(all);
        }
    }

    private void reportEleven() throws IOException {
        String flows =
                IntStream.rangeClosed(1, 11)
                        .mapToObj(port -> flow("10.0.0.5", port))
                        .collect(Collectors.joining(","));
        assertThat(rest.put("agents/10.0.0.2/flows", "{\"flows\":[" + flows + "]}").status())
                .isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource({
        "flows?after=10.0.0.1, after",
        "flows?after=10.0.0.1/17/1/10.0.0.5/x, after",
        "flows?kind=A, kind",
        "flows?port=0, port"
    })
    void badParametersAreNamed(String path, String field) throws IOException {
        Answer answer = rest.get(path);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").asText()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"protocol\":17 | \"protocol\":256 | flows[0].protocol",
                "\"protocol\":17, | `` | flows[0].protocol",
                "\"sourcePort\":41000 | \"sourcePort\":-1 | flows[0].sourcePort",
                "\"destinationPort\":5201 | \"destinationPort\":1.5 | flows[0].destinationPort",
                "\"classIndex\":0 | \"classIndex\":8 | flows[0].classIndex",
                "\"allowedRateBps\":1930400 | \"allowedRateBps\":0 | flows[0].allowedRateBps",
                "\"feedbackAgeMs\":440 | \"feedbackAgeMs\":\"1\" | flows[0].feedbackAgeMs",
                "10.0.0.5 | 2001:db8::5 | flows[0].destination",
                "10.0.0.5 | h5 | flows[0].destination",
                "\"protocol\" | \"proto\":1,\"protocol\" | flows[0].proto",
                "\"omitted\":2 | \"omitted\":-2 | omitted",
                "\"omitted\":2 | \"more\":2 | more",
                "\"flows\" | \"flow\" | flow",
            })
    void aFaultOfAReportIsNamed(String part, String fault, String field) throws IOException {
        Answer answer = rest.put("agents/10.0.0.2/flows", report("10.0.0.5").replace(part, fault));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").asText()).isEqualTo(field);
        assertThat(answer.json().path("detail").asText()).startsWith(field + ": ");
        assertThat(rest.get("flows").json().path("flows")).isEmpty();
    }

    @Test
    void aReportOfTooManyFlowsOrOfNoAgentIsRefused() throws IOException {
        String flows =
                IntStream.rangeClosed(1, 257)
                        .mapToObj(port -> flow("10.0.0.5", port))
                        .collect(Collectors.joining(","));
        Answer long257 = rest.put("agents/10.0.0.2/flows", "{\"flows\":[" + flows + "]}");
        assertThat(long257.status()).isEqualTo(400);
        assertThat(long257.json().path("field").asText()).isEqualTo("flows");

        Answer unknown = rest.put("agents/10.0.0.3/flows", report("10.0.0.5"));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json().path("field").asText()).isEqualTo("address");

        Answer viewer =
                rest.call("PUT", "agents/10.0.0.2/flows", report("10.0.0.5"), RestCaller.VIEWER);
        assertThat(viewer.status()).isEqualTo(403);
    }
}
