// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

import java.util.function.DoubleUnaryOperator;

/**
 * Root finder for a monotone function: the boundary between points where it is at most 0 and points
 * where it is above 0. The method is false position in the Illinois form, with bisection whenever a
 * step gains little. So it is quick for nearly straight functions and safe for all.
 */
public final class Boundary {
    private static final int MAX_STEPS = 200;

    private Boundary() {}

    /**
     * The boundary, from the side where the condition holds.
     *
     * @param excess at most 0 where the condition holds; may be infinite
     * @param good a point where it holds; on which side of {@code bad} does not matter
     * @param bad a point where it does not
     * @param precision largest distance of the answer from the boundary, relative to the answer
     */
    public static double find(
            DoubleUnaryOperator excess, double good, double bad, double precision) {
        double g = good;
        double b = bad;
        double atGood = excess.applyAsDouble(g);
        double atBad = excess.applyAsDouble(b);
        int sameSide = 0;
        for (int step = 0; step < MAX_STEPS; step++) {
            double width = Math.abs(b - g);
            if (width <= precision * Math.abs(g)) {
                break;
            }
            double next = g + (b - g) * (atGood / (atGood - atBad));
            // A little towards the far end makes the last bracket close from both sides.
            double nudge = 0.25 * precision * Math.abs(g);
            if (Math.abs(next - g) < nudge) {
                next = g + Math.copySign(nudge, b - g);
            } else if (Math.abs(b - next) < nudge) {
                next = b + Math.copySign(nudge, g - b);
            }
            boolean inside = next > Math.min(g, b) && next < Math.max(g, b);
            if (!inside || step % 4 == 3) {
                next = 0.5 * (g + b);
            }
            if (next == g || next == b) {
                break;
            }
            double value = excess.applyAsDouble(next);
            if (value <= 0) {
                g = next;
                atGood = value;
                sameSide = sameSide > 0 ? sameSide + 1 : 1;
                if (sameSide > 1) {
                    atBad *= 0.5;
                }
            } else {
                b = next;
                atBad = value;
                sameSide = sameSide < 0 ? sameSide - 1 : -1;
                if (sameSide < -1) {
                    atGood *= 0.5;
                }
            }
        }
        return g;
    }
}
