// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.control.TargetKind;

/** Targets of a class that hold whatever the other classes send. */
final class GuaranteedTargets {
    /** Relative excess up to which a target counts as kept, because of rounding errors. */
    private static final double ROUNDING = 1e-6;

    private GuaranteedTargets() {}

    /**
     * The targets that a class misses, at its present load, where it is served at a rate.
     *
     * @param one the class
     * @param predicted its prediction at this rate
     * @param afterFeedback its prediction once senders have reduced their rates to its target rate
     * @param servedRate the rate, bit/s
     * @param neededRate the rate at which it would meet its targets, bit/s; may be infinite
     * @param bearableRate the load with which it would meet them at {@code servedRate}, bit/s
     */
    static List<MissedTarget> missed(
            ClassProblem one,
            Prediction predicted,
            Prediction afterFeedback,
            double servedRate,
            double neededRate,
            double bearableRate) {
        List<MissedTarget> missed = new ArrayList<>();
        if (one.entitledRate() > 0) {
            for (TargetKind kind : TargetKind.values()) {
                OptionalDouble wanted = one.targets().of(kind);
                if (wanted.isEmpty() || kind == TargetKind.MIN_RATE) {
                    continue;
                }
                double offered = predicted.of(kind);
                if (offered > wanted.getAsDouble() * (1 + ROUNDING)) {
                    boolean kept = afterFeedback.of(kind) <= wanted.getAsDouble() * (1 + ROUNDING);
                    missed.add(
                            new MissedTarget(
                                    kind,
                                    wanted.getAsDouble(),
                                    offered,
                                    kept,
                                    neededRate,
                                    bearableRate));
                }
            }
        }
        OptionalDouble minRate = one.targets().minRateBps();
        if (minRate.isPresent() && servedRate < minRate.getAsDouble() * (1 - ROUNDING)) {
            missed.add(
                    new MissedTarget(
                            TargetKind.MIN_RATE,
                            minRate.getAsDouble(),
                            servedRate,
                            false,
                            minRate.getAsDouble(),
                            one.entitledRate()));
        }
        return missed;
    }

    /**
     * The targets that a class may miss at the present loads of all classes. A guaranteed one does
     * not count.
     *
     * @param expected targets that it may miss by its {@link Expectation}
     * @param notGuaranteed those that are not guaranteed
     */
    static List<MissedTarget> missedAtPresentLoad(
            List<MissedTarget> expected, List<MissedTarget> notGuaranteed) {
        List<MissedTarget> missed = new ArrayList<>(expected);
        missed.removeIf(may -> notGuaranteed.stream().noneMatch(sure -> sure.kind() == may.kind()));
        return missed;
    }
}
