// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import static org.assertj.core.api.Assertions.assertThat;

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

class QcnFairnessTest {
    /** Congestion points answer probes alone, which all senders send alike. */
    @Test
    void probingSendersSendEqualNumbersAndEcmsDoNot() {
        Experiment fairness = Experiments.find("qcn-fig5").orElseThrow();
        Map<String, Double> shorter = Map.of("seconds", 8.0);
        try (Runner runner = new Runner(2, RunObserver.NONE)) {
            Result result = runner.run(fairness, Set.of(), shorter, List.of(1L));
            for (Verdict verdict : Verdict.of(result)) {
                assertThat(verdict.comesOut())
                        .as("%s: %f", verdict.statement().text(), verdict.measured())
                        .isTrue();
            }
        }
    }
}
