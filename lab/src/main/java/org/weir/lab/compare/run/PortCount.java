// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.Arrays;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;
import org.weir.wire.p4.WeirEgress;

/**
 * Counters of one class at one port.
 *
 * @param arrived packets, dropped ones included
 * @param arrivedBytes their bytes
 * @param departedBytes bytes that left
 * @param dropped packets
 * @param histogram buckets in which the port counts delays
 * @param delays packets by bucket
 */
record PortCount(
        long arrived,
        long arrivedBytes,
        long departedBytes,
        long dropped,
        DelayHistogram histogram,
        long... delays) {
    private static final double LATE_PART = 0.01;
    private static final double RATE_TOLERANCE = 0.05;
    private static final double US_PER_MS = 1000;
    private static final double NS_PER_SECOND = 1e9;

    /** Verdict on a class-period at a port. */
    enum Verdict {
        /** Fewer than {@value ClassPeriods#LEAST_PACKETS} packets, or buckets have changed. */
        TOO_FEW,
        /** All targets, whatever delays within their buckets were. */
        KEPT,
        /** A target was missed, whatever delays within their buckets were. */
        MISSED,
        /** Depends on what delays within their buckets were. */
        UNDECIDED
    }

    /** The histogram of a queue. */
    static long[] delays(SwitchControl device, int queue) {
        CounterControl counter = device.counter(WeirEgress.QueueStatistics.DELAYS).orElseThrow();
        long[] counts = new long[DelayHistogram.BUCKETS];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = counter.read(queue * DelayHistogram.BUCKETS + i).packets();
        }
        return counts;
    }

    /** Counts since an earlier reading; 0 if delays were counted in other buckets then. */
    PortCount since(PortCount earlier) {
        if (!histogram.equals(earlier.histogram)) {
            return new PortCount(0, 0, 0, 0, histogram, new long[delays.length]);
        }
        long[] more = delays.clone();
        for (int i = 0; i < more.length; i++) {
            more[i] -= earlier.delays[i];
        }
        return new PortCount(
                arrived - earlier.arrived,
                arrivedBytes - earlier.arrivedBytes,
                departedBytes - earlier.departedBytes,
                dropped - earlier.dropped,
                histogram,
                more);
    }

    /** Mean queueing delay, ms; NaN if no packet left. */
    double delayMeanMs() {
        double[] counts = new double[delays.length];
        Arrays.setAll(counts, i -> delays[i]);
        return histogram.meanUs(counts) / US_PER_MS;
    }

    /**
     * Compares with targets: mean and 99th percentile of the delay, loss and least rate. One packet
     * too late or lost is no miss.
     *
     * @param lengthNs time in which it was counted, ns
     */
    Verdict judge(Targets targets, long lengthNs) {
        if (arrived < ClassPeriods.LEAST_PACKETS) {
            return Verdict.TOO_FEW;
        }
        double mostLost = targets.lossFraction().orElse(1) * arrived;
        double owedBytes =
                Math.min(
                        arrivedBytes,
                        targets.minRateBps().orElse(0) * lengthNs / NS_PER_SECOND / Byte.SIZE);
        if (dropped > Math.max(1, mostLost) || departedBytes < (1 - RATE_TOLERANCE) * owedBytes) {
            return Verdict.MISSED;
        }
        double meanUs = US_PER_MS * targets.delayMs().orElse(Double.POSITIVE_INFINITY);
        double p99Us = US_PER_MS * targets.p99DelayMs().orElse(Double.POSITIVE_INFINITY);
        double packets = 0;
        double leastSumUs = 0;
        double mostSumUs = 0;
        double surelyLate = 0;
        double perhapsLate = 0;
        for (int i = 0; i <= DelayHistogram.LAST_BUCKET; i++) {
            double fromUs = histogram.lowerBoundUs(i);
            double toUs = histogram.upperBoundUs(i);
            packets += delays[i];
            leastSumUs += delays[i] * fromUs;
            mostSumUs += delays[i] * toUs;
            surelyLate += fromUs > p99Us ? delays[i] : 0;
            perhapsLate += toUs > p99Us ? delays[i] : 0;
        }
        double mayBeLate = Math.max(1, LATE_PART * packets);
        if (leastSumUs > meanUs * packets || surelyLate > mayBeLate) {
            return Verdict.MISSED;
        }
        return mostSumUs > meanUs * packets || perhapsLate > mayBeLate
                ? Verdict.UNDECIDED
                : Verdict.KEPT;
    }
}
