// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.fluid;

import java.util.ArrayList;
import java.util.List;

/**
 * One direction of a line that flows share as generalised processor sharing does: classes by their
 * weights, the flows of a class equally. What a class does not use, the others share by their
 * weights. A line with one weight knows no classes: all its flows share equally.
 */
public final class FluidLine {
    private final double[] weights;
    private final List<Hop> hops = new ArrayList<>();
    private double rateBps;

    /**
     * @param rateBps above 0
     * @param weights by class, each above 0; one for a line without classes
     */
    public FluidLine(double rateBps, double... weights) {
        this.rateBps = rateBps;
        this.weights = weights.clone();
    }

    /** One flow on this line, and the rate that the line offers it. */
    static final class Hop {
        final FluidFlow flow;
        double offeredBps = Double.POSITIVE_INFINITY;

        Hop(FluidFlow flow) {
            this.flow = flow;
        }

        /** Rate that the flow's other lines and its source allow. */
        double demandBps() {
            double demand = flow.limitBps();
            for (Hop other : flow.hops()) {
                if (other != this) {
                    demand = Math.min(demand, other.offeredBps);
                }
            }
            return demand;
        }
    }

    /** Changes the rate; it counts from the next {@link FluidShares#divide}. */
    public void setRateBps(double nowBps) {
        rateBps = nowBps;
    }

    Hop add(FluidFlow flow) {
        Hop hop = new Hop(flow);
        hops.add(hop);
        return hop;
    }

    void remove(Hop hop) {
        hops.remove(hop);
    }

    private int classOf(Hop hop) {
        return weights.length == 1 ? 0 : hop.flow.classIndex();
    }

    /**
     * Offers each flow the rate that it would have on this line if only this line limited it, with
     * the present demands of the others.
     *
     * @return largest change of an offer, as a part of the line's rate
     */
    double offer() {
        double[] demands = new double[hops.size()];
        double[] classDemands = new double[weights.length];
        for (int i = 0; i < demands.length; i++) {
            demands[i] = Math.min(rateBps, hops.get(i).demandBps());
            classDemands[classOf(hops.get(i))] += demands[i];
        }
        double change = 0;
        for (int own = 0; own < weights.length; own++) {
            if (classDemands[own] > 0) {
                change = Math.max(change, offer(own, demands, ifBusy(own, classDemands)));
            }
        }
        return change;
    }

    /** Rate of a class that always has something to send. */
    private double ifBusy(int own, double[] classDemands) {
        boolean[] isSatisfied = new boolean[weights.length];
        double left = rateBps;
        while (true) {
            double sum = 0;
            for (int i = 0; i < weights.length; i++) {
                sum += i == own || !isSatisfied[i] && classDemands[i] > 0 ? weights[i] : 0;
            }
            double level = left / sum;
            boolean isFinal = true;
            for (int i = 0; i < weights.length; i++) {
                if (i != own && !isSatisfied[i] && classDemands[i] <= weights[i] * level) {
                    isSatisfied[i] = true;
                    left -= classDemands[i];
                    isFinal &= classDemands[i] == 0;
                }
            }
            if (isFinal) {
                return weights[own] * level;
            }
        }
    }

    /** Divides a class's rate among its flows by max-min fairness. */
    private double offer(int own, double[] demands, double classBps) {
        int count = 0;
        double sum = 0;
        for (int i = 0; i < demands.length; i++) {
            if (classOf(hops.get(i)) == own) {
                count++;
                sum += demands[i];
            }
        }
        double level = sum <= classBps ? Double.POSITIVE_INFINITY : level(own, demands, classBps);
        double change = 0;
        for (int i = 0; i < demands.length; i++) {
            Hop hop = hops.get(i);
            if (classOf(hop) == own) {
                double left = Math.max(classBps - (sum - demands[i]), classBps / count);
                double offered = level == Double.POSITIVE_INFINITY ? left : level;
                change = Math.max(change, Math.abs(offered - hop.offeredBps) / rateBps);
                hop.offeredBps = offered;
            }
        }
        return change;
    }

    /** Rate of a flow that demands more than it gets. */
    private double level(int own, double[] demands, double classBps) {
        double level = 0;
        while (true) {
            double left = classBps;
            int above = 0;
            for (int i = 0; i < demands.length; i++) {
                if (classOf(hops.get(i)) == own) {
                    boolean isSatisfied = demands[i] <= level;
                    left -= isSatisfied ? demands[i] : 0;
                    above += isSatisfied ? 0 : 1;
                }
            }
            double next = above == 0 ? level : left / above;
            if (next <= level * (1 + 1e-12)) {
                return Math.max(next, level);
            }
            level = next;
        }
    }

    /** Divides the flows' rates by a factor if their sum exceeds the line's, so that it fits. */
    void fit() {
        double use = hops.stream().mapToDouble(hop -> hop.flow.rateBps()).sum() / rateBps;
        if (use > 1) {
            hops.forEach(hop -> hop.flow.setRateBps(hop.flow.rateBps() / use));
        }
    }
}
