// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/** Rule that moves a variable of a mutant back inside its bounds. */
public enum BoundRepair {
    /** Reflects the variable: as far inside as it was outside, as often as needed. */
    REFLECT {
        @Override
        double repair(double value, double parent, double low, double high) {
            double width = high - low;
            if (!(width > 0)) {
                return low;
            }
            double folded = Math.abs(value - low) % (2 * width);
            double inside = low + (folded <= width ? folded : 2 * width - folded);
            return Math.max(low, Math.min(high, inside));
        }
    },
    /** Half way from the parent's value to the bound. */
    MIDPOINT {
        @Override
        double repair(double value, double parent, double low, double high) {
            if (value < low) {
                return 0.5 * (parent + low);
            }
            return value > high ? 0.5 * (parent + high) : value;
        }
    };

    abstract double repair(double value, double parent, double low, double high);
}
