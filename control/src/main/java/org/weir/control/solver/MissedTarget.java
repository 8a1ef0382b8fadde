// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Locale;
import java.util.Objects;
import org.weir.control.TargetKind;

/**
 * A target that a class is predicted to miss under its present load, with the excess and the rates
 * that would help. The prediction is for one of two cases: all other classes are backlogged, or
 * they have their present loads. In the second case, and for settings other than the solved ones,
 * {@link #neededRate} and {@link #bearableRate} are NaN.
 */
public final class MissedTarget {
    private final TargetKind kind;
    private final double wanted;
    private final double predicted;
    private final boolean keptByFeedback;
    private final double neededRate;
    private final double bearableRate;
    private final double high;

    MissedTarget(
            TargetKind kind,
            double wanted,
            double predicted,
            boolean keptByFeedback,
            double neededRate,
            double bearableRate) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.wanted = wanted;
        this.predicted = predicted;
        this.keptByFeedback = keptByFeedback;
        this.neededRate = neededRate;
        this.bearableRate = bearableRate;
        this.high = Double.NaN;
    }

    private MissedTarget(TargetKind kind, double wanted, double predicted, double high) {
        this.kind = kind;
        this.wanted = wanted;
        this.predicted = predicted;
        this.high = high;
        this.keptByFeedback = false;
        this.neededRate = Double.NaN;
        this.bearableRate = Double.NaN;
    }

    /**
     * A target that a class may miss beside the present loads of the others.
     *
     * @param expected value, in the kind's unit
     * @param high upper end of the value's interval
     */
    static MissedTarget atPresentLoad(
            TargetKind kind, double wanted, double expected, double high) {
        return new MissedTarget(kind, wanted, expected, high);
    }

    /** Kind of target. */
    public TargetKind kind() {
        return kind;
    }

    /** The stated bound, in the kind's unit. */
    public double wanted() {
        return wanted;
    }

    /** Predicted value under the present load, in the kind's unit. */
    public double predicted() {
        return predicted;
    }

    /**
     * Upper end of the value's interval beside the present loads of the others, in the kind's unit;
     * NaN with all others backlogged.
     */
    public double high() {
        return high;
    }

    /** Excess of the predicted value over the bound, relative to the bound, above 0. */
    public double excess() {
        return kind.isLowerBound() ? 1 - predicted / wanted : predicted / wanted - 1;
    }

    /**
     * True if the target is kept as soon as senders have reduced their rates to the class's target
     * rate.
     */
    public boolean keptByFeedback() {
        return keptByFeedback;
    }

    /**
     * The service rate at which the class would meet all its targets with its present load, bit/s;
     * infinite if the whole port does not suffice.
     */
    public double neededRate() {
        return neededRate;
    }

    /**
     * The largest load with which the class would meet all its targets at its present service rate,
     * bit/s; 0 if not even a single packet meets them. For a missed guaranteed rate it is the
     * present load, because the load has no influence.
     */
    public double bearableRate() {
        return bearableRate;
    }

    /** Explanation in one line, for people. */
    @Override
    public String toString() {
        if (!Double.isNaN(high)) {
            return String.format(
                    Locale.ROOT,
                    "%s: wanted %s %.4g, expected %.4g, up to %.4g",
                    kind.fieldName(),
                    kind.isLowerBound() ? "at least" : "at most",
                    wanted,
                    predicted,
                    high);
        }
        return String.format(
                Locale.ROOT,
                "%s: wanted %s %.4g, gets %.4g%s",
                kind.fieldName(),
                kind.isLowerBound() ? "at least" : "at most",
                wanted,
                predicted,
                keptByFeedback ? " (kept once senders follow the target rate)" : "");
    }
}
