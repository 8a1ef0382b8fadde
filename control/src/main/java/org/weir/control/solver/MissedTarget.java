// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Locale;
import java.util.Objects;
import org.weir.control.TargetKind;

/**
 * A target that a class cannot have under its present load, by how much, and what would help: with
 * all other classes backlogged, or beside their present loads. Of the latter, {@link #neededRate}
 * and {@link #bearableRate} are NaN.
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

    /** Whether it is kept all the same once senders have come down to the class's target rate. */
    public boolean keptByFeedback() {
        return keptByFeedback;
    }

    /**
     * The service rate at which the present load would have all its targets, bit/s; infinite if the
     * whole port would not be enough.
     */
    public double neededRate() {
        return neededRate;
    }

    /**
     * The largest load with which the class would have all its targets at the service rate that it
     * was given, bit/s; 0 if not even a single packet has them. Of a guaranteed rate: the load, for
     * that does not matter.
     */
    public double bearableRate() {
        return bearableRate;
    }

    /** One line for people. */
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
