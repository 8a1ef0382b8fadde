// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The window function of RFC 9438, section 4.2, and what surrounds it. */
class CubicTest {
    private static final int SEGMENT_BYTES = 1000;
    private static final long RTT_NS = 200_000_000L;
    private static final double C = 0.4;
    private static final double BETA = 0.7;

    private Cubic cubic = cubic(true);
    private long nowNs;

    private static Cubic cubic(boolean renoFriendly) {
        return new Cubic(new InitialWindow(SEGMENT_BYTES, 10, false, false, 0, 0), renoFriendly);
    }

    private double window() {
        return cubic.windowBytes() / SEGMENT_BYTES;
    }

    /** A round trip in which a window of segments is acknowledged, one by one. */
    private void round() {
        round(RTT_NS);
    }

    private void round(long rttNs) {
        int segments = (int) window();
        for (int i = 0; i < segments; i++) {
            cubic.onAcknowledged(
                    new Acknowledged(
                            nowNs + i * rttNs / segments,
                            SEGMENT_BYTES,
                            0,
                            rttNs,
                            rttNs,
                            0,
                            0,
                            true,
                            Delivery.NONE));
        }
        nowNs += rttNs;
    }

    private void lose() {
        cubic.onCongestion(CongestionSignal.LOSS, cubic.windowBytes(), nowNs);
    }

    @Test
    void followsTheCubicFunction() {
        cubic.setWindowBytes(1000.0 * SEGMENT_BYTES);
        lose();
        assertThat(window()).isEqualTo(700);

        double toPlateau = Math.cbrt(1000 * (1 - BETA) / C);
        for (int i = 1; nowNs < 2 * toPlateau * 1e9; i++) {
            round();
            double t = nowNs / 1e9;
            double law = C * Math.pow(t - toPlateau, 3) + 1000;
            assertThat(window())
                    .as("after %d round trips", i)
                    .isCloseTo(law, Percentage.withPercentage(2));
        }
    }

    /** Section 4.7: a flow that loses below its last plateau leaves room for others. */
    @Test
    void convergesFast() {
        cubic.setWindowBytes(1000.0 * SEGMENT_BYTES);
        lose();
        lose();
        assertThat(window()).isCloseTo(490, Percentage.withPercentage(0.01));

        double plateau = 700 * (1 + BETA) / 2;
        double toPlateau = Math.cbrt((plateau - 490) / C);
        while (nowNs < toPlateau * 1e9) {
            round();
        }
        assertThat(window()).isCloseTo(plateau, Percentage.withPercentage(2));
    }

    /** Section 4.3: with small windows growth is Reno's, 0.53 segments a round trip. */
    @Test
    void isFriendlyToReno() {
        assertThat(growthOfFourShortRounds()).isBetween(1.8, 2.3);
    }

    @Test
    void withoutTheRenoFriendlyRegionItHardlyGrowsThere() {
        cubic = cubic(false);
        // 14 to 20 segments take 2.5 s by the cubic function, of which 8 ms have passed.
        assertThat(growthOfFourShortRounds()).isBetween(0.0, 0.2);
    }

    private double growthOfFourShortRounds() {
        cubic.setWindowBytes(20.0 * SEGMENT_BYTES);
        lose();
        double before = window();
        for (int i = 0; i < 4; i++) {
            // A short round trip, in which the cubic function hardly grows.
            round(RTT_NS / 100);
        }
        return window() - before;
    }

    @Test
    void aTimeoutBeginsWithOneSegment() {
        cubic.setWindowBytes(100.0 * SEGMENT_BYTES);
        cubic.onCongestion(CongestionSignal.TIMEOUT, cubic.windowBytes(), nowNs);
        assertThat(window()).isEqualTo(1);
        assertThat(cubic.thresholdBytes()).isEqualTo(70 * SEGMENT_BYTES);
    }
}
