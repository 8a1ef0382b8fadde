// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.Result;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.experiment.run.Runner;

/**
 * What the experiment says of Weir's objective, on a shorter run; and what CoDel's forms do there.
 */
class TargetsLeadTest {
    private static final String OURS = "pmqecn-targets";
    private static Result result;

    @BeforeAll
    static void run() {
        Experiment experiment = Experiments.find("targets").orElseThrow();
        Set<String> schemes =
                Set.of(
                        OURS,
                        "pmqecn-published",
                        "dcqcn",
                        "p4qcn",
                        "tcn",
                        "ecn",
                        "codel-fwd",
                        "rpm",
                        "drop-tail");
        Map<String, Double> shorter = Map.of("seconds", 25.0, "warmUpSeconds", 10.0);
        try (Runner runner = new Runner(2, RunObserver.NONE)) {
            result = runner.run(experiment, schemes, shorter, List.of(1L));
        }
    }

    @Test
    void carriesMoreThanEverySchemeThatLeavesThePortIdleAtTimes() {
        assertThat(result.mean(OURS, "goodput")).isGreaterThan(9.99);
        for (String other : List.of("dcqcn", "p4qcn", "tcn", "ecn", "codel-fwd", "rpm")) {
            assertThat(result.mean(OURS, "goodput"))
                    .as(other)
                    .isGreaterThan(1.1 * result.mean(other, "goodput"));
        }
    }

    @Test
    void hasTheLowestQueueAndRoundTripOfThoseThatKeepThePortBusy() {
        for (String other : List.of("pmqecn-published", "dcqcn", "p4qcn", "drop-tail")) {
            assertThat(result.mean(OURS, "queueMax"))
                    .as(other)
                    .isLessThan(0.5 * result.mean(other, "queueMax"));
            assertThat(result.mean(OURS, "rttMean"))
                    .as(other)
                    .isLessThan(result.mean(other, "rttMean"));
        }
        assertThat(result.mean(OURS, "queueMax")).isLessThanOrEqualTo(6);
        assertThat(result.mean(OURS, "loss")).isZero();
    }

    @Test
    void withLessOfThePortItHasTheLowerRoundTripThanThoseThatIdleAsMuch() {
        Map<String, String> least =
                Map.of(
                        "dcqcn", OURS + " at 0.75",
                        "p4qcn", OURS + " at 0.75",
                        "ecn", OURS + " at 0.75",
                        "codel-fwd", OURS + " at 0.85",
                        "rpm", OURS + " at 0.5");
        least.forEach(
                (other, less) -> {
                    for (String quantity : List.of("queueMax", "rttMean")) {
                        assertThat(result.mean(less, quantity))
                                .as("%s: %s", other, quantity)
                                .isLessThan(result.mean(other, quantity));
                    }
                    assertThat(result.mean(less, "goodput"))
                            .as(other)
                            .isGreaterThan(result.mean(other, "goodput"));
                });
    }

    @Test
    void meetsEveryTarget() {
        assertThat(result.mean(OURS, "p99A"))
                .isLessThan(0.7 * result.mean("pmqecn-published", "p99A"));
        assertThat(result.mean(OURS, "delayA")).isLessThan(5);
        assertThat(result.mean(OURS, "p99A")).isLessThan(20);
        assertThat(result.mean(OURS, "delayB")).isLessThan(20);
        assertThat(result.mean(OURS, "p99B")).isLessThan(60);
        assertThat(result.mean(OURS, "goodputA")).isGreaterThan(1);
        assertThat(result.mean(OURS, "goodputB")).isGreaterThan(1);
    }

    @Test
    void coDelHoldsTheQueueByEitherPath() {
        for (String scheme : List.of("codel-fwd", "rpm")) {
            assertThat(result.mean(scheme, "queueMean"))
                    .as(scheme)
                    .isLessThan(0.05 * result.mean("drop-tail", "queueMean"));
            assertThat(result.mean(scheme, "goodput")).as(scheme).isGreaterThan(5);
            assertThat(result.mean(scheme, "loss")).as(scheme).isZero();
        }
    }
}
