// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

/**
 * The function b(y) = 1/(e^y − 1) with its pole at 0 taken away: b(y) = 1/y − 1/2 + regular(y). The
 * moments of a truncated geometric distribution are differences of two such functions in which the
 * poles cancel exactly; only the regular parts are left to be computed.
 */
final class BoseSeries {
    /** B₂ₖ/(2k)! for k = 1, 2, …, the Bernoulli numbers over factorials. */
    private static final double[] COEFFICIENTS = {
        8.333333333333333333e-2,
        -1.388888888888888889e-3,
        3.306878306878306878e-5,
        -8.267195767195767196e-7,
        2.087675698786809898e-8,
        -5.284190138687493185e-10,
        1.338253653068467883e-11,
        -3.389680296322582866e-13,
        8.586062056277844565e-15,
        -2.174868698558061873e-16,
        5.509002828360229515e-18,
        -1.395446468581252334e-19
    };

    private static final double SERIES_LIMIT = 1.5;

    private BoseSeries() {}

    /** 1/(e^y − 1) − 1/y + 1/2 for y at least 0. */
    static double regular(double y) {
        if (y > SERIES_LIMIT) {
            return 1 / Math.expm1(y) - 1 / y + 0.5;
        }
        double square = y * y;
        double sum = 0;
        for (int k = COEFFICIENTS.length - 1; k >= 0; k--) {
            sum = COEFFICIENTS[k] + square * sum;
        }
        return y * sum;
    }

    /** The derivative of {@link #regular}, up to the constant 1/12 at y = 0: it is 0 there. */
    static double regularSlope(double y) {
        if (y > SERIES_LIMIT) {
            return 1 / (y * y) - slope(y) - COEFFICIENTS[0];
        }
        double square = y * y;
        double sum = 0;
        for (int k = COEFFICIENTS.length - 1; k >= 1; k--) {
            sum = (2 * k + 1) * COEFFICIENTS[k] + square * sum;
        }
        return square * sum;
    }

    /** −b′(y) = e^y/(e^y − 1)² = 1/(4 sinh²(y/2)) for y above 0. */
    static double slope(double y) {
        double halfSine = Math.sinh(y / 2);
        return 1 / (4 * halfSine * halfSine);
    }
}
