// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.weir.control.PortId;
import org.weir.control.RateWindow;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;
import org.weir.control.tuning.Tuning;

class MeasuredTargetsTest {
    private static final PortId PORT = new PortId("device:s1", 1);
    private static final long SECOND = 1_000_000_000L;

    private static MeasuredTargets judge(Targets targets, long dropped, long... delaysAndCounts) {
        QueueEstimate estimate = new QueueEstimate();
        estimate.onSample(sample(0, 0, 0), 1e10, SECOND, Tuning.DEFAULTS);
        estimate.onSample(
                sample(SECOND, dropped, delaysAndCounts.length, delaysAndCounts),
                1e10,
                SECOND,
                Tuning.DEFAULTS);
        return MeasuredTargets.of(targets, estimate.reading(Tuning.DEFAULTS));
    }

    private static QueueSample sample(long timeNs, long dropped, int words, long... delays) {
        long[] counts = new long[DelayHistogram.BUCKETS];
        long packets = 0;
        for (int i = 0; i < words; i += 2) {
            counts[DelayHistogram.COARSEST.bucketOf(delays[i])] += delays[i + 1];
            packets += delays[i + 1];
        }
        return QueueSample.builder(PORT, 0, timeNs)
                .arrived(packets + dropped, 1000 * (packets + dropped))
                .departed(packets, 1000 * packets)
                .dropped(dropped)
                .delayHistogram(counts)
                .build();
    }

    private static Targets mean(double ms) {
        return Targets.builder().delayMs(ms).build();
    }

    @Test
    void aMeanWithinTheFirstBucketIsUndecided() {
        MeasuredTargets found = judge(mean(0.02), 0, 10, 1000);
        assertThat(found.missed()).isEmpty();
        assertThat(found.undecided()).containsExactly(TargetKind.DELAY);
        assertThat(judge(mean(0.05), 0, 10, 1000).undecided()).isEmpty();
        // A third of the packets took 256 us at least: more than 0.08 ms however short the others.
        assertThat(judge(mean(0.08), 0, 10, 1000, 260, 500).missed())
                .containsExactly(TargetKind.DELAY);
    }

    private static MeasuredTargets judgeFine(Targets targets, long... delaysAndCounts) {
        DelayHistogram buckets = DelayHistogram.of(RateWindow.ofUs(256));
        double[] counts = new double[DelayHistogram.BUCKETS];
        QueueEstimate.Reading reading = new QueueEstimate.Reading();
        for (int i = 0; i < delaysAndCounts.length; i += 2) {
            counts[buckets.bucketOf(delaysAndCounts[i])] += delaysAndCounts[i + 1];
            reading.arrivedPackets += delaysAndCounts[i + 1];
        }
        reading.delaysOf(counts, buckets);
        return MeasuredTargets.of(targets, reading);
    }

    /** The last bucket holds all delays from 32.8 ms on. */
    @Test
    void aTargetAboveTheTopOfTheHistogramIsUndecidedWhileDelaysExceedTheTop() {
        Targets targets = Targets.builder().delayMs(40).p99DelayMs(50).jitterMs(45).build();
        assertThat(judgeFine(targets, 60_000, 1000).undecided())
                .containsExactly(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.JITTER);
        assertThat(judgeFine(targets, 60_000, 1000).missed()).isEmpty();
        assertThat(judgeFine(targets, 30_000, 1000).undecided()).isEmpty();
        // 5 of 1000 packets are later, so the 99th percentile is below.
        assertThat(judgeFine(targets, 1000, 995, 60_000, 5).undecided())
                .doesNotContain(TargetKind.P99_DELAY);
        assertThat(judgeFine(mean(20), 60_000, 1000).missed()).containsExactly(TargetKind.DELAY);
    }

    /** The bucket of 10.3 ms holds delays from 10.24 ms to 12.287. */
    @Test
    void aMeanWithinABucketIsUndecided() {
        assertThat(judge(mean(11), 0, 10_300, 1000).missed()).isEmpty();
        assertThat(judge(mean(11), 0, 10_300, 1000).undecided()).containsExactly(TargetKind.DELAY);
        assertThat(judge(mean(10.2), 0, 10_300, 1000).missed()).containsExactly(TargetKind.DELAY);
    }

    /** 8.190 and 8.194 ms are in neighbouring buckets; they may be equal but for a microsecond. */
    @Test
    void aJitterThatTheBucketsMakeIsUndecided() {
        Targets targets = Targets.builder().jitterMs(0.5).build();
        assertThat(judge(targets, 0, 8190, 500, 8194, 500).missed()).isEmpty();
        assertThat(judge(targets, 0, 8190, 500, 8194, 500).undecided())
                .containsExactly(TargetKind.JITTER);
        assertThat(judge(targets, 0, 8190, 500, 10_300, 500).missed())
                .containsExactly(TargetKind.JITTER);
    }

    @Test
    void aPercentileOfFewPacketsIsUndecided() {
        Targets targets = Targets.builder().p99DelayMs(1).build();
        assertThat(judge(targets, 0, 10, 48, 3000, 1).undecided())
                .containsExactly(TargetKind.P99_DELAY);
        assertThat(judge(targets, 0, 10, 4800, 3000, 100).missed())
                .containsExactly(TargetKind.P99_DELAY);
        assertThat(judge(targets, 0, 10, 4800, 3000, 40).undecided()).isEmpty();
    }

    @Test
    void aLossOfOnePacketIsUndecided() {
        Targets targets = Targets.builder().lossFraction(0.001).build();
        assertThat(judge(targets, 1, 10, 500).undecided()).containsExactly(TargetKind.LOSS);
        assertThat(judge(targets, 20, 10, 5000).missed()).containsExactly(TargetKind.LOSS);
        assertThat(judge(targets, 0, 10, 5000).undecided()).isEmpty();
    }

    @Test
    void delaysOfOtherBucketsAreForgotten() {
        QueueEstimate estimate = new QueueEstimate();
        DelayHistogram fine = DelayHistogram.of(RateWindow.ofUs(128));
        long[] counts = new long[DelayHistogram.BUCKETS];
        counts[DelayHistogram.COARSEST.bucketOf(10)] = 1000;
        read(estimate, 0, new long[DelayHistogram.BUCKETS]);
        read(estimate, SECOND, counts);
        assertThat(estimate.reading(Tuning.DEFAULTS).delayMeanMs).isEqualTo(0.0315);
        // The buckets change between the second reading and the third.
        estimate.countDelaysIn(fine, 3 * SECOND / 2);
        assertThat(estimate.reading(Tuning.DEFAULTS).delayPackets).isZero();
        counts[fine.bucketOf(10)] += 1000;
        read(estimate, 2 * SECOND, counts);
        assertThat(estimate.reading(Tuning.DEFAULTS).delayPackets).isZero();
        counts[fine.bucketOf(10)] += 1000;
        read(estimate, 3 * SECOND, counts);
        assertThat(estimate.reading(Tuning.DEFAULTS).delayPackets).isEqualTo(1000);
        assertThat(estimate.reading(Tuning.DEFAULTS).delayMeanMs).isEqualTo(0.0105);
    }

    private static void read(QueueEstimate estimate, long timeNs, long[] counts) {
        QueueSample sample =
                QueueSample.builder(PORT, 0, timeNs)
                        .arrived(timeNs / 1_000_000, timeNs / 1000)
                        .departed(timeNs / 1_000_000, timeNs / 1000)
                        .delayHistogram(counts)
                        .build();
        estimate.onSample(sample, 1e10, 10 * SECOND, Tuning.DEFAULTS);
    }

    @Test
    void delayTargetsAreUndecidedWhilePacketsPassAndNoDelayIsKnown() {
        Targets targets = Targets.builder().delayMs(1).p99DelayMs(5).lossFraction(0.01).build();
        QueueEstimate estimate = new QueueEstimate();
        for (long second = 0; second < 2; second++) {
            estimate.onSample(
                    QueueSample.builder(PORT, 0, second * SECOND)
                            .arrived(1000 * second, 1_000_000 * second)
                            .departed(1000 * second, 1_000_000 * second)
                            .build(),
                    1e10,
                    SECOND,
                    Tuning.DEFAULTS);
        }
        MeasuredTargets found = MeasuredTargets.of(targets, estimate.reading(Tuning.DEFAULTS));
        assertThat(found.missed()).isEmpty();
        assertThat(found.undecided()).containsExactly(TargetKind.DELAY, TargetKind.P99_DELAY);
        assertThat(judge(targets, 0, 10, 1000).undecided()).isEmpty();
        MeasuredTargets idle =
                MeasuredTargets.of(targets, new QueueEstimate().reading(Tuning.DEFAULTS));
        assertThat(idle.undecided()).isEmpty();
    }

    private static MeasuredTargets rateOf(long[] arrived, long[] departed, long[] dropped) {
        Targets targets = Targets.builder().minRateBps(200_000).build();
        IntervalCount period = new IntervalCount();
        for (int i = 1; i < arrived.length; i++) {
            period.add(
                    counted(i - 1, arrived, departed, dropped),
                    counted(i, arrived, departed, dropped),
                    false);
        }
        return MeasuredTargets.of(targets, period.reading(DelayHistogram.COARSEST));
    }

    private static QueueSample counted(int second, long[] arrived, long[] left, long[] dropped) {
        return QueueSample.builder(PORT, 0, second * SECOND)
                .arrived(arrived[second], 1000 * arrived[second])
                .departed(left[second], 1000 * left[second])
                .dropped(dropped[second])
                .build();
    }

    /** The guaranteed rate is 25 packets/s. */
    @Test
    void aBurstThatTheReadingCutsMissesNoRate() {
        long[] none = {0, 0, 0};
        assertThat(rateOf(new long[] {0, 60}, new long[] {0, 20}, none).missed()).isEmpty();
        assertThat(rateOf(new long[] {60, 80}, new long[] {20, 80}, none).missed()).isEmpty();
        // The queue is full, and packets are dropped though fewer than guaranteed leave.
        assertThat(rateOf(new long[] {60, 120}, new long[] {20, 40}, new long[] {0, 40}).missed())
                .containsExactly(TargetKind.MIN_RATE);
    }
}
