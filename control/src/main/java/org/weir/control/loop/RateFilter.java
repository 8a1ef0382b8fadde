// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Estimates a rate from noisy readings: slow while they scatter about the estimate, quick when they
 * leave it, so that settings neither flutter nor lag.
 */
final class RateFilter {
    private double estimate = Double.NaN;

    void add(double reading, Tuning tuning) {
        if (Double.isNaN(estimate)) {
            estimate = reading;
            return;
        }
        double distance = Math.abs(reading - estimate);
        boolean jump = distance > tuning.get(Tunable.RATE_JUMP) * Math.max(estimate, reading);
        double share = tuning.get(jump ? Tunable.RATE_JUMP_SHARE : Tunable.RATE_FILTER_SHARE);
        estimate += share * (reading - estimate);
    }

    /** NaN before the first reading. */
    double estimate() {
        return estimate;
    }
}
