// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Arrays;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;

/**
 * Counts of one queue since they were judged last: of the last solve round alone if it had enough
 * packets, else of so many rounds as have. Not safe for use by several threads; the port's lock
 * guards it.
 */
final class IntervalCount {
    private static final double NS_PER_SECOND = 1e9;
    private static final double BITS_PER_BYTE = 8;

    /** Time after which packets that are still too few are forgotten, s. */
    private static final double LONGEST_SECONDS = 600;

    private final double[] delays = new double[DelayHistogram.BUCKETS];
    private double arrivedPackets;
    private double droppedPackets;
    private double arrivedBits;
    private double departedBits;

    /** Packets that wait at the end less those that waited at the beginning. */
    private double backlogGrowth;

    private double seconds;

    /**
     * Adds what lies between two readings.
     *
     * @param hasDelays false if their delays are not known, or not counted in the same buckets
     */
    void add(QueueSample before, QueueSample now, boolean hasDelays) {
        seconds += (now.timeNs() - before.timeNs()) / NS_PER_SECOND;
        arrivedPackets += now.arrivedPackets() - before.arrivedPackets();
        droppedPackets += now.droppedPackets() - before.droppedPackets();
        arrivedBits += BITS_PER_BYTE * (now.arrivedBytes() - before.arrivedBytes());
        departedBits += BITS_PER_BYTE * (now.departedBytes() - before.departedBytes());
        backlogGrowth += waiting(now) - waiting(before);
        for (int i = 0; hasDelays && i < delays.length; i++) {
            delays[i] += now.delayCount(i) - before.delayCount(i);
        }
    }

    private static long waiting(QueueSample sample) {
        return sample.arrivedPackets() - sample.departedPackets() - sample.droppedPackets();
    }

    /**
     * True if there are enough packets for a verdict. Of packets that wait no delay is known yet,
     * so delays may be fewer than arrivals; a switch may also not tell any.
     */
    boolean isEnough() {
        double known = Arrays.stream(delays).sum();
        int least = QueueEstimate.Reading.LEAST_PACKETS;
        return known >= least || arrivedPackets >= (known > 0 ? 2 * least : least);
    }

    /** True if the packets are still not enough after the longest time. */
    boolean isTooOld() {
        return seconds > LONGEST_SECONDS;
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(delays, 0);
        arrivedPackets = 0;
        droppedPackets = 0;
        arrivedBits = 0;
        departedBits = 0;
        backlogGrowth = 0;
        seconds = 0;
    }

    /** The measurements that targets are about; each is 0 where nothing was counted. */
    QueueEstimate.Reading reading(DelayHistogram histogram) {
        QueueEstimate.Reading reading = new QueueEstimate.Reading();
        reading.arrivedPackets = arrivedPackets;
        reading.arrivalRateBps = seconds > 0 ? arrivedBits / seconds : 0;
        reading.departureRateBps = seconds > 0 ? departedBits / seconds : 0;
        reading.owedRateBps = reading.arrivalRateBps * owedPart(arrivedPackets, backlogGrowth);
        reading.lossFraction =
                arrivedPackets > 0 ? Math.min(1, droppedPackets / arrivedPackets) : 0;
        reading.delaysOf(delays.clone(), histogram);
        return reading;
    }

    /**
     * Part of the packets that arrived between two readings by which the backlog did not grow, 0 to
     * 1.
     */
    static double owedPart(QueueSample before, QueueSample now) {
        return owedPart(
                now.arrivedPackets() - before.arrivedPackets(), waiting(now) - waiting(before));
    }

    private static double owedPart(double arrivedPackets, double backlogGrowth) {
        return arrivedPackets > 0
                ? Math.max(0, Math.min(1, 1 - backlogGrowth / arrivedPackets))
                : 0;
    }
}
