// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.Collection;

/**
 * Two percentiles of times, each a value that was measured.
 *
 * @param samples how many times there are
 * @param p50Ms median, ms; null without times
 * @param p99Ms 99th percentile, ms; null without times
 */
record Percentiles(int samples, Double p50Ms, Double p99Ms) {
    /** Of times in ms. */
    static Percentiles of(Collection<Double> timesMs) {
        double[] sorted = timesMs.stream().mapToDouble(value -> value).sorted().toArray();
        return new Percentiles(sorted.length, at(sorted, 0.5), at(sorted, 0.99));
    }

    /** The value below or at which a part of all values are. */
    private static Double at(double[] sorted, double part) {
        if (sorted.length == 0) {
            return null;
        }
        return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }
}
