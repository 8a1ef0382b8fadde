// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Shares of a port as the whole numbers that deficit weighted round robin takes. Among all numbers
 * from 1 to the largest the ASIC takes, those are chosen whose largest difference from a share
 * asked for, as a part of the port, is smallest; among equals the largest numbers, so that a queue
 * sends more in one turn. Immutable.
 */
public final class DwrrWeights {
    /** Smallest weight: the traffic manager takes 0 as "no round robin". */
    public static final int MIN = 1;

    /** Largest weight of Tofino 1 and 2, and what each queue has at start. */
    public static final int MAX = 1023;

    /** Differences of errors below this come from rounding in double precision. */
    private static final double SAME = 1e-12;

    private final List<Integer> weights;
    private final double shareError;

    private DwrrWeights(List<Integer> weights, double shareError) {
        this.weights = List.copyOf(weights);
        this.shareError = shareError;
    }

    /**
     * The weights for some shares.
     *
     * @param shares above 0, one for each queue of a port, at least one; only their ratios count
     * @return the weights
     * @throws IllegalArgumentException if there is none, or one is not above 0
     */
    public static DwrrWeights of(double... shares) {
        return within(MAX, shares);
    }

    /** The same with another largest weight, so that a test can try all numbers. */
    static DwrrWeights within(int max, double... shares) {
        double sum = Arrays.stream(shares).sum();
        for (double share : shares) {
            if (!(share > 0) || !Double.isFinite(sum)) {
                throw new IllegalArgumentException("a share must be above 0, was " + share);
            }
        }
        if (shares.length == 0) {
            throw new IllegalArgumentException("there must be at least one share");
        }
        double[] wanted = Arrays.stream(shares).map(share -> share / sum).toArray();
        int[] best = null;
        double smallest = Double.POSITIVE_INFINITY;
        for (int total = max * shares.length; total >= shares.length; total--) {
            int[] weights = split(total, max, wanted);
            double error = error(weights, wanted);
            if (error < smallest - SAME) {
                smallest = error;
                best = weights;
            }
        }
        List<Integer> list = new ArrayList<>();
        for (int weight : best) {
            list.add(weight);
        }
        return new DwrrWeights(list, smallest);
    }

    /**
     * The weights of a given sum that are nearest to the shares of it: whole parts first, then what
     * is left, or too much, one by one where the difference stays smallest.
     */
    private static int[] split(int total, int max, double[] wanted) {
        int[] weights = new int[wanted.length];
        int left = total;
        for (int i = 0; i < wanted.length; i++) {
            weights[i] = (int) Math.max(MIN, Math.min(max, Math.floor(total * wanted[i])));
            left -= weights[i];
        }
        int step = left < 0 ? -1 : 1;
        int bound = left < 0 ? MIN : max;
        PriorityQueue<Integer> next =
                new PriorityQueue<>(
                        (a, b) ->
                                Double.compare(
                                        step * (weights[a] - total * wanted[a]),
                                        step * (weights[b] - total * wanted[b])));
        for (int i = 0; i < wanted.length; i++) {
            if (weights[i] != bound) {
                next.add(i);
            }
        }
        for (; left != 0; left -= step) {
            int i = next.remove();
            weights[i] += step;
            if (weights[i] != bound) {
                next.add(i);
            }
        }
        return weights;
    }

    private static double error(int[] weights, double[] wanted) {
        double total = Arrays.stream(weights).sum();
        double largest = 0;
        for (int i = 0; i < wanted.length; i++) {
            largest = Math.max(largest, Math.abs(weights[i] / total - wanted[i]));
        }
        return largest;
    }

    /** One for each share, in their order, {@value #MIN} to {@value #MAX}. */
    public List<Integer> weights() {
        return weights;
    }

    /** Largest difference of a queue's share from the one asked for, as a part of the port. */
    public double shareError() {
        return shareError;
    }

    @Override
    public String toString() {
        return weights + ", off by at most " + shareError + " of the port";
    }
}
