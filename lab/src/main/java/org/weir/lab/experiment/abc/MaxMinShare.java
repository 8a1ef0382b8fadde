// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.abc;

import java.util.Arrays;

/** Max-min fair shares of one line: nobody gets more than it asks for, the rest is shared alike. */
final class MaxMinShare {
    private MaxMinShare() {}

    /**
     * Computes them.
     *
     * @param capacity of the line
     * @param demands in the line's unit, not negative
     * @return the share of each demand, in their order
     */
    static double[] of(double capacity, double... demands) {
        double[] shares = new double[demands.length];
        Integer[] order = new Integer[demands.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (one, other) -> Double.compare(demands[one], demands[other]));
        double left = capacity;
        for (int i = 0; i < order.length; i++) {
            shares[order[i]] = Math.min(demands[order[i]], left / (order.length - i));
            left -= shares[order[i]];
        }
        return shares;
    }
}
