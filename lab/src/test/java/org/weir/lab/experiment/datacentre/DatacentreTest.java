// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.Result;
import org.weir.lab.experiment.run.ResultFiles;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.report.Report;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.rules.ComputesOnly;

/** The comparison beyond the papers, on a fabric that is small enough for a test. */
@ComputesOnly
class DatacentreTest {
    private static final Experiment HADOOP =
            Experiments.find("datacentre-10g-hadoop").orElseThrow();
    private static final Map<String, Double> SMALL =
            Map.of("runMs", 2.0, "leaves", 2.0, "spines", 1.0, "hostsPerLeaf", 2.0, "load", 0.8);

    @TempDir Path folder;

    private static Result run(Set<String> schemes, Map<String, Double> settings, int threads) {
        try (Runner runner = new Runner(threads, RunObserver.NONE)) {
            return runner.run(HADOOP, schemes, settings, List.of(1L, 2L));
        }
    }

    @Test
    void theNumberOfThreadsChangesNothingAndTheReportShowsIt() throws Exception {
        Set<String> schemes = Set.of("pmqecn-targets", "dcqcn-vendor", "drop-tail");
        Result one = run(schemes, SMALL, 1);

        assertThat(ResultFiles.json(run(schemes, SMALL, 2))).isEqualTo(ResultFiles.json(one));
        for (String scheme : schemes) {
            assertThat(one.mean(scheme, "finished")).as(scheme).isEqualTo(100);
            assertThat(one.mean(scheme, "slowdownP50")).as(scheme).isBetween(1.0, 5.0);
            assertThat(one.mean(scheme, "slowdownP99"))
                    .isGreaterThan(one.mean(scheme, "slowdownP50"));
            assertThat(one.mean(scheme, "fairness")).isBetween(0.1, 1.0);
        }
        assertThat(one.mean("dcqcn-vendor", "queueMean"))
                .isLessThan(one.mean("drop-tail", "queueMean"));
        ResultFiles.write(one, folder);
        Report report = Report.read(folder);
        String page = report.page();
        // A chart of each quantity, and: largest queue by goodput, queue's distribution, slowdown
        // by
        // size.
        assertThat(page.split("<svg", -1)).hasSize(1 + HADOOP.quantities().size() + 3);
        assertThat(report.table()).contains("2 seeds, 2 ms.");
    }

    /**
     * Without settings no sender is notified, and senders that start at line rate fill any queue.
     */
    @Test
    void targetsLosesNothingInAnInstantBeforeTheFirstSolutionIfPortsArePrepared() {
        Set<String> ours = Set.of("pmqecn-targets");
        Map<String, Double> prepared =
                Map.of("runMs", 4.0, "leaves", 2.0, "hostsPerLeaf", 8.0, "load", 0.9);
        Map<String, Double> late = new HashMap<>(prepared);
        late.put("prepared", 0.0);

        assertThat(run(ours, prepared, 2).mean("pmqecn-targets", "resent")).isZero();
        assertThat(run(ours, late, 2).mean("pmqecn-targets", "resent")).isGreaterThan(0.01);
    }

    /** Hardly anything is sent, so that each message is alone: then it takes its ideal time. */
    @Test
    void anEmptyFabricSlowsNothingDown() {
        Map<String, Double> settings =
                Map.of("runMs", 30.0, "leaves", 2.0, "hostsPerLeaf", 2.0, "load", 0.002);
        Result result = run(Set.of("drop-tail"), settings, 2);

        // Times of packets are rounded to ns, by hosts up and by switches as they come.
        assertThat(result.mean("drop-tail", "slowdownP50")).isCloseTo(1, within(1e-3));
        assertThat(result.mean("drop-tail", "resent")).isZero();
    }

    /** Twice the rate is twice the goodput: the offered load is met. */
    @Test
    void goodputFollowsTheLoadWhereNothingIsCongested() {
        Map<String, Double> settings =
                Map.of("runMs", 20.0, "leaves", 2.0, "hostsPerLeaf", 2.0, "load", 0.1);
        double offeredGbps = 4 * 0.1 * 10;

        double goodput = run(Set.of("ecn"), settings, 2).mean("ecn", "goodput");

        assertThat(goodput).isBetween(0.5 * offeredGbps, 1.5 * offeredGbps);
    }

    /**
     * Each scheme's parameters are declared once, in range, and those in time are not a testbed's.
     */
    @Test
    void everySchemeHasValuesForFastLines() {
        for (Experiment experiment : Experiments.all()) {
            if (!experiment.id().startsWith("datacentre-")) {
                continue;
            }
            for (Scheme scheme : Schemes.all()) {
                Values values = Runner.declared(experiment.scenario(), scheme);
                for (Parameter parameter : scheme.parameters()) {
                    assertThat(values.has(parameter.name())).as(parameter.name()).isTrue();
                    boolean testbedTime =
                            parameter.unit().equals("ms")
                                    && values.get(parameter.name()) >= 20
                                    && parameter.normal() >= 20;
                    assertThat(testbedTime)
                            .as(experiment.id() + " " + scheme.name() + " " + parameter.name())
                            .isFalse();
                }
            }
        }
    }
}
