// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.aqm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.rules.ComputesOnly;

/** TCP over CoDel, PIE and DualPI2 in short runs: standing queue, use of the line, sharing. */
@ComputesOnly
class AqmExperimentsTest {
    private static final double CUBIC = 2;

    private static Map<String, Double> run(
            Scenario scenario, String scheme, Map<String, Double> settings) {
        Map<String, Double> all = new HashMap<>(Map.of("seconds", 15.0, "warmUpSeconds", 5.0));
        all.putAll(settings);
        Scheme one = Schemes.named(scheme);
        return scenario.run(one, Runner.declared(scenario, one).with(all), 1, RunWatch.NONE)
                .quantities();
    }

    @ParameterizedTest
    @CsvSource({"5, 5e6", "15, 5e6", "15, 2e7"})
    void pieKeepsTheDelayNearItsTarget(double targetMs, double bottleneckBps) {
        Map<String, Double> settings =
                Map.of(
                        "control",
                        CUBIC,
                        "bottleneckBps",
                        bottleneckBps,
                        "targetMs",
                        targetMs,
                        "updateMs",
                        targetMs);
        Map<String, Double> pie = run(BottleneckScenario.INSTANCE, "pie-tcp", settings);
        Map<String, Double> dropTail = run(BottleneckScenario.INSTANCE, "drop-tail", settings);

        assertThat(pie.get("queueMs")).isBetween(0.5 * targetMs, 1.7 * targetMs);
        assertThat(dropTail.get("queueMs")).isGreaterThan(5 * targetMs);
        assertThat(pie.get("goodput")).isGreaterThan(0.85 * dropTail.get("goodput"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1.2e7, 20", "2, 1.2e7, 20", "2, 4e7, 10", "1, 1.2e7, 50"})
    void scalableAndClassicFlowsShareALink(double classic, double bps, double roundTripMs) {
        Map<String, Double> shared =
                run(
                        SharingScenario.INSTANCE,
                        "dualpi2-tcp",
                        Map.of(
                                "classicControl",
                                classic,
                                "bottleneckBps",
                                bps,
                                "roundTripMs",
                                roundTripMs));

        assertThat(shared.get("ratio")).isBetween(0.5, 2.0);
        assertThat(shared.get("scalableMs")).isLessThan(shared.get("classicMs") / 3);
        assertThat(shared.get("goodput")).isGreaterThan(0.8 * bps / 1e6);
    }

    /** Tofino's CoDel marks about as often as RFC 8289's, and uses the line as well. */
    @ParameterizedTest
    @CsvSource({"1, 2, 1e7, 20", "2, 8, 1e7, 80"})
    void codelWithTofinosArithmeticMarksAsOften(
            double control, double flows, double bps, double roundTripMs) {
        Map<String, Double> settings =
                Map.of(
                        "control",
                        control,
                        "flows",
                        flows,
                        "bottleneckBps",
                        bps,
                        "roundTripMs",
                        roundTripMs,
                        "targetMs",
                        5.0,
                        "intervalMs",
                        100.0);
        Map<String, Double> rfc = run(MarkingScenario.INSTANCE, "codel-fwd-tcp", settings);
        Map<String, Double> tofino = run(MarkingScenario.INSTANCE, "codel-tofino-tcp", settings);

        assertThat(tofino.get("marked") / rfc.get("marked")).isBetween(0.75, 1.35);
        assertThat(tofino.get("goodput") / rfc.get("goodput")).isBetween(0.97, 1.03);
        assertThat(tofino.get("queueMs") / rfc.get("queueMs")).isBetween(0.8, 1.4);
        assertThat(tofino.get("jain")).isGreaterThan(0.8);
    }

    /** Without a queue of its own and coupled marks, Prague takes the link from CUBIC. */
    @Test
    void overPieTheSameFlowsDoNotShare() {
        Map<String, Double> shared =
                run(
                        SharingScenario.INSTANCE,
                        "pie-tcp",
                        Map.of("bottleneckBps", 1.2e7, "classicControl", CUBIC));

        assertThat(shared.get("ratio")).isGreaterThan(3.0);
    }
}
