// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.abc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.rules.ComputesOnly;

/** ABC's experiments in short, end to end through the compiled P4. */
@ComputesOnly
class AbcExperimentsTest {
    private static final Map<String, Double> SHORT = Map.of("seconds", 12.0, "warmUpSeconds", 4.0);

    private static Map<String, Double> run(String scheme, Map<String, Double> settings) {
        Scheme one = Schemes.named(scheme);
        AbcScenario scenario = AbcScenario.INSTANCE;
        return scenario.run(
                        one,
                        Runner.declared(scenario, one).with(SHORT).with(settings),
                        1,
                        RunWatch.NONE)
                .quantities();
    }

    @Test
    void whoSendsMoreConstantRateGetsLessWithAbcAndMoreWithout() {
        Map<String, Double> settings = Map.of("rate0Bps", 8e7, "rate1Bps", 4e7);
        Map<String, Double> without = run("drop-tail", settings);
        Map<String, Double> with = run("abc", settings);

        assertThat(without.get("goodput0")).isGreaterThan(1.5 * without.get("goodput1"));
        assertThat(with.get("goodput1")).isCloseTo(40, within(1.0));
        assertThat(with.get("goodput0")).isLessThan(12);
        assertThat(with.get("goodput")).isGreaterThan(47);
    }

    @Test
    void manyTcpFlowsGetNoMoreThanOneWithAbc() {
        Map<String, Double> settings = Map.of("flows0", 8.0, "flows1", 1.0);
        Map<String, Double> without = run("drop-tail", settings);
        Map<String, Double> with = run("abc", settings);

        assertThat(without.get("goodput1")).isLessThan(12);
        assertThat(with.get("goodput0")).isCloseTo(25, within(4.0));
        assertThat(with.get("goodput1")).isCloseTo(25, within(4.0));
        assertThat(with.get("fair0")).isCloseTo(23.9, within(0.1));
        assertThat(with.get("fair1")).isCloseTo(23.9, within(0.1));
    }

    @Test
    void oneTcpFlowKeepsItsShareBesideAConstantRateWithAbc() {
        Map<String, Double> settings = Map.of("rate0Bps", 6e7, "flows1", 1.0);

        assertThat(run("drop-tail", settings).get("goodput1")).isLessThan(2.5);
        assertThat(run("abc", settings).get("goodput1")).isGreaterThan(18);
    }

    /** Loss that ignores activity: TCP reacts to it, a constant rate does not. */
    @Test
    void lossAtTheInputLeavesMoreToTheConstantRate() {
        Map<String, Double> settings = Map.of("rate0Bps", 8e7, "flows1", 1.0);
        Map<String, Double> lossy = new TreeMap<>(settings);
        lossy.put("ingressLoss", 0.002);

        assertThat(run("abc", settings).get("goodput0")).isLessThan(10);
        assertThat(run("abc", lossy).get("goodput0")).isBetween(25.0, 38.0);
    }

    @Test
    void nobodysFairShareIsMoreThanItAsksFor() {
        assertThat(MaxMinShare.of(50, 10, 80)).containsExactly(10, 40);
        assertThat(MaxMinShare.of(50, 80, 80)).containsExactly(25, 25);
        assertThat(MaxMinShare.of(60, 80, 10, 21)).containsExactly(29, 10, 21);
        assertThat(MaxMinShare.of(50, 10, 20)).containsExactly(10, 20);
    }
}
