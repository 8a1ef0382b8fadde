// SPDX-License-Identifier: Apache-2.0
package org.weir.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.control.loop.Promise;

/** Promises as metrics. */
class QueueMetricTest {

    private static OptionalDouble feasible(String promise, String reason) {
        ObjectNode queue = JsonNodeFactory.instance.objectNode();
        queue.put("promise", promise).put("promiseReason", reason);
        return QueueMetric.FEASIBLE.value(queue, true);
    }

    @Test
    void aPromiseThatIsWithdrawnIsNotKept() {
        assertThat(feasible("given", null)).hasValue(1);
        assertThat(feasible("withdrawn", "missed 3 of the last 20 periods")).hasValue(0);
        assertThat(feasible("not given", "delayMs: expected 9, target 5")).hasValue(0);
    }

    @Test
    void whatIsNotKnownHasNoValue() {
        assertThat(feasible("not given", Promise.LOAD_UNKNOWN)).isEmpty();
        assertThat(feasible(null, null)).isEmpty();
    }
}
