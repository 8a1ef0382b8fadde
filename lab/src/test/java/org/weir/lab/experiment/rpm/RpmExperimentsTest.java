// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.rules.ComputesOnly;

/** RPM's experiments in short: what they measure is what they say. */
@ComputesOnly
class RpmExperimentsTest {
    private static Outcome run(Scenario scenario, String scheme, Map<String, Double> settings) {
        Scheme one = Schemes.named(scheme);
        return scenario.run(one, Runner.declared(scenario, one).with(settings), 1, RunWatch.NONE);
    }

    /** The reverse path saves the way from the bottleneck to the receiver and back. */
    @ParameterizedTest
    @ValueSource(doubles = {0.25, 0.75})
    void reversePathMarkingSavesTheWayBehindTheBottleneck(double place) {
        Map<String, Double> settings = Map.of("place", place);
        double forward =
                run(ReactionScenario.INSTANCE, "codel-fwd-tcp", settings)
                        .quantities()
                        .get("reactionMs");
        double reverse =
                run(ReactionScenario.INSTANCE, "rpm-tcp", settings).quantities().get("reactionMs");

        assertThat(forward - reverse).isCloseTo(80 * (1 - place), within(2.0));
    }

    @Test
    void longFlowsFillTheBottleneckAndEqualOnesShareIt() {
        for (String scheme : new String[] {"codel-fwd-tcp", "rpm-tcp"}) {
            Map<String, Double> quantities =
                    run(
                                    FairnessScenario.INSTANCE,
                                    scheme,
                                    Map.of("bottleneckBps", 5e7, "seconds", 20.0))
                            .quantities();
            assertThat(quantities.get("goodput")).isBetween(38.0, 50.0);
            assertThat(quantities.get("jain")).isGreaterThan(0.9);
        }
    }

    /** 200 Mb/s send 33 full frames in 2 ms. */
    @Test
    void aBufferIsATimeOfTheLineOrANumberOfPackets() {
        assertThat(new RpmNetwork(1, 1, 1, 1, 1000).packets(200_000_000)).isEqualTo(1000);
        RpmNetwork short2Ms = new RpmNetwork(1, 1, 1, 1, 1000, 2);
        assertThat(short2Ms.packets(200_000_000)).isEqualTo(33);
        assertThat(short2Ms.packets(1000)).isEqualTo(1);
    }

    /** The model is stable or not by the place of the bottleneck; packets halve in both cases. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1})
    void packetsKeepTheirSawtoothWhateverTheModelDoes(double place) {
        Map<String, Double> quantities =
                run(
                                LemmaScenario.INSTANCE,
                                "rpm-tcp",
                                Map.of(
                                        "place",
                                        place,
                                        "control",
                                        1.0,
                                        "seconds",
                                        20.0,
                                        "warmUpSeconds",
                                        5.0))
                        .quantities();

        assertThat(quantities.get("growth") < 0).isEqualTo(place < 0.5);
        assertThat(quantities.get("fluidSwing") < 1).isEqualTo(place < 0.5);
        assertThat(quantities.get("eta") < quantities.get("etaLimit")).isEqualTo(place < 0.5);
        assertThat(quantities.get("windowSwing")).isBetween(0.3, 0.4);
    }

    @Test
    void theMeanWindowOfManyFlowsSwingsLess() {
        Map<String, Double> quantities =
                run(
                                LemmaScenario.INSTANCE,
                                "rpm-tcp",
                                Map.of(
                                        "flows",
                                        10.0,
                                        "place",
                                        0.1,
                                        "control",
                                        1.0,
                                        "seconds",
                                        8.0,
                                        "warmUpSeconds",
                                        3.0))
                        .quantities();

        assertThat(quantities.get("windowSwing")).isBetween(0.1, 0.28);
        // Of each flow: a single one has 9.
        assertThat(quantities.get("reductions")).isBetween(8.0, 11.0);
    }

    @Test
    void shortFlowsEnd() {
        Map<String, Double> quantities =
                run(
                                CompletionScenario.INSTANCE,
                                "rpm-tcp",
                                Map.of("linkBps", 1e8, "seconds", 1.0, "longFlows", 2.0))
                        .quantities();
        assertThat(quantities.get("mss1")).isBetween(0.1, 500.0);
        assertThat(quantities.get("mss200")).isGreaterThan(20.0);
        assertThat(quantities.get("longReductions"))
                .isPositive()
                .isLessThan(quantities.get("reductions"));
        // A window is reduced when the flow has more than the initial window of ten segments.
        assertThat(quantities.get("window100")).isBetween(9.0, 200.0);
        // CoDel's target of 1 ms is 8 packets.
        assertThat(quantities.get("queue")).isBetween(4.0, 200.0);
    }

    @Test
    void shortFlowsBeginBeforeTheEnd() {
        Values values =
                Runner.declared(CompletionScenario.INSTANCE, Schemes.named("rpm-tcp"))
                        .with(Map.of("seconds", 0.4));

        assertThatThrownBy(() -> CompletionScenario.INSTANCE.check(values))
                .hasMessage("warmUpSeconds must be below seconds (0.4), not 0.5");
    }
}
