// SPDX-License-Identifier: Apache-2.0
package org.weir.control.filter;

import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Estimates a rate from noisy readings: slow while they scatter about the estimate, quick when they
 * leave it, so that settings neither flutter nor lag.
 */
public final class RateFilter {
    private double estimate = Double.NaN;

    /**
     * Takes a reading.
     *
     * @param reading in the rate's unit, at least 0
     * @param tuning tells what a jump is, and how much of a reading counts
     */
    public void add(double reading, Tuning tuning) {
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
    public double estimate() {
        return estimate;
    }
}
