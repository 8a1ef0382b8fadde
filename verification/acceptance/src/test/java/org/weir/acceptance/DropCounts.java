// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;

/** Packets that s1 of a run has dropped outside queues, by cause, as REST says. */
final class DropCounts {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration WAIT = Duration.ofSeconds(120);
    private static final long POLL_MS = 500;

    private DropCounts() {}

    /** Those of a cause so far. */
    static long of(RunningWeir weir, String cause) throws Exception {
        String json = weir.get("/onos/weir/v1/devices", "onos:rocks").body();
        for (JsonNode device : JSON.readTree(json).path("devices")) {
            if (device.path("device").asText().equals("device:s1")) {
                return device.path("drops").path(cause).asLong();
            }
        }
        throw new AssertionError("no device:s1 in " + json);
    }

    /** Waits until there are so many or more; the number then. */
    static long await(RunningWeir weir, String cause, long least) throws Exception {
        long endNs = System.nanoTime() + WAIT.toNanos();
        long count = of(weir, cause);
        while (count < least) {
            assertThat(System.nanoTime())
                    .as("drops at s1, %s: %d, not %d", cause, count, least)
                    .isLessThan(endNs);
            Thread.sleep(POLL_MS);
            count = of(weir, cause);
        }
        return count;
    }
}
