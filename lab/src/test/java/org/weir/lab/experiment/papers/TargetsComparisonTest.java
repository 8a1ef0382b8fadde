// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.Result;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.experiment.run.Runner;
import org.weir.rules.ComputesOnly;

/**
 * Claims of the experiment about Weir's objective, on a shorter run, and the behaviour of CoDel's
 * forms in it.
 */
@ComputesOnly
class TargetsComparisonTest {
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
        for (String other : List.of("p4qcn", "tcn", "ecn", "codel-fwd", "rpm")) {
            assertThat(result.mean(OURS, "goodput"))
                    .as(other)
                    .isGreaterThan(1.1 * result.mean(other, "goodput"));
        }
        // DCQCN leaves 3 to 17 % of the port idle, by the seed.
        assertThat(result.mean(OURS, "goodput"))
                .isGreaterThan(1.02 * result.mean("dcqcn", "goodput"));
    }

    @Test
    void hasTheLowestQueueAndRoundTripOfThoseThatKeepThePortBusy() {
        for (String other : List.of("pmqecn-published", "dcqcn", "p4qcn", "drop-tail")) {
            assertThat(result.mean(OURS, "queueMax"))
                    .as(other)
                    .isLessThan(0.5 * result.mean(other, "queueMax"));
        }
        // DCQCN and P4QCN leave a part of the port idle, and have shorter queues in the mean.
        for (String other : List.of("pmqecn-published", "drop-tail")) {
            assertThat(result.mean(OURS, "rttMean"))
                    .as(other)
                    .isLessThan(0.7 * result.mean(other, "rttMean"));
        }
        assertThat(result.mean(OURS, "queueMax")).isLessThanOrEqualTo(6);
        assertThat(result.mean(OURS, "loss")).isZero();
    }

    @Test
    void carriesWhatIsAskedFor() {
        for (int percent : new int[] {55, 75, 95}) {
            assertThat(result.mean(OURS + ", " + percent + " % of the port", "goodput"))
                    .as("%d %%", percent)
                    .isCloseTo(percent / 10.0, withinPercentage(5));
        }
    }

    @Test
    void withLessOfThePortItHasTheLowerQueueAndRoundTripThanThoseThatIdleAsMuch() {
        for (String other : List.of("dcqcn", "p4qcn", "tcn", "ecn", "codel-fwd", "rpm")) {
            String less = TargetsComparison.meeting(result::mean, other).orElseThrow();
            assertThat(less).as(other).isNotEqualTo(OURS);
            assertThat(result.mean(less, "rttMean"))
                    .as("%s: round trip of %s", other, less)
                    .isLessThan(result.mean(other, "rttMean"));
            // Of one short run whole packets are too coarse an order.
            assertThat(result.mean(less, "queueMax"))
                    .as("%s: largest queue of %s", other, less)
                    .isLessThanOrEqualTo(result.mean(other, "queueMax"));
            assertThat(result.mean(less, "goodput"))
                    .as(other)
                    .isGreaterThanOrEqualTo(0.999 * result.mean(other, "goodput"));
        }
    }

    @Test
    void meetsAnotherSchemeWithTheCaseThatCarriesLeastOfThoseThatCarryAsMuch() {
        Map<String, Double> goodput = new HashMap<>();
        for (int percent = 55; percent <= 95; percent += 5) {
            goodput.put(OURS + ", " + percent + " % of the port", percent / 10.0);
        }
        goodput.put(OURS, 9.99);
        goodput.put("other", 7.3);
        Statement.Means means = (label, quantity) -> goodput.get(label);
        assertThat(TargetsComparison.meeting(means, "other")).hasValue(OURS + ", 75 % of the port");
        goodput.put(OURS + ", 95 % of the port", 7.2995);
        assertThat(TargetsComparison.meeting(means, "other")).hasValue(OURS + ", 95 % of the port");
        goodput.put("other", 9.99);
        assertThat(TargetsComparison.meeting(means, "other")).hasValue(OURS);
        goodput.put("other", 10.1);
        assertThat(TargetsComparison.meeting(means, "other")).isEmpty();
    }

    @Test
    void meetsEveryTarget() {
        assertThat(result.mean(OURS, "p99A"))
                .isLessThan(0.7 * result.mean("pmqecn-published", "p99A"));
        // Without the 3.9 ms of the empty path; the target is 5 ms.
        assertThat(result.mean(OURS, "delayA") - 3.9).isLessThan(2);
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
