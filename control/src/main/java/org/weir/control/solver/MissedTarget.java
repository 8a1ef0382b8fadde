// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Locale;
import java.util.Objects;
import org.weir.control.TargetKind;

/** A target that a class cannot have under its present load, by how much, and what would help. */
public final class MissedTarget {
    private final TargetKind kind;
    private final double wanted;
    private final double predicted;
    private final boolean keptByFeedback;
    private final double neededRate;
    private final double bearableRate;

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
