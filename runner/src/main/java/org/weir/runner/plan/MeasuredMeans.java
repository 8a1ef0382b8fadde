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

    /** Readings in a row that may not fail: each may take as long as ONOS is waited for. */
    private static final int MOST_FAILURES = 5;

    private MeasuredMeans() {}

    /** The mean of one figure over the readings in which it is known and has a meaning. */
    private static final class Mean {
        private double sum;
        private int count;

        void add(JsonNode value) {
            if (value.isNumber()) {
                sum += value.doubleValue();
                count++;
            }
        }

        /** Null when no reading has known it. */
        Double value() {
            return count == 0 ? null : (Double) (sum / count);
        }
    }

    private static final class Means {
        private final Mean delayMs = new Mean();
        private final Mean p99DelayMs = new Mean();
        private final Mean lossFraction = new Mean();
        private final Mean goodputBps = new Mean();

        void add(JsonNode queue) {
            // Without packets REST has 0 for delays and loss, which nobody has measured.
            if (queue.path("packetBytes").asDouble() > 0) {
                delayMs.add(queue.path("delayMs").path("mean"));
                p99DelayMs.add(queue.path("delayMs").path("p99"));
                lossFraction.add(queue.path("lossFraction"));
            }
            goodputBps.add(queue.path("goodputBps"));
        }

        ObjectNode json() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("delayMs", delayMs.value())
                    .put("p99DelayMs", p99DelayMs.value())
                    .put("lossFraction", lossFraction.value())
                    .put("goodputBps", goodputBps.value());
        }
    }

    /**
     * Measures. A reading that fails is left out, up to five in a row.
     *
     * @return the means, by {@code device/port class}: of delays and loss over the readings with
     *     packets, of the goodput over all; a figure that was never known is null
     * @throws IOException if five readings in a row fail, or every one
     */
    static ObjectNode of(OnosClient client, Duration length)
            throws IOException, InterruptedException {
        Map<String, Means> all = new HashMap<>();
        int failures = 0;
        boolean hasReading = false;
        long readings = Math.max(1, length.toMillis() / PERIOD_MS);
        for (long i = 0; i < readings; i++) {
            Thread.sleep(PERIOD_MS);
            try {
                add(client.get("weir/v1/ports").path("ports"), all);
                hasReading = true;
                failures = 0;
            } catch (IOException e) {
                failures++;
                if (failures == MOST_FAILURES || !hasReading && i + 1 == readings) {
                    throw e;
                }
            }
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        all.forEach((key, means) -> result.set(key, means.json()));
        return result;
    }

    private static void add(JsonNode ports, Map<String, Means> all) {
        for (JsonNode port : ports) {
            for (JsonNode queue : port.path("classes")) {
                all.computeIfAbsent(PlanTable.key(port, queue), any -> new Means()).add(queue);
            }
        }
    }
}
