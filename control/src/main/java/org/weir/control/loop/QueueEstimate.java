// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.weir.control.filter.RateFilter;
import org.weir.control.filter.ShiftDetector;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.DepthReport;
import org.weir.control.measurement.QueueSample;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Estimates of one virtual queue from its readings and reports: rates, depth, delay, loss. Readings
 * may come late, out of order, not at all, or from a switch that has restarted. An implausible
 * reading is ignored. Not safe for use by several threads; the port's lock guards it.
 */
final class QueueEstimate {
    private static final double NS_PER_SECOND = 1e9;
    private static final long MIN_INTERVAL_NS = 1_000_000;
    private static final double BITS_PER_BYTE = 8;

    /** Changes of load by less than this part of the port's rate are ignored. */
    private static final double NEGLIGIBLE_LOAD = 1e-3;

    /**
     * Longest reading, in packet times, whose variance shows the bursts that a queue sees. Longer
     * readings show slow changes of the load.
     */
    private static final double LONGEST_READING_PACKETS = 5000;

    /** Readings without a change after which a load of 0 counts as known. */
    private static final int KNOWN_READINGS = 8;

    /**
     * Part of the port's rate from which a reading tells the length of packets. Short packets count
     * as usual ones here: what matters for shares is their number.
     */
    private static final double KNOWN_SIZE_LOAD = 5e-2;

    /** Number of packets from which a reading tells that they are longer than usual. */
    private static final int KNOWN_SIZE_PACKETS = 30;

    /** Packets that have faded to less than this number are forgotten. */
    private static final double FORGOTTEN_PACKETS = 0.5;

    /** Reports that have faded to less than this number are forgotten. */
    private static final double FORGOTTEN_REPORTS = 0.05;

    private final RateFilter arrivalBps = new RateFilter();
    private final RateFilter departureBps = new RateFilter();
    private final RateFilter owedBps = new RateFilter();
    private final RateFilter packetBytes = new RateFilter();
    private final ShiftDetector load = new ShiftDetector();
    private final ShiftDetector size = new ShiftDetector();
    private final IntervalCount lately = new IntervalCount();
    private final double[] delayCounts = new double[DelayHistogram.BUCKETS];

    private DelayHistogram histogram = DelayHistogram.COARSEST;

    /** True until a reading is known to count delays in the new buckets only. */
    private boolean bucketsChanged;

    private long bucketsChangedNs;

    /** True until a reading has ended that began before the present policy. */
    private boolean isPeriodCut;

    /**
     * True until a reading of delays has ended that began before the present policy. Delays may be
     * read more seldom than the other counters.
     */
    private boolean areDelaysCut;

    /** Time at which the delays of the last reading were read, ns. */
    private long delaysReadNs;

    private double readingSeconds;

    /** True if the last reading has a load that matters. */
    private boolean isSending;

    private QueueSample last;
    private double reportedRateBps = Double.NaN;
    private double arrivedPackets;
    private double droppedPackets;
    private double depthSum;
    private double depthCount;
    private double depthMax;
    private double depthMaxBefore;
    private long totalMarked;
    private long totalFeedback;
    private long totalDropped;
    private long accepted;
    private double acceptedLately;
    private double refusedLately;

    /** Takes a reading of the counters. */
    void onSample(QueueSample sample, double portRateBps, long staleNs, Tuning tuning) {
        QueueSample before = last;
        if (before == null) {
            last = sample;
            isPeriodCut = false;
            areDelaysCut = !sample.hasNewDelays();
            delaysReadNs = sample.timeNs();
            return;
        }
        long interval = sample.timeNs() - before.timeNs();
        if (interval < MIN_INTERVAL_NS && interval > -staleNs) {
            // Late, or so close that its rate would say nothing.
            refuse();
            return;
        }
        last = sample;
        boolean isOfTwoPeriods = isPeriodCut;
        isPeriodCut = false;
        boolean isOfTwoDelayPeriods = areDelaysCut;
        long delaysSinceNs = delaysReadNs;
        if (sample.hasNewDelays()) {
            areDelaysCut = false;
            delaysReadNs = sample.timeNs();
        }
        if (interval < 0 || hasRestarted(before, sample)) {
            // The switch or its clock has started anew: differences begin again from here.
            areDelaysCut = !sample.hasNewDelays();
            refuse();
            return;
        }
        double seconds = interval / NS_PER_SECOND;
        double arrived = 8.0 * (sample.arrivedBytes() - before.arrivedBytes()) / seconds;
        double departed = 8.0 * (sample.departedBytes() - before.departedBytes()) / seconds;
        // More may arrive and be dropped: senders may have much faster lines than the port.
        if (departed > tuning.get(Tunable.IMPLAUSIBLE_RATE_FACTOR) * portRateBps) {
            refuse();
            return;
        }
        accepted++;
        acceptedLately++;
        readingSeconds = seconds;
        isSending = arrived > NEGLIGIBLE_LOAD * portRateBps;
        arrivalBps.add(arrived, tuning);
        departureBps.add(departed, tuning);
        long packets = sample.arrivedPackets() - before.arrivedPackets();
        long dropped = sample.droppedPackets() - before.droppedPackets();
        owedBps.add(arrived * IntervalCount.owedPart(before, sample), tuning);
        double matters = tuning.get(Tunable.LOAD_HYSTERESIS);
        double usualBytes = tuning.get(Tunable.USUAL_PACKET_BYTES);
        double bytes = usualBytes;
        if (packets > 0) {
            bytes = (double) (sample.arrivedBytes() - before.arrivedBytes()) / packets;
            bytes = Math.max(1, bytes);
            packetBytes.add(bytes, tuning);
            // A class of few short packets would get most of the buffer, which it does not use.
            double asUsual = arrived * Math.max(1, usualBytes / bytes);
            if (asUsual > KNOWN_SIZE_LOAD * portRateBps
                    || bytes > usualBytes && packets >= KNOWN_SIZE_PACKETS) {
                double resolution = bytes / packets;
                size.add(bytes, seconds, resolution * resolution, matters * bytes);
            }
        }
        double packetBps = BITS_PER_BYTE * bytes / seconds;
        load.add(
                arrived,
                seconds,
                packetBps * packetBps,
                Math.max(matters * load.held(), NEGLIGIBLE_LOAD * portRateBps));
        if (!isOfTwoPeriods) {
            arrivedPackets += packets;
            droppedPackets += dropped;
        }
        count(
                sample.markedPackets() - before.markedPackets(),
                sample.feedbackPackets() - before.feedbackPackets(),
                dropped);
        // Part of the delays may be counted in the buckets before.
        bucketsChanged = bucketsChanged && delaysSinceNs - bucketsChangedNs < 0;
        boolean hasDelays =
                !bucketsChanged && !isOfTwoDelayPeriods && before.hasDelays() && sample.hasDelays();
        if (isOfTwoPeriods) {
            return;
        }
        lately.add(before, sample, hasDelays);
        for (int bucket = 0; bucket < DelayHistogram.BUCKETS && hasDelays; bucket++) {
            delayCounts[bucket] += sample.delayCount(bucket) - before.delayCount(bucket);
        }
    }

    /**
     * Takes note that the class has another index, so that other counters count its packets. What
     * is known of its load stays.
     */
    void countersChanged() {
        last = null;
        totalMarked = 0;
        totalFeedback = 0;
        totalDropped = 0;
        lately.clear();
    }

    /**
     * Takes note that another policy is in force. What was counted before, and in the reading that
     * has begun, does not belong to its first period, nor to the averages that are compared with
     * its targets.
     */
    void policyChanged() {
        lately.clear();
        Arrays.fill(delayCounts, 0);
        arrivedPackets = 0;
        droppedPackets = 0;
        isPeriodCut = true;
        areDelaysCut = true;
    }

    /**
     * Takes note that the switch counts delays in certain buckets, and did before the next reading.
     *
     * @param buckets those of the switch
     */
    void countsDelaysIn(DelayHistogram buckets) {
        if (!buckets.equals(histogram)) {
            countDelaysIn(buckets);
            bucketsChanged = false;
        }
    }

    /**
     * Takes note that the switch counts delays in other buckets. Earlier counts are forgotten.
     *
     * @param buckets those of the switch
     * @param sinceNs time since which the switch uses only these, ns
     */
    void countDelaysIn(DelayHistogram buckets, long sinceNs) {
        if (!buckets.equals(histogram)) {
            countDelaysIn(buckets);
            bucketsChanged = true;
            bucketsChangedNs = sinceNs;
        }
    }

    private void countDelaysIn(DelayHistogram buckets) {
        histogram = buckets;
        Arrays.fill(delayCounts, 0);
        lately.clear();
    }

    /**
     * Counts since the last ones that {@link #takeInterval} gave; nothing while they are too few to
     * be judged. Changes nothing.
     */
    Reading interval() {
        return (lately.isEnough() ? lately : new IntervalCount()).reading(histogram);
    }

    /** The counts of {@link #interval}, which then begin anew; called once a solve round. */
    Reading takeInterval() {
        Reading reading = interval();
        if (lately.isEnough() || lately.isTooOld()) {
            lately.clear();
        }
        return reading;
    }

    private void refuse() {
        refusedLately++;
    }

    private void count(long marked, long feedback, long dropped) {
        totalMarked += marked;
        totalFeedback += feedback;
        totalDropped += dropped;
    }

    private static boolean hasRestarted(QueueSample before, QueueSample now) {
        boolean restarted =
                now.arrivedPackets() < before.arrivedPackets()
                        || now.arrivedBytes() < before.arrivedBytes()
                        || now.departedPackets() < before.departedPackets()
                        || now.departedBytes() < before.departedBytes()
                        || now.droppedPackets() < before.droppedPackets()
                        || now.markedPackets() < before.markedPackets()
                        || now.feedbackPackets() < before.feedbackPackets();
        boolean comparesDelays = before.hasDelays() && now.hasDelays();
        for (int i = 0; i < DelayHistogram.BUCKETS && comparesDelays && !restarted; i++) {
            restarted = now.delayCount(i) < before.delayCount(i);
        }
        return restarted;
    }

    /**
     * Takes a pushed report.
     *
     * @param unitsPerPacket units of its depths that a packet makes
     */
    void onReport(DepthReport report, double unitsPerPacket) {
        reportedRateBps = 1000.0 * report.arrivalRateKbps();
        depthSum += report.depthPackets() / unitsPerPacket;
        depthCount++;
        double largest = Math.max(report.maxDepthPackets(), report.depthPackets());
        depthMax = Math.max(depthMax, largest / unitsPerPacket);
    }

    /**
     * Reduces the weight of earlier rounds in the displayed averages; called once a solve round.
     */
    void fade(double keep) {
        acceptedLately *= keep;
        refusedLately *= keep;
        arrivedPackets *= keep;
        droppedPackets *= keep;
        if (arrivedPackets < FORGOTTEN_PACKETS) {
            arrivedPackets = 0;
            droppedPackets = 0;
        }
        depthSum *= keep;
        depthCount *= keep;
        if (depthCount < FORGOTTEN_REPORTS) {
            depthSum = 0;
            depthCount = 0;
        }
        depthMaxBefore = depthMax;
        depthMax = 0;
        double delays = 0;
        for (int bucket = 0; bucket < DelayHistogram.BUCKETS; bucket++) {
            delayCounts[bucket] *= keep;
            delays += delayCounts[bucket];
        }
        if (delays < FORGOTTEN_PACKETS) {
            Arrays.fill(delayCounts, 0);
        }
    }

    /** Mean queueing delay, ms; 0 if nothing was sent lately. */
    double delayMeanMs() {
        return numberOrZero(histogram.meanUs(delayCounts) / 1000);
    }

    private static double numberOrZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** True if any rate is known. */
    boolean isMeasured() {
        return !Double.isNaN(arrivalBps.estimate()) || !Double.isNaN(reportedRateBps);
    }

    /** True if there was a reading since the given time. */
    boolean isMeasuredSince(long timeNs) {
        return isMeasured() && last != null && last.timeNs() - timeNs >= 0;
    }

    /**
     * Confidence in the rates, 0 to 1. It is the product of three factors: one for the age of the
     * last reading (1 up to a third of the time in which readings become stale), one for the number
     * of readings (each halves the distance from 1), and the plausible fraction of the recent
     * readings.
     *
     * @param nowNs the time, ns
     * @param staleNs age from which on a reading does not count, ns
     */
    double confidence(long nowNs, long staleNs) {
        if (!isMeasured() || last == null) {
            return 0;
        }
        double age = Math.max(0, nowNs - last.timeNs());
        double fresh = Math.max(0, Math.min(1, 1.5 * (1 - age / staleNs)));
        double known = 1 - Math.pow(0.5, Math.min(60, accepted + 1));
        return fresh * known * (1 - refusedFraction());
    }

    /** Part of the last readings that were refused, 0 to 1; older rounds count less. */
    private double refusedFraction() {
        return refusedLately > 0 ? refusedLately / (acceptedLately + refusedLately) : 0;
    }

    /**
     * λ, bit/s; until there are two readings, the value that the switch reports; 0 if nothing is
     * known.
     */
    double arrivalRateBps() {
        double estimate = arrivalBps.estimate();
        if (Double.isNaN(estimate)) {
            estimate = reportedRateBps;
        }
        return Double.isNaN(estimate) ? 0 : estimate;
    }

    double meanPacketBytes(Tuning tuning) {
        double estimate = packetBytes.estimate();
        return Double.isNaN(estimate) ? tuning.get(Tunable.USUAL_PACKET_BYTES) : estimate;
    }

    /** True if the load or its packet size has shifted since the port was solved with it. */
    boolean hasMoved() {
        return load.hasShifted() || size.hasShifted();
    }

    /** Takes the best estimates of load and packet size as the values to solve with from now on. */
    void settle() {
        load.settle();
        size.settle();
    }

    /**
     * True if the load to solve with was measured. A port without traffic has a known load of 0
     * after some readings.
     */
    boolean isLoadKnown() {
        return load.held() > 0 || load.readings() >= KNOWN_READINGS;
    }

    /** True if packets come though the load to solve with is still 0. */
    boolean isWaking() {
        return load.held() == 0 && isSending;
    }

    /**
     * The load that {@link #settle} would hold, bit/s: the mean of the readings since it changed
     * last; 0 before any.
     */
    double currentLoadBps() {
        return load.mean();
    }

    /**
     * The packet size to solve with, bytes: the one that {@link #settle} would hold, or {@link
     * Tunable#LEAST_PACKET_BYTES} if that is more.
     */
    double currentPacketBytes(Tuning tuning) {
        double bytes = size.mean() > 0 ? size.mean() : tuning.get(Tunable.USUAL_PACKET_BYTES);
        return Math.max(bytes, tuning.get(Tunable.LEAST_PACKET_BYTES));
    }

    /**
     * Variance over mean of the number of packets in a reading; 1 for Poisson arrivals. It is empty
     * before eight readings, and if a reading is so long that its variance does not show bursts.
     *
     * @param portRateBps rate of the port, bit/s; it gives the length of a reading in packet times
     */
    OptionalDouble dispersion(double portRateBps, Tuning tuning) {
        double packetBits = BITS_PER_BYTE * currentPacketBytes(tuning);
        double dispersion = load.variancePerMean() / packetBits;
        boolean isShort = readingSeconds * portRateBps / packetBits <= LONGEST_READING_PACKETS;
        return isShort && !Double.isNaN(dispersion)
                ? OptionalDouble.of(dispersion)
                : OptionalDouble.empty();
    }

    /** All figures that are displayed. */
    Reading reading(Tuning tuning) {
        Reading reading = new Reading();
        reading.arrivalRateBps = arrivalRateBps();
        reading.departureRateBps = numberOrZero(departureBps.estimate());
        reading.owedRateBps = numberOrZero(owedBps.estimate());
        reading.meanPacketBytes = meanPacketBytes(tuning);
        reading.depthMeanPackets = depthCount > 0 ? depthSum / depthCount : 0;
        reading.depthMaxPackets = Math.max(depthMax, depthMaxBefore);
        reading.delaysOf(delayCounts.clone(), histogram);
        reading.arrivedPackets = arrivedPackets;
        reading.lossFraction =
                arrivedPackets > 0 ? Math.min(1, droppedPackets / arrivedPackets) : 0;
        reading.markedPackets = totalMarked;
        reading.feedbackPackets = totalFeedback;
        reading.droppedPackets = totalDropped;
        reading.refusedFraction = refusedFraction();
        return reading;
    }

    /** A snapshot of what is known. */
    static final class Reading {
        /** Packets from which on measurements are judged. */
        static final int LEAST_PACKETS = 30;

        double arrivalRateBps;
        double departureRateBps;

        /**
         * The arrival rate without the packets by which the backlog grew: a burst that a reading
         * cuts is owed its rate in the next one.
         */
        double owedRateBps;

        double meanPacketBytes;
        double depthMeanPackets;
        double depthMaxPackets;
        double delayMeanMs;
        double delayMeanAtLeastMs;
        double[] delayCounts;
        DelayHistogram histogram;
        double delayPackets;
        double arrivedPackets;
        double delayP50Ms;
        double delayP99Ms;
        double delayDeviationMs;
        double lossFraction;
        long markedPackets;
        long feedbackPackets;
        long droppedPackets;
        double refusedFraction;

        /** Takes delays by bucket; without any, they are 0. */
        void delaysOf(double[] counts, DelayHistogram buckets) {
            delayCounts = counts;
            histogram = buckets;
            delayPackets = Arrays.stream(counts).sum();
            delayMeanMs = numberOrZero(buckets.meanUs(counts) / 1000);
            delayMeanAtLeastMs = numberOrZero(buckets.leastMeanUs(counts) / 1000);
            delayP50Ms = numberOrZero(buckets.quantileUs(counts, 0.5) / 1000);
            delayP99Ms = numberOrZero(buckets.quantileUs(counts, 0.99) / 1000);
            delayDeviationMs = numberOrZero(buckets.deviationUs(counts) / 1000);
        }

        /** True if there are enough packets, arrived or sent, for a verdict. */
        boolean isJudged() {
            return Math.max(arrivedPackets, delayPackets) >= LEAST_PACKETS;
        }

        /** True if delays of packets lie in the last bucket: they may be of any length above it. */
        boolean isInLastBucket() {
            return delayCounts != null && delayCounts[DelayHistogram.LAST_BUCKET] > 0;
        }

        /**
         * True if packets have come and the delay of none is known: a switch may count delays more
         * seldom than packets.
         */
        boolean lacksDelays() {
            return arrivedPackets >= 1 && delayPackets == 0;
        }
    }
}
