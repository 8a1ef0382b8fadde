// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

import java.util.function.DoubleUnaryOperator;

/**
 * A queue with Poisson arrivals, exponential service, one server and room for N packets, the one in
 * service included (M/M/1/N). All values are those of the steady state, which also exists in
 * overload, λ &gt; μ.
 *
 * <p>The textbook formulas overflow for large N and lose all digits near λ = μ. Here they are
 * written with y = ln(μ/λ) and three functions that have a regular limit at y = 0; terms that would
 * cancel are subtracted beforehand in series. Values keep 12 digits or more for λ/μ from 1e-3 to
 * 1e3 and N from 1 to 1e6. N need not be whole: the formulas also hold for real N, so that a solver
 * can vary it continuously.
 *
 * <p>Source: PMQECN's queue model; any text on M/M/1/K, e.g. Gross and Harris, "Fundamentals of
 * Queueing Theory". Immutable.
 */
public final class MM1N {
    private static final double QUANTILE_PRECISION = 1e-12;

    private final double arrivalRatePps;
    private final double serviceRatePps;
    private final double capacityPackets;

    /** ln(μ/λ): positive below full load, negative above. */
    private final double y;

    /**
     * @param arrivalRatePps λ, packet/s, above 0
     * @param serviceRatePps μ, packet/s, above 0
     * @param capacityPackets N, packets in the system, at least 1
     * @throws IllegalArgumentException if a value is out of range or not finite
     */
    public MM1N(double arrivalRatePps, double serviceRatePps, double capacityPackets) {
        require("arrivalRatePps", arrivalRatePps, Double.MIN_NORMAL);
        require("serviceRatePps", serviceRatePps, Double.MIN_NORMAL);
        require("capacityPackets", capacityPackets, 1);
        this.arrivalRatePps = arrivalRatePps;
        this.serviceRatePps = serviceRatePps;
        this.capacityPackets = capacityPackets;
        this.y = logRatio(serviceRatePps, arrivalRatePps);
    }

    private static void require(String name, double value, double min) {
        if (!(value >= min) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    name
                            + (min == 1 ? " must be at least 1" : " must be above 0")
                            + ", was "
                            + value);
        }
    }

    /** ln(a/b) without loss of digits where a is near b. */
    private static double logRatio(double a, double b) {
        double relative = (a - b) / b;
        return Math.abs(relative) < 0.5 ? Math.log1p(relative) : Math.log(a / b);
    }

    /** P₀: the fraction of time with nothing in the system. */
    public double emptyProbability() {
        return stateFromEmpty(0);
    }

    /** P_N: the fraction of time with the system full, which is the fraction of packets lost. */
    public double fullProbability() {
        return stateFromFull(0);
    }

    /**
     * P_m: the fraction of time with m packets in the system.
     *
     * @param m 0 to N
     */
    public double stateProbability(double m) {
        if (!(m >= 0 && m <= capacityPackets)) {
            throw new IllegalArgumentException("m must be 0 to N, was " + m);
        }
        return y >= 0 ? stateFromEmpty(m) : stateFromFull(capacityPackets - m);
    }

    /** (1−ρ) ρ^m / (1−ρ^(N+1)). */
    private double stateFromEmpty(double m) {
        if (y == 0) {
            return 1 / (capacityPackets + 1);
        }
        if (y > 0) {
            return Math.exp(-m * y) * Math.expm1(-y) / Math.expm1(-(capacityPackets + 1) * y);
        }
        return stateFromFull(capacityPackets - m);
    }

    /** The probability of m packets short of full. */
    private double stateFromFull(double m) {
        if (y == 0) {
            return 1 / (capacityPackets + 1);
        }
        if (y > 0) {
            return stateFromEmpty(capacityPackets - m);
        }
        return Math.exp(m * y) * Math.expm1(y) / Math.expm1((capacityPackets + 1) * y);
    }

    /**
     * 1 − P₀: mean number of packets in service, which is the fraction of time the line is busy.
     */
    public double inService() {
        double n = capacityPackets;
        if (y == 0) {
            return n / (n + 1);
        }
        if (y > 0) {
            return Math.exp(-y) * Math.expm1(-n * y) / Math.expm1(-(n + 1) * y);
        }
        return Math.expm1(n * y) / Math.expm1((n + 1) * y);
    }

    /** λ_e: rate of the packets that are not lost, packet/s. */
    public double acceptedRatePps() {
        return serviceRatePps * inService();
    }

    /** L_s: mean number of packets in the system. */
    public double inSystem() {
        return meanOfTruncatedGeometric(y, capacityPackets);
    }

    /** L_q: mean number of packets waiting, the one in service not counted. */
    public double waiting() {
        // A busy system less its packet in service is the same distribution on one place less.
        return inService() * meanOfTruncatedGeometric(y, capacityPackets - 1);
    }

    /** W_s: mean time in the system of a packet that is not lost, s. */
    public double delaySeconds() {
        return (1 + meanOfTruncatedGeometric(y, capacityPackets - 1)) / serviceRatePps;
    }

    /** Standard deviation of the time in the system of a packet that is not lost, s. */
    public double delayDeviationSeconds() {
        double seen = meanOfTruncatedGeometric(y, capacityPackets - 1);
        double variance = 1 + seen + varianceOfTruncatedGeometric(y, capacityPackets - 1);
        return Math.sqrt(variance) / serviceRatePps;
    }

    /** N_loss: rate of lost packets, packet/s. */
    public double lossRatePps() {
        return arrivalRatePps * fullProbability();
    }

    /**
     * P(W &gt; d): the fraction of packets that are not lost and stay longer than d.
     *
     * @param seconds d, s
     */
    public double delayTail(double seconds) {
        if (Double.isNaN(seconds)) {
            throw new IllegalArgumentException("seconds must be a number");
        }
        return seconds <= 0
                ? 1
                : DelayTail.of(arrivalRatePps, serviceRatePps, y, capacityPackets, seconds);
    }

    /**
     * The delay that the given fraction of the packets stay below, s.
     *
     * @param fraction in [0, 1), e.g. 0.99
     */
    public double delayQuantileSeconds(double fraction) {
        if (!(fraction >= 0 && fraction < 1)) {
            throw new IllegalArgumentException("fraction must be in [0, 1), was " + fraction);
        }
        double logTail = Math.log1p(-fraction);
        if (logTail == 0) {
            return 0;
        }
        DoubleUnaryOperator excess = d -> Math.log(delayTail(d)) - logTail;
        double low = 0;
        double high = delaySeconds() * Math.max(1, -logTail);
        while (excess.applyAsDouble(high) > 0) {
            low = high;
            high *= 2;
        }
        return Boundary.find(excess, high, low, QUANTILE_PRECISION);
    }

    /** Mean of P_m ∝ e^(−my) on 0 … n, in [0, n]. */
    private static double meanOfTruncatedGeometric(double y, double n) {
        if (n <= 0) {
            return 0;
        }
        if (y < 0) {
            // Empty places in overload are packets in the mirrored queue.
            return n - meanOfTruncatedGeometric(-y, n);
        }
        double m = n + 1;
        if (m * y < 1) {
            return n / 2 + BoseSeries.regular(y) - m * BoseSeries.regular(m * y);
        }
        return 1 / Math.expm1(y) - m / Math.expm1(m * y);
    }

    /** Variance of P_m ∝ e^(−my) on 0 … n. */
    private static double varianceOfTruncatedGeometric(double y, double n) {
        if (n <= 0) {
            return 0;
        }
        double m = n + 1;
        double s = Math.abs(y);
        if (m * s < 1) {
            return n * (n + 2) / 12
                    - BoseSeries.regularSlope(s)
                    + m * m * BoseSeries.regularSlope(m * s);
        }
        return BoseSeries.slope(s) - m * m * BoseSeries.slope(m * s);
    }
}
