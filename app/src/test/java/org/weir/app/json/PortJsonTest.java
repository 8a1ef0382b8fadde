// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;

class PortJsonTest {

    @Test
    void onlyAThresholdIsPackets() {
        assertThat(settings(Marking.atDepth(12)).path("thresholdPackets").asInt()).isEqualTo(12);
        assertThat(settings(Marking.atDepth(12)).path("marking").asText()).isEqualTo("depth");
        assertThat(settings(Marking.BY_RATE).path("thresholdPackets").isNull()).isTrue();
        assertThat(settings(Marking.BY_RATE).path("marking").asText()).isEqualTo("rate");
        assertThat(settings(Marking.OFF).path("thresholdPackets").isNull()).isTrue();
        assertThat(settings(Marking.OFF).path("marking").asText()).isEqualTo("off");
    }

    private static JsonNode settings(Marking marking) {
        QueueSettings settings =
                QueueSettings.builder(0).weightPackets(6).marking(marking).limitPackets(48).build();
        QueueView queue = new QueueView(0, "A", Map.of(), settings, null, List.of());
        PortView port =
                new PortView(
                        "device:s1",
                        4,
                        "s1-eth4",
                        10_000_000,
                        256,
                        OptionalDouble.empty(),
                        true,
                        0,
                        0,
                        List.of(queue));
        return PortJson.settings(port).path("classes").path(0);
    }
}
