// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.weir.lab.experiment.run.Estimate;

/** Numbers as tables print them; {@value #NONE} without a value. */
final class FigureText {
    static final String NONE = "-";

    private FigureText() {}

    /** Four significant digits, and at least three behind the point below 10. */
    private static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Mean ± half of the interval; the mean alone of one value. */
    static String mean(Estimate one) {
        if (Double.isNaN(one.mean())) {
            return NONE;
        }
        return number(one.mean()) + (one.values().size() < 2 ? "" : " ±" + width(one));
    }

    /** With as many digits as the mean at most. */
    private static String width(Estimate one) {
        return String.format(Locale.ROOT, "%.2g", one.halfWidth()).contains("e")
                ? String.format(Locale.ROOT, "%.0f", one.halfWidth())
                : String.format(Locale.ROOT, "%.2g", one.halfWidth());
    }

    /**
     * Mean and interval, such as {@code 1.210 [1.100, 1.330]}; the mean alone of one value.
     *
     * @param transformed applied to the mean and to both ends of the interval
     */
    static String interval(Estimate one, DoubleUnaryOperator transformed) {
        if (Double.isNaN(one.mean())) {
            return NONE;
        }
        String mean = fixed(transformed.applyAsDouble(one.mean()));
        return one.values().size() < 2 ? mean : mean + " " + ends(one, transformed);
    }

    /** The interval alone, such as {@code [1.100, 1.330]}; none of fewer than two values. */
    static String ends(Estimate one, DoubleUnaryOperator transformed) {
        if (one.values().size() < 2) {
            return NONE;
        }
        return "["
                + fixed(transformed.applyAsDouble(one.mean() - one.halfWidth()))
                + ", "
                + fixed(transformed.applyAsDouble(one.mean() + one.halfWidth()))
                + "]";
    }

    /** With three digits behind the point; none of NaN. */
    static String fixed(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.3f", value);
    }
}
