// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;

/** Rates of single senders against the laws that are known of them, within 10 % but for one. */
class TcpLawTest {
    private static final long RTT_NS = 80 * TcpPair.MS;
    private static final double BETA = 0.7;
    private static final double C = 0.4;
    private static final Percentage TENTH = Percentage.withPercentage(10);

    /** Mathis et al. (CCR 1997): √1.5/√p; from p = 0.01 on the round trip of a repair counts. */
    @ParameterizedTest
    @CsvSource({"1e-4, false", "1e-3, false", "3e-3, false", "1e-4, true", "1e-3, true"})
    void renoSendsByMathis(double part, boolean isMark) {
        TcpTheory.Means means = reno(part, isMark);

        assertThat(means.rateSegments()).isCloseTo(Math.sqrt(1.5 / part), TENTH);
        assertThat(means.timeouts()).isZero();
    }

    /**
     * The same sum of segments between two losses, 1/p, with one round trip of repair at half the
     * window: 3/8 W² + 3/4 W + W/2 = 1/p in W/2 + 2 round trips.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e-4, 1e-3, 1e-2, 3e-2, 1e-1})
    void renoSendsByMathisWithTheRepair(double part) {
        TcpTheory.Means means = reno(part, false);

        double most = (-1.25 + Math.sqrt(1.25 * 1.25 + 1.5 / part)) / 0.75;
        assertThat(means.rateSegments()).isCloseTo(1 / part / (most / 2 + 2), TENTH);
    }

    private static TcpTheory.Means reno(double part, boolean isMark) {
        return new TcpTheory()
                .run(
                        CongestionAlgorithm.RENO,
                        TcpTheory.every(part),
                        isMark,
                        RTT_NS,
                        Math.round(Math.max(20_000, 60 / part)));
    }

    /**
     * RFC 9438, section 5.1, figure 5, where this is above Reno's rate: within 15 %, because the
     * law knows no fast convergence, without which the rate is above it.
     */
    @ParameterizedTest
    @CsvSource({"1e-4, 200", "3e-4, 200", "1e-3, 200", "1e-4, 80", "1e-4, 400"})
    void cubicSendsByThePowerOfThreeQuarters(double part, long rttMs) {
        TcpTheory.Means means = cubic(part, rttMs);

        double law =
                Math.pow(C * (3 + BETA) / (4 * (1 - BETA)), 0.25)
                        * Math.pow(rttMs / 1000.0 / part, 0.75);
        assertThat(law).isGreaterThan(Math.sqrt(1.5 / part));
        assertThat(means.rateSegments()).isCloseTo(law, Percentage.withPercentage(15));
    }

    /** RFC 9438, section 4.3: with short round trips CUBIC sends as Reno does. */
    @ParameterizedTest
    @ValueSource(doubles = {3e-4, 1e-3, 3e-3})
    void cubicIsFriendlyToReno(double part) {
        assertThat(cubic(part, 20).rateSegments()).isCloseTo(Math.sqrt(1.5 / part), TENTH);
    }

    private static TcpTheory.Means cubic(double part, long rttMs) {
        return new TcpTheory()
                .run(
                        CongestionAlgorithm.CUBIC,
                        TcpTheory.every(part),
                        true,
                        rttMs * TcpPair.MS,
                        Math.round(100 / part));
    }

    /** Each segment is marked with probability p: α is p, and with two marks a window W = 2/p. */
    @ParameterizedTest
    @CsvSource({"1e-2, false", "3e-2, false", "1e-2, true", "3e-2, true"})
    void dctcpEstimatesThePartMarked(double part, boolean accEcn) {
        TcpTheory theory = new TcpTheory();
        TcpTheory.Means means =
                theory.run(
                        dctcp(accEcn), TcpTheory.random(part, 1), RTT_NS, Math.round(3000 / part));

        assertThat(means.rateSegments()).isCloseTo(2 / part, TENTH);
        assertThat(means.alpha()).isCloseTo(part, TENTH);
    }

    /** With its own feedback, or with AccECN's counters. */
    private static TcpConfig dctcp(boolean accEcn) {
        return TcpConfig.of(CongestionAlgorithm.DCTCP).with(true, false, false).withAccEcn(accEcn);
    }

    /**
     * All above W segments in flight are marked: α²(1 − α/4) = (2W + 1)/(W + 1)² (DCTCP, SIGCOMM
     * 2010, equation 6). Larger windows need a smaller gain than RFC 8257's, and in smaller ones
     * the round trip of the echo counts, which the equation leaves out.
     */
    @ParameterizedTest
    @CsvSource({"100, false", "200, false", "300, false", "100, true", "200, true", "300, true"})
    void dctcpSettlesAtItsFixedPoint(int window, boolean accEcn) {
        TcpTheory theory = new TcpTheory();
        TcpTheory.Means means =
                theory.run(dctcp(accEcn), theory.above(window), RTT_NS, 1500L * window);

        double alpha = 0.1;
        for (int i = 0; i < 100; i++) {
            double right = (2.0 * window + 1) / Math.pow(window + 1, 2);
            alpha = Math.sqrt(right / (1 - alpha / 4));
        }
        assertThat(means.alpha()).isCloseTo(alpha, TENTH);
    }

    /**
     * Prague's α is p, too. A mark does not reduce within one virtual round trip V, at least 25 ms,
     * of the last one that did, so with x marks in V reductions are V (1 + 1/x) apart. Growth by
     * R/V segments in V and the loss of x/2 R/V in each reduction balance at x = 1 + √3. So below
     * 25 ms the rate does not depend on the round trip R.
     */
    @ParameterizedTest
    @CsvSource({"1e-2, 80", "3e-2, 80", "1e-2, 25", "1e-2, 10", "1e-2, 5"})
    void praguesRateDoesNotDependOnShortRoundTrips(double part, long rttMs) {
        TcpTheory.Means means =
                new TcpTheory()
                        .run(
                                CongestionAlgorithm.PRAGUE,
                                TcpTheory.random(part, 1),
                                true,
                                rttMs * TcpPair.MS,
                                Math.round(3000 / part));

        assertThat(means.rateSegments())
                .isCloseTo((1 + Math.sqrt(3)) / part * Math.min(1, rttMs / 25.0), TENTH);
        assertThat(means.alpha()).isCloseTo(part, TENTH);
    }
}
