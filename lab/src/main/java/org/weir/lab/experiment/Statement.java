// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

/**
 * Published statement that an experiment compares with its measurements.
 *
 * @param text the published statement, in words
 * @param unit of the value; empty for a ratio
 * @param published published value; NaN if only an order was published
 * @param measured function of the measured means that gives the same value
 * @param holds whether a measured value agrees: the order, or where that was published the amount
 * @param reason cause of the disagreement, found by runs, where the statement is not reproduced;
 *     empty where it is
 * @param shownBy statements that hold if the reason is right: about cases that change only the
 *     named cause, or about the size of its effect
 */
public record Statement(
        String text,
        String unit,
        double published,
        ToDoubleFunction<Means> measured,
        DoublePredicate holds,
        String reason,
        List<Statement> shownBy) {
    /** Part of a published amount by which a reproduced one may differ. */
    public static final double AMOUNT_WITHIN = 0.2;

    /** Copies the list. */
    public Statement {
        shownBy = List.copyOf(shownBy);
    }

    /** Statement without a reason. */
    public Statement(
            String text,
            String unit,
            double published,
            ToDoubleFunction<Means> measured,
            DoublePredicate holds,
            String reason) {
        this(text, unit, published, measured, holds, reason, List.of());
    }

    /**
     * True if a measured amount is within {@link #AMOUNT_WITHIN} of the published one, or if none
     * was published.
     */
    public static boolean hasAmount(double published, double measured) {
        return Double.isNaN(published)
                || Math.abs(measured - published) <= AMOUNT_WITHIN * Math.abs(published);
    }

    /** Means of the measured quantities. */
    @FunctionalInterface
    public interface Means {
        /** The mean of a quantity in a case. */
        double of(String label, String quantity);

        /**
         * Standard deviation of a quantity in a case over seeds; NaN from one seed, and where only
         * means are known.
         */
        default double deviation(String label, String quantity) {
            return Double.NaN;
        }
    }

    /** One case's value over another's, published as lower by a part (0.56 for 56 %). */
    public static Statement lowerBy(
            double part, String quantity, String label, String against, String text) {
        return new Statement(
                text,
                "",
                Math.round(1e6 * (1 - part)) / 1e6,
                means -> means.of(label, quantity) / means.of(against, quantity),
                value -> value < 1,
                "");
    }

    /** One case's value over another's, published as the lower of them. */
    public static Statement lower(String quantity, String label, String against, String text) {
        return new Statement(
                text,
                "",
                Double.NaN,
                means -> means.of(label, quantity) / means.of(against, quantity),
                value -> value < 1,
                "");
    }

    /** One case's percentage less another's, published as the lower of them. */
    public static Statement pointsBelow(
            String quantity, String label, String against, String text) {
        return new Statement(
                text,
                "points",
                Double.NaN,
                means -> means.of(label, quantity) - means.of(against, quantity),
                value -> value < 0,
                "");
    }

    /** A case's value, published as an amount that is to be reproduced within a part of itself. */
    public static Statement value(
            double published, double within, String unit, String quantity, String label) {
        return new Statement(
                label,
                unit,
                published,
                means -> means.of(label, quantity),
                value -> Math.abs(value - published) <= within * Math.abs(published),
                "");
    }

    /**
     * The same statement with the reason for which it is not reproduced.
     *
     * @param found in words
     * @param shown statements about cases of the same experiment that hold if the reason is right
     */
    public Statement because(String found, Statement... shown) {
        return new Statement(text, unit, published, measured, holds, found, List.of(shown));
    }
}
