// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.TargetKind;
import org.weir.control.tuning.Tunable;

/**
 * Cut of the marking thresholds at a port whose classes miss targets. Classes share one line, so a
 * standing queue of one class delays the others and uses buffer that a burst needs.
 *
 * <p>After a round in which a class missed a target for delay, jitter or loss, the thresholds of
 * all classes of the port are {@link Tunable#MISS_THRESHOLD} for {@link Tunable#MISS_HOLD_ROUNDS}
 * rounds, or the solved ones where these are smaller; each further miss begins these rounds anew.
 * Then the thresholds return to the solved ones, in steps of {@link Tunable#MAX_THRESHOLD_STEP}.
 *
 * <p>Example: 20 rounds, a {@code missThreshold} of 1, solved thresholds 8 and 2. After a miss both
 * are 1. If no other miss follows, they are 2 and 2 in the 20th round after it, then 4 and 2, then
 * 8 and 2.
 *
 * <p>A miss counts if {@link MeasuredTargets} is certain of it: it exceeds the resolution of the
 * delay histogram and the statistical error of few packets. Rounds of few packets count together as
 * one ({@link IntervalCount}).
 *
 * <p>Not safe for use by several threads; the port's lock guards it.
 */
final class ThresholdCut {
    private static final Set<TargetKind> KINDS =
            EnumSet.of(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.JITTER, TargetKind.LOSS);

    private int cutPackets = 1;
    private int roundsLeft;
    private int roundsSince;
    private String miss = "";

    /** Ends the cut. */
    void clear() {
        roundsLeft = 0;
    }

    /**
     * Takes the measurements of a round.
     *
     * @param classes the port's classes
     * @param readings the round's readings of these classes
     * @param holdRounds rounds that a cut lasts after a miss; 0 ends it
     * @param missThreshold largest threshold during a cut, packets, at least 1
     */
    void add(
            List<ClassSpec> classes,
            List<QueueEstimate.Reading> readings,
            int holdRounds,
            double missThreshold) {
        cutPackets = (int) missThreshold;
        roundsLeft = Math.min(holdRounds, Math.max(0, roundsLeft - 1));
        roundsSince++;
        for (int i = 0; i < classes.size() && holdRounds > 0; i++) {
            QueueEstimate.Reading reading = readings.get(i);
            if (!reading.isJudged()) {
                continue;
            }
            for (TargetKind kind : MeasuredTargets.of(classes.get(i).targets(), reading).missed()) {
                if (KINDS.contains(kind)) {
                    roundsLeft = holdRounds;
                    roundsSince = 0;
                    miss = classes.get(i).name() + " missed " + kind.fieldName();
                }
            }
        }
    }

    /** True while thresholds are cut. */
    boolean isOn() {
        return roundsLeft > 0;
    }

    /** The settings with small thresholds if a cut is on; all else unchanged. */
    PortSettings of(PortSettings solved) {
        if (!isOn()) {
            return solved;
        }
        List<QueueSettings> queues = new ArrayList<>();
        for (QueueSettings one : solved.queues()) {
            queues.add(
                    one.marking().thresholdPackets().orElse(0) > cutPackets
                            ? one.toBuilder().marking(Marking.atDepth(cutPackets)).build()
                            : one);
        }
        return new PortSettings(solved.port(), solved.rateWindow(), queues);
    }

    /** The cut of settings in a sentence; empty if there is none, or no queue has a threshold. */
    Optional<String> text(PortSettings settings) {
        boolean hasThreshold =
                settings.queues().stream()
                        .anyMatch(one -> one.marking().kind() == Marking.Kind.DEPTH);
        return isOn() && hasThreshold
                ? Optional.of(
                        "Marking thresholds are "
                                + (cutPackets == 1 ? "1 packet" : cutPackets + " packets")
                                + " for "
                                + roundsLeft
                                + " rounds, because class "
                                + miss
                                + (roundsSince == 0
                                        ? " in this round."
                                        : " " + roundsSince + " rounds ago."))
                : Optional.empty();
    }
}
