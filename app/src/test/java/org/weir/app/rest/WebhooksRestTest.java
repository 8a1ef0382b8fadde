// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhooks over REST: made, replaced, shown without their secrets, removed. */
class WebhooksRestTest {

    private static final String SECRET = "keep this text to yourself";

    private final RestCaller rest = new RestCaller(new InMemoryWeir());

    @Test
    void aWebhookIsMadeReplacedAndRemoved() throws IOException {
        String body = "{\"url\":\"http://127.0.0.1:9/a\",\"secret\":\"" + SECRET + "\"}";
        assertThat(rest.put("webhooks/a", body).status()).isEqualTo(204);
        assertThat(rest.put("webhooks/a", body).status()).isEqualTo(204);
        assertThat(rest.get("webhooks").json().path("webhooks")).hasSize(2);
        assertThat(rest.get("webhooks").text()).doesNotContain(SECRET);
        assertThat(rest.get("webhooks/a").json().path("signed").asBoolean()).isTrue();
        String other = "{\"url\":\"http://127.0.0.1:9/b\",\"kinds\":[\"link-down\"]}";
        rest.put("webhooks/a", other);
        JsonNode replaced = rest.get("webhooks/a").json();
        assertThat(replaced.path("url").asText()).isEqualTo("http://127.0.0.1:9/…");
        assertThat(replaced.path("signed").asBoolean()).as("keeps its secret").isTrue();
        assertThat(replaced.path("kinds").toString()).isEqualTo("[\"link-down\"]");
        String unsigned = "{\"url\":\"http://127.0.0.1:9/b\",\"secret\":null}";
        assertThat(rest.put("webhooks/a", unsigned).status()).isEqualTo(204);
        assertThat(rest.get("webhooks/a").json().path("signed").asBoolean()).isFalse();
        for (int i = 0; i < 2; i++) {
            assertThat(rest.call("DELETE", "webhooks/a", null, RestCaller.ADMIN).status())
                    .isEqualTo(204);
        }
        assertThat(rest.get("webhooks/a").status()).isEqualTo(404);
    }

    @Test
    void onlyAnAdministratorChangesThem() throws IOException {
        String body = "{\"url\":\"http://127.0.0.1:9/a\"}";
        assertThat(rest.call("PUT", "webhooks/a", body, RestCaller.VIEWER).status()).isEqualTo(403);
        assertThat(rest.call("DELETE", "webhooks/a", null, RestCaller.VIEWER).status())
                .isEqualTo(403);
        assertThat(rest.call("GET", "webhooks", null, RestCaller.VIEWER).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "webhooks/A | {\"url\":\"http://h/\"} | name: must have 1 to 40",
                "webhooks/a | {} | url: must be there, a text",
                "webhooks/a | {\"url\":7} | url: must be there, a text",
                "webhooks/a | {\"url\":\"h\"} | url: must be an absolute URL",
                "webhooks/a | {\"url\":\"http://h/\",\"secret\":1} | secret: must be a text",
                "webhooks/a | {\"url\":\"http://h/\",\"secret\":\"short\"} | secret: must have 16",
                "webhooks/a | {\"url\":\"http://h/\",\"kinds\":null} | kinds: must be a list of texts",
                "webhooks/a | {\"url\":\"http://h/\",\"kinds\":[1]} | kinds: must be a list of texts",
                "webhooks/a | {\"url\":\"http://h/\",\"kinds\":[\"x\"]} | kinds: must be of alert-began",
                "webhooks/a | {\"url\":\"http://h/\",\"more\":1} | more: is not a field",
            })
    void aRefusalNamesFieldAndRuleAndChangesNothing(String path, String body, String message)
            throws IOException {
        RestCaller.Answer answer = rest.put(path, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText()).startsWith(message);
        assertThat(rest.get("webhooks").json().path("webhooks")).hasSize(1);
    }
}
