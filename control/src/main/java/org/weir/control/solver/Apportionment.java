// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

/**
 * Division of a port's buffer, or of a scheduler round, into whole packets in proportion to shares.
 */
final class Apportionment {
    private static final double ROUNDING = 1e-9;

    private Apportionment() {}

    /**
     * Whole packets of each class: Σ = capacity, none below its least number, otherwise in
     * proportion to the shares. The classes with the largest remainders get a packet more (ties:
     * the earlier class).
     *
     * @param shares at least 0 each, Σ above 0
     * @param least Σ at most the capacity
     */
    static int[] limits(double[] shares, int capacity, int[] least) {
        int count = shares.length;
        boolean[] atLeast = new boolean[count];
        double[] quota = new double[count];
        boolean changed = true;
        while (changed) {
            changed = false;
            double free = capacity;
            double sum = 0;
            for (int i = 0; i < count; i++) {
                free -= atLeast[i] ? least[i] : 0;
                sum += atLeast[i] ? 0 : shares[i];
            }
            for (int i = 0; i < count; i++) {
                quota[i] = atLeast[i] ? least[i] : free * shares[i] / sum;
                if (quota[i] < least[i]) {
                    atLeast[i] = true;
                    changed = true;
                }
            }
        }
        int[] limits = new int[count];
        int left = capacity;
        for (int i = 0; i < count; i++) {
            limits[i] = Math.max(least[i], (int) Math.floor(quota[i] + ROUNDING));
            left -= limits[i];
        }
        while (left > 0) {
            int most = 0;
            for (int i = 1; i < count; i++) {
                if (quota[i] - limits[i] > quota[most] - limits[most] + ROUNDING) {
                    most = i;
                }
            }
            limits[most]++;
            left--;
        }
        return limits;
    }
}
