// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

/**
 * Rates of classes beyond their shares. A port never idles while any class waits, so the others
 * divide unused service in proportion to their weights.
 */
public final class SpareCapacity {
    private SpareCapacity() {}

    /**
     * The rate that each class could have now: at least its share; the served part of its present
     * demand, which in a shortage is the weighted max-min fair part (generalized processor sharing,
     * Parekh and Gallager 1993); and its weight's part of the idle rate, so that several classes
     * that begin to send at once do not all count on the same capacity.
     *
     * @param weight shares, Σ = 1
     * @param demand rates wanted, at least 0 each
     * @param rate Γ, in the unit of the demands
     */
    public static double[] availableRates(double[] weight, double[] demand, double rate) {
        double[] available = servedRates(weight, demand, rate);
        double idle = rate;
        for (double one : available) {
            idle -= one;
        }
        idle = Math.max(0, idle);
        for (int i = 0; i < available.length; i++) {
            double grown = available[i] + idle * weight[i];
            available[i] = Math.min(rate, Math.max(weight[i] * rate, grown));
        }
        return available;
    }

    /**
     * The rate that one class gets as long as it has more to send and the others send what they
     * send now: at least its weight's part.
     *
     * @param index of the class
     * @param weight shares, Σ at most 1
     * @param demand rates that the classes send, at least 0 each; the class's own is not looked at
     * @param rate Γ, in the unit of the demands
     */
    public static double greedyRate(int index, double[] weight, double[] demand, double rate) {
        double[] greedy = demand.clone();
        greedy[index] = Double.POSITIVE_INFINITY;
        return servedRates(weight, greedy, rate)[index];
    }

    /** The weighted max-min fair rates: none above its demand, Σ at most the rate. */
    public static double[] servedRates(double[] weight, double[] demand, double rate) {
        int count = weight.length;
        double[] served = new double[count];
        boolean[] satisfied = new boolean[count];
        double left = rate;
        boolean changed = true;
        while (changed) {
            changed = false;
            double weights = 0;
            for (int i = 0; i < count; i++) {
                weights += satisfied[i] ? 0 : weight[i];
            }
            double round = left;
            for (int i = 0; i < count; i++) {
                if (!satisfied[i]) {
                    double fair = weights > 0 ? round * weight[i] / weights : 0;
                    served[i] = Math.min(demand[i], fair);
                    if (demand[i] <= fair) {
                        satisfied[i] = true;
                        left -= demand[i];
                        changed = true;
                    }
                }
            }
            left = Math.max(0, left);
        }
        return served;
    }
}
