// SPDX-License-Identifier: Apache-2.0
package org.weir.control.filter;

import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Filter of noisy readings of a rate. It changes slowly while readings scatter about the estimate,
 * and quickly after a jump.
 */
public final class RateFilter {
    /** Estimates below this value become 0 after a reading of 0, in the rate's unit. */
    private static final double NOTHING = 1;

    private double estimate = Double.NaN;

    /**
     * Takes a reading.
     *
     * @param reading in the rate's unit, at least 0
     * @param tuning the tunables that define a jump and the weight of a reading
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
        if (reading == 0 && estimate < NOTHING) {
            estimate = 0;
        }
    }

    /** The estimate, in the rate's unit; NaN before the first reading. */
    public double estimate() {
        return estimate;
    }
}
