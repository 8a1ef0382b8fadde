// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

/**
 * Probability mass of the Poisson distribution, accurate to nearly all digits also where the count
 * and the mean are large. The saddle-point form of C. Loader, "Fast and accurate computation of
 * binomial probabilities" (2000): the exponent is a deviance that does not cancel, instead of a
 * difference of large logarithms.
 */
final class PoissonMass {
    /** ln k! − ln(√(2πk) (k/e)^k) for k = 0 to 15; entry 0 is not used. */
    private static final double[] STIRLING_ERROR = {
        0.0,
        0.0810614667953272582196702,
        0.0413406959554092940938221,
        0.02767792568499833914878929,
        0.02079067210376509311152277,
        0.01664469118982119216319487,
        0.01387612882307074799874573,
        0.01189670994589177009505572,
        0.010411265261972096497478567,
        0.009255462182712732917728637,
        0.008330563433362871256469318,
        0.007573675487951840794972024,
        0.006942840107209529865664152,
        0.006408994188004207068439631,
        0.005951370112758847735624416,
        0.005554733551962801371038690
    };

    private PoissonMass() {}

    /** P(X = k) for X of the given mean above 0. */
    static double of(long k, double mean) {
        if (k == 0) {
            return Math.exp(-mean);
        }
        return Math.exp(-stirlingError(k) - deviance(k, mean)) / Math.sqrt(2 * Math.PI * k);
    }

    private static double stirlingError(long k) {
        if (k < STIRLING_ERROR.length) {
            return STIRLING_ERROR[(int) k];
        }
        double square = (double) k * k;
        return (1.0 / 12
                        - (1.0 / 360
                                        - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square)
                                                / square)
                                / square)
                / k;
    }

    /** k ln(k/mean) + mean − k. */
    private static double deviance(double k, double mean) {
        double difference = k - mean;
        if (Math.abs(difference) < 0.1 * (k + mean)) {
            double v = difference / (k + mean);
            double sum = difference * v;
            double term = 2 * k * v;
            double square = v * v;
            for (int j = 1; j < 1000; j++) {
                term *= square;
                double next = sum + term / (2 * j + 1);
                if (next == sum) {
                    return next;
                }
                sum = next;
            }
            return sum;
        }
        return k * Math.log(k / mean) + mean - k;
    }
}
