// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

/**
 * Cuts a port's buffer into whole packets in proportion to shares. Backlogged classes are served in
 * proportion to their limits, so the limits are what represents the weights in the data plane.
 */
final class Apportionment {
    private Apportionment() {}

    /**
     * Limits with Σ = capacity, each at least the minimum, in proportion to the shares otherwise;
     * the remainders decide who gets a packet more (ties: the earlier class).
     *
     * @param shares at least 0 each, Σ above 0
     * @param capacity at least minimum × number of shares
     */
    static int[] limits(double[] shares, int capacity, int minimum) {
        int count = shares.length;
        boolean[] atMinimum = new boolean[count];
        double[] quota = new double[count];
        boolean changed = true;
        while (changed) {
            changed = false;
            double free = capacity;
            double sum = 0;
            for (int i = 0; i < count; i++) {
                free -= atMinimum[i] ? minimum : 0;
                sum += atMinimum[i] ? 0 : shares[i];
            }
            for (int i = 0; i < count; i++) {
                quota[i] = atMinimum[i] ? minimum : free * shares[i] / sum;
                if (quota[i] < minimum) {
                    atMinimum[i] = true;
                    changed = true;
                }
            }
        }
        int[] limits = new int[count];
        int left = capacity;
        for (int i = 0; i < count; i++) {
            limits[i] = (int) Math.floor(quota[i]);
            left -= limits[i];
        }
        for (; left > 0; left--) {
            int most = 0;
            for (int i = 1; i < count; i++) {
                if (quota[i] - limits[i] > quota[most] - limits[most] + 1e-9) {
                    most = i;
                }
            }
            limits[most]++;
        }
        return limits;
    }
}
