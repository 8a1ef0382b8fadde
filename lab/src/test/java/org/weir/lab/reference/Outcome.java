// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import java.util.Arrays;

/** Results of one class in one run: packets after the warm-up, waiting times and loss. */
record Outcome(long arrived, double meanMs, double p99Ms, double lossFraction) {

    /**
     * Results from single waiting times.
     *
     * @param waitsMs waiting times, ms
     * @param served how many of them there are
     */
    static Outcome of(double[] waitsMs, int served, long arrived, long dropped) {
        double[] sorted = Arrays.copyOf(waitsMs, served);
        Arrays.sort(sorted);
        return new Outcome(
                arrived,
                Arrays.stream(sorted).average().orElse(Double.NaN),
                served == 0 ? Double.NaN : sorted[(int) (0.99 * served)],
                arrived == 0 ? 0 : (double) dropped / arrived);
    }
}
