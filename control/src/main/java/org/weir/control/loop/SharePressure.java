// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.weir.control.ClassSpec;
import org.weir.control.TargetKind;
import org.weir.control.Targets;

/**
 * Pressures of a port's classes: factors of their importance. They move the port's shares towards
 * classes that miss a delay target, independently of the queue model. The model knows neither
 * bursts nor the load that senders hold back because of feedback; the measured delay shows both.
 *
 * <p>A round compares each class's measured delay (mean or 99th percentile, whichever is larger in
 * relation to its target) with the target. The ratio is the <i>urgency</i>:
 *
 * <ul>
 *   <li>above 1, the pressure is multiplied by e^(gain · min(1, ln urgency));
 *   <li>below {@value #ROOM} while another class is above 1, it is divided by e^(gain/2 · min(1,
 *       ln({@value #ROOM} / urgency))): the class has room to spare;
 *   <li>if no class is above 1, or the class has no verdict in the round (its packets are too few
 *       yet, see {@link IntervalCount}), its logarithm falls to {@value #KEEP} of its value: old
 *       measurements count less and less.
 * </ul>
 *
 * <p>A class without a delay target has urgency 0. An undecided target ({@link MeasuredTargets})
 * gives at most 1. So does a class that misses its loss target: its pressure does not rise, and no
 * other class's pressure falls because of it. Its queue was full, and while a sender ignores
 * feedback, it is full at any share; a larger one would only take capacity from the others.
 *
 * <p>Losses end the pressures: if a class that has less than its share by importance misses its
 * loss target, all pressures become 1 and stay 1 for {@value #SHORTEST_PAUSE} rounds, the next time
 * for twice as many, up to {@value #LONGEST_PAUSE}. Reason: the lower share also has a shorter
 * queue, which bursts overflow, and the next attempt would probably lead to the same losses.
 *
 * <p>Example: importance 3 : 2 : 1, gain 0.5. The third class measures three times its target, the
 * others half of theirs. Its pressure becomes e^0.5 = 1.65, and the shares 0.45, 0.30 and 0.25. If
 * the first class then loses more than its target allows, the shares are 0.50, 0.33 and 0.17 again.
 * If all classes miss their delay targets for long, all pressures reach the limit, and shares are
 * those by importance, too.
 *
 * <p>Not safe for use by several threads; the port's lock guards it.
 */
final class SharePressure {
    /** Largest pressure; the smallest is 1/{@value}. */
    static final double MOST = 2;

    /** Rounds of the first pause. */
    static final int SHORTEST_PAUSE = 6;

    /** Rounds of the longest pause. */
    static final int LONGEST_PAUSE = 64;

    /** Urgency below which a class has room to spare. */
    private static final double ROOM = 0.5;

    /** Part of a logarithm that stays in a round without a missed target. */
    private static final double KEEP = 0.99;

    /** Smallest number of packets in a round from which a delay is judged. */
    private static final int LEAST_PACKETS = QueueEstimate.Reading.LEAST_PACKETS;

    /**
     * Smallest part of its share by importance that a class must lack to count as below it; also
     * the smallest logarithm of a pressure that is mentioned in sentences.
     */
    private static final double NOTABLE = 0.02;

    private double[] logarithms = {};
    private int pauseLeft;
    private int nextPause = SHORTEST_PAUSE;

    /** Forgets all measurements: every pressure is 1. */
    void clear() {
        clear(0);
    }

    private void clear(int classCount) {
        logarithms = new double[classCount];
        pauseLeft = 0;
        nextPause = SHORTEST_PAUSE;
    }

    /**
     * Takes the measurements of a round.
     *
     * @param classes the port's classes
     * @param readings the round's readings of these classes
     * @param gain growth in a round, at least 0; 0 clears the pressures
     */
    void add(List<ClassSpec> classes, List<QueueEstimate.Reading> readings, double gain) {
        if (logarithms.length != classes.size() || gain <= 0) {
            clear(classes.size());
        }
        if (gain <= 0) {
            return;
        }
        if (hasHarmed(classes, readings)) {
            Arrays.fill(logarithms, 0);
            pauseLeft = nextPause;
            nextPause = Math.min(LONGEST_PAUSE, 2 * nextPause);
        }
        if (pauseLeft > 0) {
            pauseLeft--;
            return;
        }
        double[] urgency = new double[logarithms.length];
        Arrays.setAll(urgency, i -> urgency(classes.get(i).targets(), readings.get(i)));
        boolean isAnyMissed = Arrays.stream(urgency).anyMatch(one -> one > 1);
        double bound = Math.log(MOST);
        for (int i = 0; i < urgency.length; i++) {
            if (urgency[i] > 1) {
                logarithms[i] += gain * Math.min(1, Math.log(urgency[i]));
            } else if (!isAnyMissed || Double.isNaN(urgency[i])) {
                logarithms[i] *= KEEP;
            } else if (urgency[i] < ROOM) {
                logarithms[i] -= gain / 2 * Math.min(1, Math.log(ROOM / urgency[i]));
            }
            logarithms[i] = Math.max(-bound, Math.min(bound, logarithms[i]));
        }
    }

    /** True if a class with less than its share by importance misses its loss target. */
    private boolean hasHarmed(List<ClassSpec> classes, List<QueueEstimate.Reading> readings) {
        double importance = 0;
        double weight = 0;
        for (int i = 0; i < logarithms.length; i++) {
            importance += classes.get(i).importance();
            weight += classes.get(i).importance() * factor(i);
        }
        double ordinary = (1 - NOTABLE) * weight / importance;
        for (int i = 0; i < logarithms.length; i++) {
            QueueEstimate.Reading reading = readings.get(i);
            if (factor(i) < ordinary
                    && reading.arrivedPackets >= LEAST_PACKETS
                    && MeasuredTargets.of(classes.get(i).targets(), reading)
                            .missed()
                            .contains(TargetKind.LOSS)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Measured delay over target; at most 1 if the target is undecided or the loss target is
     * missed, too; NaN where too few packets were measured.
     */
    private static double urgency(Targets targets, QueueEstimate.Reading reading) {
        if (reading.delayPackets < LEAST_PACKETS) {
            return Double.NaN;
        }
        double mean = reading.delayMeanMs / targets.delayMs().orElse(Double.POSITIVE_INFINITY);
        double p99 = reading.delayP99Ms / targets.p99DelayMs().orElse(Double.POSITIVE_INFINITY);
        List<TargetKind> missed = MeasuredTargets.of(targets, reading).missed();
        boolean isCertain =
                missed.contains(TargetKind.DELAY) || missed.contains(TargetKind.P99_DELAY);
        double urgency = Math.max(mean, p99);
        boolean isRaised = isCertain && !missed.contains(TargetKind.LOSS);
        return isRaised ? urgency : Math.min(1, urgency);
    }

    /** The pressures in sentences, one for each class whose pressure is notably other than 1. */
    List<String> texts(List<ClassSpec> classes) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < Math.min(classes.size(), logarithms.length); i++) {
            if (Math.abs(logarithms[i]) > NOTABLE) {
                texts.add(
                        String.format(
                                Locale.ROOT,
                                "Class %s counts %.2f times its importance, because %s.",
                                classes.get(i).name(),
                                factor(i),
                                logarithms[i] > 0
                                        ? "it missed its delay target"
                                        : "another class missed its delay target"));
            }
        }
        return texts;
    }

    /** The pressure of a class, 1/{@value #MOST} to {@value #MOST}; 1 if nothing was measured. */
    double factor(int classIndex) {
        return classIndex < logarithms.length ? Math.exp(logarithms[classIndex]) : 1;
    }
}
