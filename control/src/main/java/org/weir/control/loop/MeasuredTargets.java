// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.control.TargetKind;
import org.weir.control.Targets;

/** Compares what was measured of a class with its targets. */
final class MeasuredTargets {
    /** A guaranteed rate counts as kept within this, for rates are averages over whole packets. */
    private static final double RATE_TOLERANCE = 0.05;

    private MeasuredTargets() {}

    /** The targets missed. What was never measured misses nothing. */
    static List<TargetKind> missed(Targets targets, QueueEstimate.Reading reading) {
        List<TargetKind> missed = new ArrayList<>();
        above(missed, TargetKind.DELAY, targets, reading.delayMeanMs);
        above(missed, TargetKind.P99_DELAY, targets, reading.delayP99Ms);
        above(missed, TargetKind.JITTER, targets, reading.delayDeviationMs);
        above(missed, TargetKind.LOSS, targets, reading.lossFraction);
        if (targets.minRateBps().isPresent()) {
            // Nobody is owed more than was sent.
            double owed = Math.min(targets.minRateBps().getAsDouble(), reading.arrivalRateBps);
            if (reading.departureRateBps < (1 - RATE_TOLERANCE) * owed) {
                missed.add(TargetKind.MIN_RATE);
            }
        }
        return missed;
    }

    private static void above(
            List<TargetKind> missed, TargetKind kind, Targets targets, double measured) {
        OptionalDouble bound = targets.of(kind);
        if (bound.isPresent() && measured > bound.getAsDouble()) {
            missed.add(kind);
        }
    }
}
