// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

/**
 * Distribution of the delay in M/M/1/N.
 *
 * <p>A packet that is not lost finds n others with probability ∝ ρ^n, n &lt; N, and stays for a
 * time with the distribution Erlang(n+1, μ). This time is longer than d if a Poisson count of mean
 * a = μd is at most n, so P(W &gt; d) = Σ_k Pois(k; a) (ρ^k − ρ^N)/(1 − ρ^N), k &lt; N. Every term
 * is positive, so no digits cancel. For ρ &lt; 1 the factor ρ^k becomes a part of the Poisson mass,
 * whose mean is then λd. Terms are added from the largest outwards until they are negligible.
 */
final class DelayTail {
    private static final double NEGLIGIBLE = 1e-18;

    private DelayTail() {}

    /** P(W &gt; seconds); y = ln(μ/λ). */
    static double of(double lambda, double mu, double y, double capacity, double seconds) {
        double scale = Math.exp(-Math.max(0, (mu - lambda) * seconds));
        double mean = (y > 0 ? lambda : mu) * seconds;
        long last = (long) Math.ceil(capacity) - 1;
        if (scale == 0) {
            return 0;
        }
        if (mean == 0) {
            return 1;
        }
        long start = Math.min(last, (long) Math.floor(mean));
        double largest = PoissonMass.of(start, mean);
        if (largest == 0) {
            return 0;
        }
        double sum = largest * weight(start, y, capacity);
        double mass = largest;
        for (long k = start + 1; k <= last; k++) {
            mass *= mean / k;
            double term = mass * weight(k, y, capacity);
            sum += term;
            if (term < NEGLIGIBLE * sum) {
                break;
            }
        }
        mass = largest;
        for (long k = start; k > 0; k--) {
            mass *= k / mean;
            double term = mass * weight(k - 1, y, capacity);
            sum += term;
            if (term < NEGLIGIBLE * sum) {
                break;
            }
        }
        return Math.min(1, scale * sum);
    }

    /** (ρ^k − ρ^N)/(1 − ρ^N), divided by ρ^k where that is in the Poisson mass already. */
    private static double weight(long k, double y, double capacity) {
        double left = capacity - k;
        if (y == 0) {
            return left / capacity;
        }
        if (y > 0) {
            return Math.expm1(-left * y) / Math.expm1(-capacity * y);
        }
        return Math.expm1(left * y) / Math.expm1(capacity * y);
    }
}
