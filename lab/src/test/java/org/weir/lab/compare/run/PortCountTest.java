// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.control.measurement.DelayHistogram.COARSEST;
import static org.weir.lab.compare.run.PortCount.Verdict.KEPT;
import static org.weir.lab.compare.run.PortCount.Verdict.MISSED;
import static org.weir.lab.compare.run.PortCount.Verdict.TOO_FEW;
import static org.weir.lab.compare.run.PortCount.Verdict.UNDECIDED;

import org.junit.jupiter.api.Test;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;

class PortCountTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void fewPacketsTellNothing() {
        Targets loss = Targets.builder().lossFraction(0.01).build();
        assertThat(count(29, 29, delays(29, 0, 0)).judge(loss, SECOND_NS)).isEqualTo(TOO_FEW);
        assertThat(count(30, 30, delays(30, 0, 0)).judge(loss, SECOND_NS)).isEqualTo(MISSED);
    }

    @Test
    void meanIsDecidedByTheBordersOfBuckets() {
        // 100 packets of 64 to 80 µs and 100 of 128 to 160 µs: a mean of 96 to 120 µs.
        long[] delays = delays(0, 100, 100);
        assertThat(count(200, 0, delays).judge(mean(0.0959), SECOND_NS)).isEqualTo(MISSED);
        assertThat(count(200, 0, delays).judge(mean(0.0961), SECOND_NS)).isEqualTo(UNDECIDED);
        assertThat(count(200, 0, delays).judge(mean(0.1199), SECOND_NS)).isEqualTo(UNDECIDED);
        assertThat(count(200, 0, delays).judge(mean(0.1201), SECOND_NS)).isEqualTo(KEPT);
    }

    @Test
    void onePacketInAHundredMayBeLate() {
        Targets within100Us = Targets.builder().p99DelayMs(0.1).build();
        assertThat(count(200, 0, delays(0, 198, 2)).judge(within100Us, SECOND_NS)).isEqualTo(KEPT);
        assertThat(count(200, 0, delays(0, 197, 3)).judge(within100Us, SECOND_NS))
                .isEqualTo(MISSED);
        assertThat(count(40, 0, delays(0, 39, 1)).judge(within100Us, SECOND_NS)).isEqualTo(KEPT);
        Targets within70Us = Targets.builder().p99DelayMs(0.07).build();
        assertThat(count(200, 0, delays(197, 3, 0)).judge(within70Us, SECOND_NS))
                .isEqualTo(UNDECIDED);
    }

    @Test
    void aLossOrARateIsExact() {
        Targets loss = Targets.builder().lossFraction(0.01).build();
        assertThat(count(1000, 10, delays(990, 0, 0)).judge(loss, SECOND_NS)).isEqualTo(KEPT);
        assertThat(count(1000, 11, delays(989, 0, 0)).judge(loss, SECOND_NS)).isEqualTo(MISSED);
        Targets rate = Targets.builder().minRateBps(1e6).build();
        assertThat(rates(200_000, 120_000).judge(rate, SECOND_NS)).isEqualTo(KEPT);
        assertThat(rates(200_000, 118_000).judge(rate, SECOND_NS)).isEqualTo(MISSED);
        assertThat(rates(100_000, 96_000).judge(rate, SECOND_NS)).isEqualTo(KEPT);
    }

    @Test
    void countsSinceAnEarlierReading() {
        PortCount more =
                new PortCount(5, 50, 40, 1, COARSEST, 3, 2)
                        .since(new PortCount(2, 20, 15, 1, COARSEST, 1, 2));
        assertThat(more.arrived()).isEqualTo(3);
        assertThat(more.arrivedBytes()).isEqualTo(30);
        assertThat(more.departedBytes()).isEqualTo(25);
        assertThat(more.dropped()).isZero();
        assertThat(more.delays()).containsExactly(2, 0);
    }

    @Test
    void delaysOfOtherBucketsTellNothing() {
        DelayHistogram fine = DelayHistogram.of(RateWindow.ofUs(128));
        PortCount now = new PortCount(500, 0, 0, 500, fine, delays(500, 0, 0));
        assertThat(now.since(count(100, 0, delays(100, 0, 0))).judge(mean(1), SECOND_NS))
                .isEqualTo(TOO_FEW);
    }

    private static Targets mean(double ms) {
        return Targets.builder().delayMs(ms).build();
    }

    private static PortCount count(long arrived, long dropped, long[] delays) {
        return new PortCount(arrived, 0, 0, dropped, COARSEST, delays);
    }

    private static PortCount rates(long arrivedBytes, long departedBytes) {
        return new PortCount(100, arrivedBytes, departedBytes, 0, COARSEST, delays(100, 0, 0));
    }

    /** Packets below 64 µs, of 64 to 80 µs and of 128 to 160 µs. */
    private static long[] delays(long first, long second, long third) {
        long[] delays = new long[DelayHistogram.BUCKETS];
        delays[0] = first;
        delays[COARSEST.bucketOf(64)] = second;
        delays[COARSEST.bucketOf(128)] = third;
        return delays;
    }
}
