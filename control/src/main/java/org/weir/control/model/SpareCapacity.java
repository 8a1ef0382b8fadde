// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

/**
 * Rates that classes can get beyond their shares. A port is never idle while packets of any class
 * wait, so capacity that a class does not use goes to the others, in proportion to their weights.
 */
public final class SpareCapacity {
    private SpareCapacity() {}

    /**
     * The rate that each class could have now. It is the sum of two parts, but at least the class's
     * share: the served part of its present demand (in a shortage the weighted max-min fair part;
     * generalized processor sharing, Parekh and Gallager 1993), and its part, by weight, of the
     * idle rate. So several classes that begin to send at once do not all count on the same
     * capacity.
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
     * The rate that one class gets if it always has packets to send and the others keep their
     * present rates; at least its share by weight.
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
