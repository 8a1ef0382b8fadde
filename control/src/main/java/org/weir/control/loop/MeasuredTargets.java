// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;

/**
 * Comparison of the measurements of a class with its targets. A target is missed if the measurement
 * is certain of it. It is undecided if the measurement is too coarse: a delay can have any value
 * within its bucket of the {@link DelayHistogram}, one in the last bucket any value above its lower
 * bound, and few packets are not enough for a fraction. A delay target is undecided, too, while
 * packets pass and none of their delays is known.
 */
final class MeasuredTargets {
    /**
     * Part by which a measured rate may be below a guaranteed rate that still counts as kept,
     * because rates are averages over whole packets.
     */
    private static final double RATE_TOLERANCE = 0.05;

    /** Fraction of packets that may take longer than a 99th percentile. */
    private static final double PERCENTILE_TAIL = 0.01;

    /** Standard deviations of a count of packets beyond which a fraction is certain. */
    private static final double CERTAIN_DEVIATIONS = 2;

    private static final List<TargetKind> DELAYS =
            List.of(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.JITTER);

    private final List<TargetKind> missed = new ArrayList<>();
    private final List<TargetKind> undecided = new ArrayList<>();

    private MeasuredTargets() {}

    /**
     * Compares a class's targets with its measurements. Without packets, a target is neither missed
     * nor undecided. If packets have come and no delay was measured, targets for delays are
     * undecided.
     */
    static MeasuredTargets of(Targets targets, QueueEstimate.Reading reading) {
        MeasuredTargets found = new MeasuredTargets();
        if (reading.lacksDelays()) {
            for (TargetKind kind : DELAYS) {
                found.judge(kind, false, targets.of(kind).isPresent());
            }
        }
        double topMs =
                reading.isInLastBucket() ? reading.histogram.topUs() / 1000.0 : Double.MAX_VALUE;
        OptionalDouble mean = targets.of(TargetKind.DELAY);
        if (mean.isPresent() && !reading.lacksDelays()) {
            double most = mean.getAsDouble();
            found.judge(
                    TargetKind.DELAY,
                    reading.delayMeanAtLeastMs > most,
                    reading.delayMeanMs > most || most > topMs);
        }
        OptionalDouble p99 = targets.of(TargetKind.P99_DELAY);
        if (p99.isPresent() && reading.delayP99Ms > p99.getAsDouble()) {
            double later =
                    reading.histogram.countAbove(reading.delayCounts, 1000 * p99.getAsDouble());
            found.fraction(TargetKind.P99_DELAY, later, reading.delayPackets, PERCENTILE_TAIL);
        } else if (p99.isPresent() && reading.delayP99Ms >= topMs) {
            found.undecided.add(TargetKind.P99_DELAY);
        }
        OptionalDouble jitter = targets.of(TargetKind.JITTER);
        if (jitter.isPresent() && reading.delayDeviationMs > jitter.getAsDouble()) {
            double least = reading.histogram.leastDeviationUs(reading.delayCounts) / 1000;
            found.judge(TargetKind.JITTER, least > jitter.getAsDouble(), true);
        } else if (jitter.isPresent() && reading.isInLastBucket()) {
            found.undecided.add(TargetKind.JITTER);
        }
        OptionalDouble loss = targets.of(TargetKind.LOSS);
        if (loss.isPresent() && reading.lossFraction > loss.getAsDouble()) {
            double lost = reading.lossFraction * reading.arrivedPackets;
            found.fraction(TargetKind.LOSS, lost, reading.arrivedPackets, loss.getAsDouble());
        }
        if (targets.minRateBps().isPresent()) {
            double owed = Math.min(targets.minRateBps().getAsDouble(), reading.owedRateBps);
            if (reading.departureRateBps < (1 - RATE_TOLERANCE) * owed) {
                found.missed.add(TargetKind.MIN_RATE);
            }
        }
        return found;
    }

    /**
     * Compares a fraction of packets with its bound: it is missed only if so many packets would
     * hardly exceed it by chance.
     */
    private void fraction(TargetKind kind, double count, double packets, double bound) {
        double expected = bound * packets;
        double deviation = Math.sqrt(expected * (1 - bound));
        judge(kind, count > expected + Math.max(1, CERTAIN_DEVIATIONS * deviation), true);
    }

    private void judge(TargetKind kind, boolean certainlyMissed, boolean perhapsMissed) {
        if (certainlyMissed) {
            missed.add(kind);
        } else if (perhapsMissed) {
            undecided.add(kind);
        }
    }

    /** The targets missed. */
    List<TargetKind> missed() {
        return missed;
    }

    /** The undecided targets. */
    List<TargetKind> undecided() {
        return undecided;
    }
}
