// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.tuning.Tunable;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;

class SchemeChoiceTest {
    private static final ComparedNetwork SLOW = NetworkCatalogue.named("dumbbell-10m").get(0);
    private static final ComparedNetwork FAST = NetworkCatalogue.named("leaf-spine-100g").get(0);

    @Test
    void readsParameters() {
        SchemeChoice one = read("ecn:thresholdPackets=20:cycleMs=0.5");
        assertThat(one.values(FAST).get("thresholdPackets")).isEqualTo(20);
        assertThat(one.values(SLOW).get("cycleMs")).isEqualTo(0.5);
        assertThat(one.label()).isEqualTo("ecn:thresholdPackets=20:cycleMs=0.5");
    }

    @Test
    void readsVariants() {
        assertThat(read("targets").variant()).isEqualTo(Variant.WHOLE);
        assertThat(read("targets-no-feedback").variant()).isEqualTo(Variant.NO_FEEDBACK);
        assertThat(read("targets-off").values(SLOW).get("periodMs")).isEqualTo(3_600_000);
        assertThat(read("targets").values(SLOW).get("periodMs")).isEqualTo(SLOW.periodMs());
    }

    @ParameterizedTest
    @CsvSource({
        "targets-oracle, true",
        "targets-hindsight@scaled, true",
        "targets-dctcp-oracle:g=0.5, true",
        "targets, false",
        "targets-static, false",
        "ecn, false",
        "before/targets-oracle, false"
    })
    void knowsOraclesByTheirLabels(String label, boolean expected) {
        assertThat(SchemeChoice.isOracle(label)).isEqualTo(expected);
    }

    @Test
    void withAnOperatorsDefaultsOnlyTimesAndPacketSizesFollowFromTheNetwork() {
        Values lab = read("targets").values(FAST);
        Values shipped = read("targets-defaults").values(FAST);
        assertThat(lab.get("commonLimit")).isNotEqualTo(shipped.get("commonLimit"));
        for (Parameter one : shipped.declared()) {
            Optional<Tunable> tunable =
                    Tunable.all().stream()
                            .filter(any -> any.fieldName().equals(one.name()))
                            .filter(any -> !Set.of("ms", "bytes").contains(any.unit()))
                            .findFirst();
            assertThat(shipped.get(one.name()))
                    .as(one.name())
                    .isEqualTo(tunable.map(Tunable::defaultValue).orElse(lab.get(one.name())));
        }
        assertThat(read("targets-defaults:minThreshold=3").values(FAST).get("minThreshold"))
                .isEqualTo(3);
    }

    @Test
    void readsVariantsWithSendersOfDctcp() {
        SchemeChoice one = read("targets-dctcp-oracle:g=0.5");
        assertThat(one.scheme().name()).isEqualTo("pmqecn-targets-dctcp");
        assertThat(one.variant()).isEqualTo(Variant.ORACLE);
        assertThat(one.values(SLOW).get("g")).isEqualTo(0.5);
        assertThat(read("targets-dctcp").variant()).isEqualTo(Variant.WHOLE);
        assertThat(read("targets-dctcp").values(FAST).get("feedbackLagMs"))
                .isEqualTo(read("targets").values(FAST).get("feedbackLagMs"));
        assertThat(read("dctcp").scheme().name()).isEqualTo("dctcp");
    }

    @Test
    void tellsWhatIsWrong() {
        assertThatIllegalArgumentException().isThrownBy(() -> read("nothing"));
        assertThatIllegalArgumentException().isThrownBy(() -> read("targets-moon"));
        assertThatIllegalArgumentException().isThrownBy(() -> read("targets-dctcp-moon"));
        assertThatIllegalArgumentException().isThrownBy(() -> read("ecn:moon=1"));
        assertThatIllegalArgumentException().isThrownBy(() -> read("ecn:cycleMs=x"));
        assertThatIllegalArgumentException().isThrownBy(() -> read("ecn@moon"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("ecn@tuned"))
                .withMessageContaining("--tuned has no values for ecn");
    }

    @Test
    void publishedValuesOfFastLinesArePublished() {
        ComparedNetwork network = NetworkCatalogue.named("leaf-spine-1g").get(0);
        assertThat(read("ecn").values(network).get("feedbackIntervalMs")).isEqualTo(0.05);
        assertThat(read("ecn").values(network).get("thresholdPackets"))
                .as("20 packets of 1500 bytes")
                .isCloseTo(20 * 1500.0 / network.frameBytes(), within(0.5));
    }

    @Test
    void timesOfTargetsFollowFromTheNetworkAtEveryRate() {
        for (ComparedNetwork network : NetworkCatalogue.all()) {
            double roundTripMs = network.roundTripNs() / 1e6;
            Values values = read("targets").values(network);
            assertThat(values.get("settleMs"))
                    .as(network.name())
                    .isBetween(0.5 * roundTripMs, 2 * roundTripMs);
            assertThat(values.get("cycleMs")).isLessThan(network.periodMs() / 10.0);
            assertThat(values.get("feedbackLagMs")).isLessThanOrEqualTo(values.get("aDelayMs") / 2);
            assertThat(values.get("minThreshold")).isEqualTo(Tunable.MIN_THRESHOLD.defaultValue());
        }
    }

    @Test
    void scaledTimesFollowTheRoundTrip() {
        double fast = read("ecn@scaled").values(FAST).get("feedbackIntervalMs");
        double slow = read("ecn@scaled").values(SLOW).get("feedbackIntervalMs");
        assertThat(slow / fast).isCloseTo(SLOW.roundTripNs() / FAST.roundTripNs(), within(1e-9));
    }

    @Test
    void scaledGainsFallWithTheRoundTrip() {
        double fast = read("dualpi2@scaled").values(FAST).get("alphaPerSecond");
        double slow = read("dualpi2@scaled").values(SLOW).get("alphaPerSecond");
        assertThat(fast / slow).isCloseTo(SLOW.roundTripNs() / FAST.roundTripNs(), within(1e-9));
    }

    @Test
    void tunedFactorsMultiplyScaledValues() {
        SchemeChoice tuned =
                SchemeChoice.read("ecn@tuned", Map.of("ecn", Map.of("increaseBps", 2.0)));
        assertThat(tuned.values(FAST).get("increaseBps"))
                .isEqualTo(2 * read("ecn@scaled").values(FAST).get("increaseBps"));
    }

    @Test
    void everySchemeHasValuesOnEveryNetwork() {
        Schemes.all()
                .forEach(
                        scheme ->
                                NetworkCatalogue.all()
                                        .forEach(
                                                network -> {
                                                    read(scheme.name()).values(network);
                                                    read(scheme.name() + "@scaled").values(network);
                                                }));
    }

    @Test
    void aSearchLeavesAloneWhatTheOperatorSets() {
        assertThat(SearchRanges.names(read("targets").scheme()))
                .contains("cycleMs", "margin")
                .doesNotContain("aDelayMs", "periodMs", "startBps", "capacityPackets");
        assertThat(SearchRanges.factor(0)).isCloseTo(1 / 8.0, within(1e-9));
        assertThat(SearchRanges.factor(1)).isCloseTo(8, within(1e-9));
    }

    private static SchemeChoice read(String text) {
        return SchemeChoice.read(text, Map.of());
    }
}
