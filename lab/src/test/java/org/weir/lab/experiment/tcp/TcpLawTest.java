// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;
import org.weir.lab.host.transport.tcp.congestion.Dctcp;
import org.weir.lab.host.transport.tcp.congestion.Prague;
import org.weir.lab.scheme.Values;
import org.weir.rules.ComputesOnly;

/** Rates of single senders against the laws that are known of them, within 10 % but for one. */
@ComputesOnly
class TcpLawTest {
    private static final long MS = 1_000_000;
    private static final long RTT_NS = 80 * MS;
    private static final Percentage TENTH = Percentage.withPercentage(10);

    /** Mathis et al. (CCR 1997): √1.5/√p; from p = 0.01 on the round trip of a repair counts. */
    @ParameterizedTest
    @CsvSource({"1e-4, false", "1e-3, false", "3e-3, false", "1e-3, true", "3e-3, true"})
    void renoSendsByMathis(double p, boolean isMark) {
        LineFlow.Means means =
                run(
                        config(CongestionAlgorithm.RENO, isMark),
                        SegmentRule.every(p),
                        RTT_NS,
                        Math.max(20_000, 60 / p));

        assertThat(means.delivered()).isCloseTo(Math.sqrt(1.5 / p), TENTH);
        assertThat(means.timeouts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1})
    void renoSendsByMathisWithTheRepair(double p) {
        assertThat(law(LawScenario.Law.RENO, 60 / p, Map.of("p", p)).get("overExtended"))
                .isCloseTo(1, TENTH);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 3e-3, 1e-2, 3e-2})
    void renoSendsByPftk(double p) {
        assertThat(law(LawScenario.Law.PFTK, 1000 / p, Map.of("p", p)).get("overExtended"))
                .isCloseTo(1, TENTH);
    }

    /** With the loss detection that the formula has, six loss events in ten are timeouts. */
    @Test
    void renoWithThreeDuplicatesSendsByPftkWhereTimeoutsCount() {
        Map<String, Double> means =
                law(LawScenario.Law.PFTK, 20_000, Map.of("p", 0.1, "rackTlp", 0.0));

        assertThat(means.get("timeouts"))
                .isCloseTo(LawFormulas.pftkTimeouts(0.1), Percentage.withPercentage(15));
        assertThat(means.get("overExtended")).isCloseTo(1, TENTH);
    }

    /** RACK-TLP needs no three duplicate acknowledgements. */
    @Test
    void renoHasFewerTimeoutsThanPftk() {
        Map<String, Double> means = law(LawScenario.Law.PFTK, 20_000, Map.of("p", 0.1));

        assertThat(means.get("timeouts")).isLessThan(LawFormulas.pftkTimeouts(0.1) / 2);
        assertThat(means.get("overExtended")).isBetween(1.05, 1.25);
    }

    /** Padhye et al., equation 30: about √1.5/√p for small p, without timeouts. */
    @Test
    void pftkMeetsMathis() {
        assertThat(LawFormulas.pftk(1e-6, 3.5))
                .isCloseTo(LawFormulas.reno(1e-6), Percentage.withPercentage(1));
        assertThat(LawFormulas.pftkTimeouts(1e-6)).isLessThan(0.01);
        assertThat(LawFormulas.pftkTimeouts(0.5)).isEqualTo(1);
    }

    /** RFC 9438, section 5.1, figure 5, where this is above Reno's rate: within 15 %. */
    @ParameterizedTest
    @CsvSource({"1e-4, 200", "3e-4, 200", "1e-3, 200", "1e-4, 80", "1e-4, 400"})
    void cubicSendsByThePowerOfThreeQuarters(double p, double rttMs) {
        double law = LawFormulas.cubic(p, rttMs / 1000);

        assertThat(law).isGreaterThan(LawFormulas.reno(p));
        assertThat(cubic(p, rttMs).get("measured")).isCloseTo(law, Percentage.withPercentage(15));
    }

    /** RFC 9438, section 4.3: with short round trips CUBIC sends as Reno does. */
    @ParameterizedTest
    @ValueSource(doubles = {3e-4, 1e-3, 3e-3})
    void cubicIsFriendlyToReno(double p) {
        assertThat(cubic(p, 20).get("measured")).isCloseTo(LawFormulas.reno(p), TENTH);
    }

    @ParameterizedTest
    @CsvSource({
        "1e-4, 20",
        "1e-3, 20",
        "1e-2, 20",
        "3e-2, 20",
        "1e-1, 20",
        "3e-4, 80",
        "1e-3, 80",
        "3e-3, 80",
        "1e-2, 80",
        "1e-1, 80",
        "1e-4, 200",
        "3e-4, 200",
        "1e-3, 200",
        "3e-3, 200",
        "1e-2, 200",
        "3e-2, 200",
        "1e-1, 200",
        "3e-4, 400",
        "1e-3, 400",
        "3e-3, 400",
        "1e-2, 400",
        "3e-2, 400",
        "1e-1, 400"
    })
    void cubicSendsByItsWindowFunctions(double p, double rttMs) {
        assertThat(cubic(p, rttMs).get("overExtended")).isCloseTo(1, TENTH);
    }

    private static Map<String, Double> cubic(double p, double rttMs) {
        return law(LawScenario.Law.CUBIC, 60 / p, Map.of("p", p, "roundTripMs", rttMs));
    }

    /** Each segment is marked with probability p: α is p, and the window that of RFC 8257. */
    @ParameterizedTest
    @CsvSource({"1e-2, false", "3e-2, false", "1e-1, false", "1e-2, true", "3e-2, true"})
    void dctcpEstimatesTheFractionMarked(double p, boolean accEcn) {
        LineFlow.Means means = run(dctcp(accEcn), SegmentRule.random(p, 1), RTT_NS, 6000 / p);

        assertThat(means.delivered()).isCloseTo(LawFormulas.dctcpByRules(p), TENTH);
        assertThat(means.estimate()).isCloseTo(p, TENTH);
    }

    /** From far away the window takes more than 1/p round trips to settle. */
    @ParameterizedTest
    @CsvSource({"0.9, 1", "1.1, -1"})
    void dctcpApproachesTheWindowOfSmallProbabilities(double startPart, double sign) {
        Map<String, Double> means =
                law(LawScenario.Law.DCTCP, 2_000_000, Map.of("p", 1e-3, "startPart", startPart));

        assertThat(means.get("drift") * sign).isPositive();
    }

    /** With its own feedback, or with AccECN's counters. */
    private static TcpConfig dctcp(boolean accEcn) {
        return config(CongestionAlgorithm.DCTCP, true).withAccEcn(accEcn);
    }

    /** Alizadeh et al., equation 6: larger windows need a smaller gain than RFC 8257's. */
    @ParameterizedTest
    @CsvSource({"100, false", "200, false", "300, false", "100, true", "200, true", "300, true"})
    void dctcpSettlesAtItsFixedPoint(int window, boolean accEcn) {
        LineFlow.Means means =
                run(dctcp(accEcn), SegmentRule.above(window), RTT_NS, 1500.0 * window);

        assertThat(means.estimate()).isCloseTo(LawFormulas.alpha(window), TENTH);
    }

    @ParameterizedTest
    @ValueSource(doubles = {3, 10, 30, 100, 300, 1000, 1500, 2000, 3000})
    void dctcpSettlesAtTheFixedPointOfItsGain(double window) {
        Map<String, Double> means =
                law(
                        LawScenario.Law.DCTCP_ABOVE,
                        300 * window,
                        Map.of("windowSegments", window, "startPart", 1.0));

        assertThat(means.get("overExtended")).isCloseTo(1, TENTH);
    }

    /** A small gain leaves of the fixed point what equation 6 says, but for the echo. */
    @Test
    void fixedPointOfASmallGainIsTheOneOfThePaper() {
        assertThat(LawFormulas.alphaWithGain(1e6, 1e-5))
                .isCloseTo(LawFormulas.alpha(1e6), Percentage.withPercentage(1));
    }

    /**
     * Prague's α is p, too. A mark does not reduce within one virtual round trip V, at least 25 ms,
     * of the last one that did, so with x marks in V reductions are V (1 + 1/x) apart. Growth by
     * R/V segments in V and the loss of x/2 R/V in each reduction balance at x = 1 + √3. So below
     * 25 ms the rate does not depend on the round trip R.
     */
    @ParameterizedTest
    @CsvSource({"1e-2, 80", "3e-2, 80", "1e-2, 25", "1e-2, 10", "1e-2, 5"})
    void praguesRateDoesNotDependOnShortRoundTrips(double p, long rttMs) {
        LineFlow.Means means =
                run(
                        config(CongestionAlgorithm.PRAGUE, true),
                        SegmentRule.random(p, 1),
                        rttMs * MS,
                        3000 / p);

        assertThat(means.delivered())
                .isCloseTo((1 + Math.sqrt(3)) / p * Math.min(1, rttMs / 25.0), TENTH);
        assertThat(means.estimate()).isCloseTo(p, TENTH);
    }

    /** The experiment's cases have values in range. */
    @Test
    void casesOfTheExperimentAreAccepted() {
        Values values = Values.of(LawScenario.INSTANCE.parameters());
        for (Experiment experiment : LawExperiments.all()) {
            experiment.cases().forEach(one -> values.with(one.settings()));
        }
    }

    private static TcpConfig config(CongestionAlgorithm algorithm, boolean ecn) {
        return TcpConfig.of(algorithm).with(ecn, false, false).withSegmentsPerAck(1);
    }

    /** Means of the last two thirds of a run. */
    private static LineFlow.Means run(
            TcpConfig config, SegmentRule rule, long rttNs, double segments) {
        LineFlow flow = new LineFlow(config, rule, rttNs, TcpLawTest::alpha);
        flow.runTo(Math.round(segments / 3));
        return flow.run(Math.round(segments * 2 / 3));
    }

    private static double alpha(CongestionControl control) {
        if (control instanceof Prague prague) {
            return prague.alpha();
        }
        return control instanceof Dctcp dctcp ? dctcp.alpha() : 0;
    }

    private static Map<String, Double> law(
            LawScenario.Law law, double segments, Map<String, Double> settings) {
        Map<String, Double> all = new TreeMap<>(settings);
        double measured = Math.round(Math.max(20_000, segments));
        all.put("law", law.ordinal() + 1.0);
        all.put("segments", measured);
        all.put("warmUpSegments", Math.rint(measured / 3));
        Values values = Values.of(LawScenario.INSTANCE.parameters()).with(all);
        Outcome outcome = LawScenario.INSTANCE.run(null, values, 1, RunWatch.NONE);
        return outcome.quantities();
    }
}
