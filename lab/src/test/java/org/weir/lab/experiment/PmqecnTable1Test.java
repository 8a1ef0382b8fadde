// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PmqecnTable1Test {
    private static final double PORT_MBPS = 10;

    @Test
    void strictPriorityStarvesTheLowClassAndVirtualQueuesShareEqually() {
        Experiment table = Experiments.find("pmqecn-table1").orElseThrow();
        Map<String, Double> shorter = Map.of("seconds", 15.0, "warmUpSeconds", 3.0);
        Result result;
        try (Runner runner = new Runner(1, RunObserver.NONE)) {
            result = runner.run(table, Set.of(), shorter, List.of(1L));
        }

        assertThat(result.mean("strict-priority", "goodputA")).isCloseTo(6.222, within(0.2));
        assertThat(result.mean("strict-priority", "goodputC")).isLessThan(0.05 * PORT_MBPS);
        for (String quantity : List.of("goodputA", "goodputB", "goodputC")) {
            assertThat(result.mean("wrr", quantity))
                    .as(quantity)
                    .isCloseTo(PORT_MBPS / 3, within(0.02 * PORT_MBPS / 3));
        }
    }
}
