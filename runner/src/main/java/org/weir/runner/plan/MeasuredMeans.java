// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.weir.runner.onos.OnosClient;

/**
 * Means of what a running Weir measures, over as many periods as a simulation has: each period one
 * reading of {@code GET /ports}.
 */
final class MeasuredMeans {
    private static final long PERIOD_MS = 1000;

    private MeasuredMeans() {}

    private static final class Means {
        private double delayMs;
        private double p99DelayMs;
        private double lossFraction;
        private double goodputBps;
        private int count;

        void add(JsonNode queue) {
            delayMs += queue.path("delayMs").path("mean").asDouble();
            p99DelayMs += queue.path("delayMs").path("p99").asDouble();
            lossFraction += queue.path("lossFraction").asDouble();
            goodputBps += queue.path("goodputBps").asDouble();
            count++;
        }

        ObjectNode json() {
            ObjectNode one = JsonNodeFactory.instance.objectNode();
            one.put("delayMs", delayMs / count).put("p99DelayMs", p99DelayMs / count);
            return one.put("lossFraction", lossFraction / count)
                    .put("goodputBps", goodputBps / count);
        }
    }

    /**
     * Measures.
     *
     * @return the means, by {@code device/port class}
     */
    static ObjectNode of(OnosClient client, Duration length)
            throws IOException, InterruptedException {
        Map<String, Means> all = new HashMap<>();
        for (long i = 0; i < Math.max(1, length.toMillis() / PERIOD_MS); i++) {
            Thread.sleep(PERIOD_MS);
            for (JsonNode port : client.get("weir/v1/ports").path("ports")) {
                for (JsonNode queue : port.path("classes")) {
                    all.computeIfAbsent(PlanTable.key(port, queue), any -> new Means()).add(queue);
                }
            }
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        all.forEach((key, means) -> result.set(key, means.json()));
        return result;
    }
}
