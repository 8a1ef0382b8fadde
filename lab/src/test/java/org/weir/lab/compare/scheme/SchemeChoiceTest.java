// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.tuning.Tunable;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.HeldOutNetworks;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.reaction.mixed.MixedReaction;
import org.weir.reaction.share.ShareReaction;
import org.weir.reaction.share.ShareTunable;
import org.weir.reaction.targetrate.MessageDefault;
import org.weir.reaction.targetrate.TargetRateReaction;

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
    void hostsWithAgentsHaveTheirReactionAndAnOperatorsDefaults() {
        SchemeChoice agents = read("targets-agents");
        Values values = agents.values(FAST);
        assertThat(values.get("commonLimit"))
                .isEqualTo(read("targets-defaults").values(FAST).get("commonLimit"));
        AgentStart start = (AgentStart) agents.reaction(values, FAST.linkBps()).orElseThrow();
        MixedReaction mixed = (MixedReaction) start.shaped().apply(1e8);
        assertThat(mixed.messages().depthGain()).isEqualTo(MessageDefault.DEPTH_GAIN.value());
        AgentStart ofShare =
                (AgentStart)
                        read("targets-share-agents").reaction(values, FAST.linkBps()).orElseThrow();
        ShareReaction share = (ShareReaction) ofShare.shaped().apply(1e8);
        assertThat(mixed.lasting()).isEqualTo(share);
        assertThat(share.startBps()).isEqualTo(1e8);
        assertThat(share.settleUs())
                .isEqualTo(Math.round(1e3 * ShareTunable.SETTLE_MS.defaultValue(FAST.linkBps())));
        AgentStart ofMessages =
                (AgentStart)
                        read("targets-message-agents")
                                .reaction(values, FAST.linkBps())
                                .orElseThrow();
        TargetRateReaction messages = (TargetRateReaction) ofMessages.shaped().apply(1e8);
        assertThat(messages.depthGain()).isEqualTo(MessageDefault.DEPTH_GAIN.value());
        assertThat(messages.leastRatio()).isEqualTo(MessageDefault.LEAST_RATIO);
        assertThat(read("targets").reaction(values, FAST.linkBps()).orElseThrow())
                .isInstanceOf(TargetRateReaction.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("targets-dctcp-agents"))
                .withMessageContaining("targets-dctcp-agents");
    }

    @Test
    void readsVariantsWithSendersOfDctcp() {
        SchemeChoice one = read("targets-dctcp-oracle:g=0.5");
        assertThat(one.scheme().name()).isEqualTo("pmqecn-targets-dctcp");
        assertThat(one.variant()).isEqualTo(Variant.ORACLE);
        assertThat(one.values(SLOW).get("g")).isEqualTo(0.5);
        assertThat(read("targets-dctcp").variant()).isEqualTo(Variant.WHOLE);
        assertThat(read("targets-dctcp-off").values(SLOW).get("periodMs")).isEqualTo(3_600_000);
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
        assertThat(read("dcqcn").values(network).get("cnpIntervalMs")).isEqualTo(0.05);
        assertThat(read("ecn").values(network).get("thresholdPackets"))
                .as("20 packets of 1500 bytes")
                .isCloseTo(20 * 1500.0 / network.frameBytes(), within(1e-9));
    }

    @Test
    void limitsOfThreeClassesAreThePortsBuffer() {
        for (ComparedNetwork network : List.of(SLOW, FAST)) {
            assertThat(read("wrr").values(network).get("limitPackets")).isEqualTo(256);
            assertThat(read("wrr@scaled").values(network).get("limitPackets")).isEqualTo(256);
            assertThat(read("targets").values(network).get("capacityPackets")).isEqualTo(256);
        }
        for (ComparedNetwork network : NetworkCatalogue.all()) {
            assertThat(read("pfc").values(network).get("pfcPackets")).isEqualTo(768 * 14 / 64);
            assertThat(read("p4qcn-pfc").values(network).get("pfcResumePackets"))
                    .isEqualTo(768 * 12 / 64);
        }
    }

    @Test
    void publishedTimesOfSlowLinesAreAsLongInPackets() {
        ComparedNetwork tenTimes = NetworkCatalogue.named("mix-100m").get(0);
        assertThat(read("ecn").values(SLOW).get("cycleMs")).isEqualTo(1000);
        assertThat(read("ecn").values(tenTimes).get("cycleMs")).isEqualTo(100);
        assertThat(read("pie").values(tenTimes).get("targetMs")).isEqualTo(1.5);
        assertThat(read("pie").values(tenTimes).get("betaPerSecond")).isEqualTo(12.5);
    }

    /** Declared for 40 Gb/s, where R_AI is 40 Mb/s. */
    @Test
    void ratesOfAdaptersFollowFromTheLine() {
        ComparedNetwork slow = NetworkCatalogue.named("mix-100m").get(0);
        assertThat(read("dcqcn-vendor").values(slow).get("cnpIntervalMs")).isEqualTo(0.05);
        assertThat(read("dcqcn-vendor").values(slow).get("increaseBps")).isEqualTo(1e5);
        assertThat(read("dcqcn-vendor").values(SLOW).get("hyperIncreaseBps")).isEqualTo(5e4);
    }

    /** The time of DCTCP's threshold, as TCN's: 20 packets of 1500 bytes at 1 Gb/s. */
    @ParameterizedTest
    @ValueSource(strings = {"pie", "dualpi2"})
    void publishedTargetsAreTheTimeOfDctcpsPackets(String scheme) {
        for (String name : List.of("leaf-spine-1g", "leaf-spine-10g", "leaf-spine-100g")) {
            ComparedNetwork network = NetworkCatalogue.named(name).get(0);
            Values values = read(scheme).values(network);
            double targetMs = network.linkBps() == 1e9 ? 0.24 : 0.078;
            assertThat(values.get("targetMs")).as(name).isCloseTo(targetMs, within(1e-9));
            assertThat(values.get("updateMs")).as(name).isCloseTo(targetMs, within(1e-9));
            assertThat(values.get("alphaPerSecond") * targetMs)
                    .as(name)
                    .isCloseTo(scheme.equals("pie") ? 0.125 * 15 : 0.15 * 15, within(0.01));
        }
    }

    /** T_K is as long as DCTCP's packets take; on slow lines it follows from the round trip. */
    @Test
    void thresholdOfTcnIsATimeOfTheNetwork() {
        for (String name : List.of("leaf-spine-1g", "leaf-spine-10g", "leaf-spine-100g")) {
            ComparedNetwork network = NetworkCatalogue.named(name).get(0);
            double packets = read("dctcp").values(network).get("thresholdPackets");
            assertThat(waitMs(read("tcn").values(network)))
                    .as(name)
                    .isCloseTo(packets * network.packetNs() / 1e6, withinPercentage(0.1));
        }
        assertThat(waitMs(read("tcn").values(SLOW)))
                .isCloseTo(SLOW.packetNs() / 1e6, withinPercentage(0.1));
        ComparedNetwork far = withLinkDelayNs(SLOW, 20_000_000);
        assertThat(waitMs(read("tcn").values(far)))
                .isCloseTo(0.17 * far.roundTripNs() / 1e6, withinPercentage(0.1));
    }

    private static double waitMs(Values values) {
        return values.get("tcnLambda") * values.get("tcnRoundTripMs");
    }

    private static ComparedNetwork withLinkDelayNs(ComparedNetwork one, long linkDelayNs) {
        return new ComparedNetwork(
                one.name(),
                one.shape(),
                one.linkBps(),
                one.fabricRatio(),
                linkDelayNs,
                one.payloadBytes(),
                one.sizes(),
                one.load(),
                one.mix(),
                one.needs(),
                one.areRatesGuaranteed(),
                one.events());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ecn", "tcn", "pie", "codel-fwd", "ecn-wrr", "tcn-wrr", "ecn@scaled"})
    void aSenderThatHalvesIsNotifiedOnceInARoundTripAtMost(String scheme) {
        ComparedNetwork network =
                withLinkDelayNs(NetworkCatalogue.named("leaf-spine-1g").get(0), 1_000_000);
        SchemeChoice often = read(scheme).withFactors(scheme, Map.of("feedbackIntervalMs", 1e-3));
        assertThat(read(scheme).values(network).get("feedbackIntervalMs"))
                .isGreaterThanOrEqualTo(network.roundTripNs() / 1e6);
        assertThat(often.values(network).get("feedbackIntervalMs"))
                .isEqualTo(network.roundTripNs() / 1e6);
    }

    @Test
    void aCycleOutlastsTheTimeBetweenTwoNotifications() {
        List<ComparedNetwork> networks = new ArrayList<>(NetworkCatalogue.all());
        networks.addAll(HeldOutNetworks.draw(20, 20270160));
        for (Scheme scheme : Schemes.all()) {
            for (ComparedNetwork network : networks) {
                Values values = read(scheme.name()).values(network);
                if (values.has("cycleMs") && values.has("feedbackIntervalMs")) {
                    assertThat(values.get("cycleMs"))
                            .as(scheme.name() + " on " + network.name())
                            .isGreaterThanOrEqualTo(
                                    0.999999 * 1.1 * values.get("feedbackIntervalMs"));
                }
            }
        }
    }

    @Test
    void otherSendersKeepTheirNotifications() {
        ComparedNetwork network =
                withLinkDelayNs(NetworkCatalogue.named("leaf-spine-1g").get(0), 1_000_000);
        assertThat(read("dcqcn").values(network).get("cnpIntervalMs")).isEqualTo(0.05);
        assertThat(read("p4qcn").values(network).get("feedbackIntervalMs")).isEqualTo(0.05);
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

    @ParameterizedTest
    @CsvSource({
        "ecn, thresholdPackets, 384",
        "ecn-wrr, thresholdPackets, 128",
        "dctcp, thresholdPackets, 384",
        "dcqcn, kMinPackets, 384",
        "dcqcn-wrr, kMaxPackets, 128",
        "p4qcn, qMaxPackets, 384",
        "qcn, qEqPackets, 384",
        "ecm, qEqPackets, 384"
    })
    void scaledThresholdsAreBelowAFullQueue(String scheme, String parameter, int most) {
        ComparedNetwork longLinks = withLinkDelayNs(FAST, 50_000);
        SchemeChoice large = read(scheme).withFactors(scheme, Map.of(parameter, 100.0));
        assertThat(large.values(longLinks).get(parameter)).isEqualTo(most);
    }

    @Test
    void scaledWaitOfTcnIsBelowAFullQueue() {
        ComparedNetwork longLinks = withLinkDelayNs(FAST, 50_000);
        double packetMs = FAST.packetNs() / 1e6;
        assertThat(waitMs(read("tcn@scaled").values(longLinks)))
                .isCloseTo(384 * packetMs, withinPercentage(0.1));
        SchemeChoice twice = read("tcn-wrr").withFactors("tcn-wrr", Map.of("tcnLambda", 2.0));
        assertThat(waitMs(twice.values(longLinks)))
                .isCloseTo(128 * packetMs, withinPercentage(0.1));
    }

    /** A byte counter's cycle is as many round trips at every rate, as a timer's is. */
    @ParameterizedTest
    @CsvSource({
        "dcqcn, counterBytes",
        "qcn, recoveryBytes",
        "qcn-probing, activeBytes",
        "p4qcn, cycleBytes"
    })
    void scaledBytesFollowRateTimesRoundTrip(String scheme, String parameter) {
        double fast = read(scheme + "@scaled").values(FAST).get(parameter);
        double slow = read(scheme + "@scaled").values(SLOW).get(parameter);
        assertThat(slow / fast)
                .isCloseTo(
                        SLOW.roundTripNs() * SLOW.linkBps() / FAST.roundTripNs() / FAST.linkBps(),
                        within(1e-9));
    }

    @Test
    void gainsOfShortRoundTripsMayBeFourTimesThePublished() {
        double scaled = read("dualpi2@scaled").values(FAST).get("betaPerSecond");
        SchemeChoice larger = read("dualpi2").withFactors("dualpi2", Map.of("betaPerSecond", 4.0));
        assertThat(larger.values(FAST).get("betaPerSecond")).isEqualTo(4 * scaled);
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
        assertThat(names("targets"))
                .contains("cycleMs", "margin")
                .doesNotContain("aDelayMs", "periodMs", "startBps", "capacityPackets");
    }

    /** Else a search learns which classes its training networks favour. */
    @ParameterizedTest
    @ValueSource(strings = {"ecn-wrr", "tcn-wrr", "dcqcn-wrr", "dctcp-wrr", "hpcc-wrr"})
    void sharesOfClassQueuesAreGivenAsWeirsImportanceIs(String scheme) {
        assertThat(names(scheme)).doesNotContain("weightA", "weightB", "weightC");
        assertThat(names("dualpi2")).contains("stepMs").doesNotContain("weightL", "weightC");
        for (ComparedNetwork network : List.of(SLOW, FAST)) {
            Values values = read(scheme + "@scaled").values(network);
            Values own = read("targets").values(network);
            for (String one : List.of("A", "B", "C")) {
                assertThat(values.get("weight" + one))
                        .isEqualTo(own.get(one.toLowerCase(Locale.ROOT) + "Importance"));
            }
        }
    }

    @Test
    void aSearchVariesOfHpccWithClassQueuesWhatItVariesOfHpcc() {
        assertThat(names("hpcc-wrr"))
                .containsExactlyElementsOf(names("hpcc"))
                .contains("utilization", "increaseBps");
        var factors = Map.of("utilization", 1.02, "increaseBps", 2.0);
        SchemeChoice tuned = SchemeChoice.read("hpcc-wrr@tuned", Map.of("hpcc-wrr", factors));
        SchemeChoice one = SchemeChoice.read("hpcc@tuned", Map.of("hpcc", factors));
        for (String parameter : List.of("utilization", "increaseBps", "startBps")) {
            assertThat(tuned.values(FAST).get(parameter))
                    .isEqualTo(one.values(FAST).get(parameter));
        }
    }

    /** Those of the testbeds are 0 or 1, which no factor would change, or only downwards. */
    @Test
    void aSearchMovesWhatItsFactorsMoveOnTheTrainingNetworks() {
        assertThat(names("targets"))
                .contains("firstUsedRatio", "quietUsedRatio", "usedRatio", "quietGrowth")
                .doesNotContain("windowRoundTrips", "commonThreshold");
        assertThat(names("targets:usedRatio=0.5")).doesNotContain("usedRatio");
        assertThat(names("dcqcn")).contains("pMax");
    }

    private static List<String> names(String scheme) {
        return SearchRanges.names(read(scheme), List.of(SLOW, FAST));
    }

    private static SchemeChoice read(String text) {
        return SchemeChoice.read(text, Map.of());
    }
}
