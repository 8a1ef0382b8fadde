// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.Result;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.experiment.run.Verdict;

class PmqecnTable1Test {
    private static final double PORT_MBPS = 10;
    private static final double PAYLOAD = 1470.0 / 1512;

    @Test
    void everyClassHasThePublishedPartOfThePort() {
        Result result = run(Map.of());

        assertThat(result.mean("strict-priority", "goodputA")).isCloseTo(6.222, within(0.1));
        for (Verdict verdict : Verdict.of(result)) {
            assertThat(verdict.comesOut())
                    .as("%s: %f", verdict.statement().text(), verdict.measured())
                    .isTrue();
        }
    }

    @Test
    void theLowClassHasNothingUnderStrictPriorityWhileTheOthersSend() {
        Result result = run(Map.of("seconds", 15.0, "staggerMs", 0.0));

        assertThat(result.mean("strict-priority", "goodputA")).isCloseTo(6.222, within(0.1));
        // Packets that wait when the others end: 256, and those at hosts and on links.
        assertThat(result.mean("strict-priority", "goodputC"))
                .isLessThan(260 * 1470 * 8 / 15 / 1e6);
        for (String quantity : List.of("goodputA", "goodputB", "goodputC")) {
            assertThat(result.mean("wrr", quantity))
                    .as(quantity)
                    .isCloseTo(PORT_MBPS * PAYLOAD / 3, within(0.03 * PORT_MBPS / 3));
        }
    }

    private static Result run(Map<String, Double> settings) {
        Experiment table = Experiments.find("pmqecn-table1").orElseThrow();
        try (Runner runner = new Runner(2, RunObserver.NONE)) {
            return runner.run(table, Set.of(), settings, List.of(1L));
        }
    }
}
