// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.fluid;

import java.util.ArrayList;
import java.util.List;

/** A flow of a class over lines. It takes as much as they give it. */
public final class FluidFlow {
    private final int classIndex;
    private final double limitBps;
    private final List<FluidLine> lines;
    private final List<FluidLine.Hop> hops = new ArrayList<>();
    private double rateBps;

    /**
     * @param limitBps rate of the source; infinite if only lines limit it
     * @param lines on the way, at least one
     */
    public FluidFlow(int classIndex, double limitBps, List<FluidLine> lines) {
        this.classIndex = classIndex;
        this.limitBps = limitBps;
        this.lines = List.copyOf(lines);
    }

    int classIndex() {
        return classIndex;
    }

    double limitBps() {
        return limitBps;
    }

    List<FluidLine.Hop> hops() {
        return hops;
    }

    void join() {
        lines.forEach(line -> hops.add(line.add(this)));
    }

    void leave() {
        for (int i = 0; i < hops.size(); i++) {
            lines.get(i).remove(hops.get(i));
        }
        hops.clear();
        rateBps = 0;
    }

    List<FluidLine> lines() {
        return lines;
    }

    /** Rate by the last {@link FluidShares#divide}, bit/s; 0 of a flow that is not one of them. */
    public double rateBps() {
        return rateBps;
    }

    void setRateBps(double now) {
        rateBps = now;
    }
}
