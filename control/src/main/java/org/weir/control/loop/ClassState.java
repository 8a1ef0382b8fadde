// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.control.ClassSpec;
import org.weir.control.QueueSettings;
import org.weir.control.TargetKind;

/**
 * Recent measurements of one class at one port, with its settings and targets. Depths, delays and
 * loss are averages in which older rounds count less and less; they are 0 if nothing was sent
 * lately. Counts are totals since the port came under control. Immutable.
 */
public final class ClassState {
    private final ClassSpec spec;
    private final Optional<QueueSettings> settings;
    private final double arrivalRateBps;
    private final double goodputBps;
    private final double confidence;
    private final double serviceRateBps;
    private final double meanPacketBytes;
    private final double depthMeanPackets;
    private final double depthMaxPackets;
    private final double delayMeanMs;
    private final double delayP50Ms;
    private final double delayP99Ms;
    private final double lossFraction;
    private final double refusedFraction;
    private final long markedPackets;
    private final long feedbackPackets;
    private final long droppedPackets;
    private final List<TargetKind> missedTargets;
    private final List<TargetKind> undecidedTargets;
    private final boolean isPeriodJudged;
    private final Optional<Promise> promise;
    private final Map<TargetKind, Forecast> forecasts;

    ClassState(
            ClassSpec spec,
            Optional<QueueSettings> settings,
            double serviceRateBps,
            QueueEstimate.Reading reading,
            MeasuredTargets measured,
            boolean isPeriodJudged,
            Optional<Promise> promise,
            Map<TargetKind, Forecast> forecasts,
            double confidence) {
        this.promise = promise;
        this.forecasts = Map.copyOf(forecasts);
        this.spec = spec;
        this.confidence = confidence;
        this.settings = settings;
        this.serviceRateBps = serviceRateBps;
        this.arrivalRateBps = reading.arrivalRateBps;
        this.goodputBps = reading.departureRateBps;
        this.meanPacketBytes = reading.meanPacketBytes;
        this.depthMeanPackets = reading.depthMeanPackets;
        this.depthMaxPackets = reading.depthMaxPackets;
        this.delayMeanMs = reading.lacksDelays() ? Double.NaN : reading.delayMeanMs;
        this.delayP50Ms = reading.lacksDelays() ? Double.NaN : reading.delayP50Ms;
        this.delayP99Ms = reading.lacksDelays() ? Double.NaN : reading.delayP99Ms;
        this.lossFraction = reading.lossFraction;
        this.refusedFraction = reading.refusedFraction;
        this.markedPackets = reading.markedPackets;
        this.feedbackPackets = reading.feedbackPackets;
        this.droppedPackets = reading.droppedPackets;
        this.missedTargets = List.copyOf(measured.missed());
        this.undecidedTargets = List.copyOf(measured.undecided());
        this.isPeriodJudged = isPeriodJudged;
    }

    /** Name, kind, importance and targets. */
    public ClassSpec spec() {
        return spec;
    }

    /** Settings that the switch has confirmed; empty before the first installation. */
    public Optional<QueueSettings> settings() {
        return settings;
    }

    /** λ: measured arrivals, dropped ones included, bit/s. */
    public double arrivalRateBps() {
        return arrivalRateBps;
    }

    /**
     * Confidence in the measurements, 0 to 1: lower if readings are late, lost or implausible, and
     * 0 without readings.
     */
    public double confidence() {
        return confidence;
    }

    /** Measured departures, bit/s. */
    public double goodputBps() {
        return goodputBps;
    }

    /**
     * μ: the rate the class is served at when every class is backlogged, bit/s; 0 before settings.
     */
    public double serviceRateBps() {
        return serviceRateBps;
    }

    /** Mean packet size, bytes. */
    public double meanPacketBytes() {
        return meanPacketBytes;
    }

    /** Mean depth of the virtual queue, packets. */
    public double depthMeanPackets() {
        return depthMeanPackets;
    }

    /** Largest depth of the virtual queue, packets. */
    public double depthMaxPackets() {
        return depthMaxPackets;
    }

    /** Mean queueing delay, ms; 0 without packets, NaN if that of no packet is known. */
    public double delayMeanMs() {
        return delayMeanMs;
    }

    /** Median queueing delay, ms; 0 or NaN as {@link #delayMeanMs}. */
    public double delayP50Ms() {
        return delayP50Ms;
    }

    /** 99th percentile of the queueing delay, ms; 0 or NaN as {@link #delayMeanMs}. */
    public double delayP99Ms() {
        return delayP99Ms;
    }

    /** Dropped over arrived packets. */
    public double lossFraction() {
        return lossFraction;
    }

    /**
     * Part of the last readings that were refused, 0 to 1: those that came late, counted less than
     * before, or told of more departures than the port can have ({@link
     * org.weir.control.tuning.Tunable#IMPLAUSIBLE_RATE_FACTOR}).
     */
    public double refusedFraction() {
        return refusedFraction;
    }

    /** Packets marked, in all. */
    public long markedPackets() {
        return markedPackets;
    }

    /** Feedback packets made, in all. */
    public long feedbackPackets() {
        return feedbackPackets;
    }

    /** Packets dropped, in all. */
    public long droppedPackets() {
        return droppedPackets;
    }

    /**
     * The targets that were missed: in the period that was judged in the last solve round if there
     * was one, otherwise by the averages over the last rounds.
     */
    public List<TargetKind> missedTargets() {
        return missedTargets;
    }

    /**
     * The undecided targets: they seem missed, but the miss is within the resolution of the delay
     * histogram or the statistical error of few packets.
     */
    public List<TargetKind> undecidedTargets() {
        return undecidedTargets;
    }

    /**
     * True if the missed targets are of a period that was judged in the last solve round: it had 30
     * packets or more, maybe with periods before it. Otherwise a miss may be of an earlier period.
     */
    public boolean isPeriodJudged() {
        return isPeriodJudged;
    }

    /** The promise of the last solve round; empty before the first. */
    public Optional<Promise> promise() {
        return promise;
    }

    /**
     * The prediction of the last solve round; empty before the first.
     *
     * @param kind mean delay, 99th percentile or loss
     */
    public Optional<Forecast> forecast(TargetKind kind) {
        return Optional.ofNullable(forecasts.get(kind));
    }

    /** True if the measurements miss no target; also if the class has no targets. */
    public boolean targetMet() {
        return missedTargets.isEmpty();
    }
}
