// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.Collection;
import org.weir.lab.stats.Sample;

/**
 * Two percentiles of times, each a value that was measured.
 *
 * @param samples number of times measured
 * @param p50Ms median, ms; null without times
 * @param p99Ms 99th percentile, ms; null without times
 */
record Percentiles(int samples, Double p50Ms, Double p99Ms) {
    /** Percentiles of times in ms. */
    static Percentiles of(Collection<Double> timesMs) {
        double[] sorted = timesMs.stream().mapToDouble(value -> value).sorted().toArray();
        if (sorted.length == 0) {
            return new Percentiles(0, null, null);
        }
        return new Percentiles(
                sorted.length, Sample.percentile(sorted, 0.5), Sample.percentile(sorted, 0.99));
    }
}
