// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.weir.app.webhook.DeliveryState;

/** The state of deliveries in the form in which nodes exchange it. */
final class DeliveryJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private DeliveryJson() {}

    static String write(DeliveryState state) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("delivered", state.delivered())
                .put("failed", state.failed())
                .put("dropped", state.dropped())
                .put("waiting", state.waiting())
                .put("lastDeliveredMs", state.lastDeliveredMs())
                .put("settledId", state.settledId())
                .put("error", state.error())
                .toString();
    }

    static DeliveryState read(String text) {
        try {
            JsonNode json = MAPPER.readTree(text);
            return new DeliveryState(
                    json.path("delivered").asLong(),
                    json.path("failed").asLong(),
                    json.path("dropped").asLong(),
                    json.path("waiting").asInt(),
                    json.path("lastDeliveredMs").asLong(),
                    json.path("settledId").asText(null),
                    json.path("error").asText(null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
