// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.app.rest.RestCaller.Answer;

/** Bodies that would keep the controller busy for long are refused by a rule. */
class BodyLimitsRestTest {

    private static final Set<String> AGENT = Set.of("agent");

    private final RestCaller rest = new RestCaller(new InMemoryWeir());

    private Answer sendAsAgent(String path, String body) throws IOException {
        return rest.call("PUT", path, body, AGENT);
    }

    @Test
    void longNumbersAreRefused() throws IOException {
        Answer answer =
                sendAsAgent("agents/10.0.0.2", "{\"leaseSeconds\": " + "1".repeat(41) + "}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText())
                .startsWith("The body is not JSON: a number must have at most 40 characters")
                .contains("line 1");
    }

    @Test
    void deepNestingIsRefused() throws IOException {
        for (int depth : new int[] {65, 100_000}) {
            Answer answer =
                    sendAsAgent("agents/10.0.0.1/flows", "[".repeat(depth) + "]".repeat(depth));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().path("detail").asText())
                    .contains("must not be nested more than 64 deep");
        }
    }

    /** A space too much decides. */
    @ParameterizedTest
    @CsvSource({
        "agents/10.0.0.2, '{\"leaseSeconds\": 30}', 1024, 1 KiB",
        "agents/10.0.0.1/flows, '{\"flows\": [], \"omitted\": 0}', 262144, 256 KiB"
    })
    void bodiesOfAgentsAreShort(String path, String body, int most, String limit)
            throws IOException {
        sendAsAgent("agents/10.0.0.1", "{\"leaseSeconds\": 30}");
        String longest = body + " ".repeat(most - body.length());
        assertThat(sendAsAgent(path, longest).status()).isEqualTo(204);
        Answer answer = sendAsAgent(path, longest + " ");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText())
                .isEqualTo("The body must not exceed " + limit + ".");
    }
}
