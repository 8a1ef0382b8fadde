// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Points in which Linux's CUBIC differs from RFC 9438. */
class LinuxCubicTest {
    private static final int SEGMENT_BYTES = 1000;
    private static final long MS = 1_000_000;

    private final LinuxCubic cubic =
            new LinuxCubic(new InitialWindow(SEGMENT_BYTES, 10, false, false, 0, 0));
    private long nowNs;
    private long acknowledged;

    private double window() {
        return cubic.windowBytes() / SEGMENT_BYTES;
    }

    /** A round trip: its acknowledgements come evenly, each for one segment. */
    private void round(long rttNs, long spreadNs) {
        int segments = (int) window();
        long end = acknowledged + (long) segments * SEGMENT_BYTES;
        for (int i = 0; i < segments; i++) {
            acknowledged += SEGMENT_BYTES;
            cubic.onAcknowledged(
                    new Acknowledged(
                            nowNs + i * spreadNs / segments,
                            SEGMENT_BYTES,
                            0,
                            rttNs,
                            rttNs,
                            acknowledged,
                            end,
                            true,
                            Delivery.NONE));
        }
        nowNs += rttNs;
    }

    private void lose() {
        cubic.onCongestion(CongestionSignal.LOSS, cubic.windowBytes(), nowNs);
    }

    @Test
    void keepsWholeSegmentsAtCongestion() {
        cubic.setWindowBytes(9.9 * SEGMENT_BYTES);
        lose();
        assertThat(window()).isEqualTo(6);
    }

    @Test
    void followsTheCubicFunctionOneRoundTripAhead() {
        cubic.setWindowBytes(1000.0 * SEGMENT_BYTES);
        lose();
        long rttNs = 100 * MS;
        double toPlateau = Math.cbrt((1000 - window()) / 0.4);
        while (nowNs < 2 * toPlateau * 1e9) {
            round(rttNs, rttNs);
            double t = nowNs / 1e9;
            double law = 0.4 * Math.pow(t - toPlateau, 3) + 1000;
            assertThat(window()).as("at %.1f s", t).isCloseTo(law, Percentage.withPercentage(3));
        }
    }

    @Test
    void growsLikeRenoWithSevenTenthsAboveTheWindowBeforeToo() {
        cubic.setWindowBytes(20.0 * SEGMENT_BYTES);
        lose();
        double begin = window();
        long rttNs = 20 * MS;
        int rounds = 60;
        for (int i = 0; i < rounds; i++) {
            round(rttNs, rttNs);
        }
        // RFC 9438 would grow by one segment per round trip from 20 segments on.
        assertThat(window() - begin).isCloseTo(rounds * 3 * 0.3 / 1.7, Offset.offset(3.0));
    }

    /** Until the window has changed, or for 32 ms: seven ticks of 4 ms, and the one begun. */
    @Test
    void growsAnewAfterAWhileOnly() {
        cubic.setWindowBytes(20.0 * SEGMENT_BYTES);
        lose();
        assertThat(window()).isEqualTo(14);
        for (int i = 0; i < 16; i++) {
            round(2 * MS, 2 * MS);
            assertThat(window()).as("round %d", i).isLessThanOrEqualTo(16);
        }
        for (int i = 0; i < 10; i++) {
            round(2 * MS, 2 * MS);
        }
        // Reno's would be 14 + 26 · 8/15 by now.
        assertThat(window()).isGreaterThan(18);
    }

    @Test
    void leavesSlowStartAtOnceWhenRoundTripsGrow() {
        round(20 * MS, 4 * MS);
        assertThat(window()).isEqualTo(20);
        round(20 * MS, 4 * MS);
        assertThat(window()).isEqualTo(40);
        round(27 * MS, 100 * MS);
        assertThat(cubic.thresholdBytes()).isLessThanOrEqualTo(50.0 * SEGMENT_BYTES);
        double window = window();
        round(27 * MS, 100 * MS);
        assertThat(window()).as("5 % a round trip").isLessThan(1.2 * window);
    }

    @Test
    void leavesSlowStartWhenAcknowledgementsFollowEachOtherForHalfARoundTrip() {
        round(20 * MS, 4 * MS);
        round(20 * MS, 14 * MS);
        assertThat(cubic.thresholdBytes()).isBetween(20.0 * SEGMENT_BYTES, 40.0 * SEGMENT_BYTES);
    }

    /** Four bursts of 64 KB at the pace of slow start are longer than 1 ms, the most there is. */
    @Test
    void forgivesAcknowledgementsTheTimeOfBursts() {
        round(20 * MS, 4 * MS);
        round(20 * MS, 10_400_000);
        assertThat(window()).isEqualTo(40);
        assertThat(cubic.thresholdBytes()).isInfinite();
        round(20 * MS, 11 * MS);
        assertThat(cubic.thresholdBytes()).isLessThan(80.0 * SEGMENT_BYTES);
    }

    @Test
    void staysInSlowStartWithoutEither() {
        for (int i = 0; i < 4; i++) {
            round(20 * MS, 4 * MS);
        }
        assertThat(window()).isEqualTo(160);
        assertThat(cubic.thresholdBytes()).isInfinite();
    }
}
