// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.fluid;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Rates of flows in a network of lines that are shared by weights ({@link FluidLine}). A flow has
 * the least of the rates that its lines offer it, and a line divides among the others what a flow
 * cannot use. With one class this is max-min fairness.
 */
public final class FluidShares {
    private static final int MOST_ROUNDS = 200;
    private static final double TOLERANCE = 1e-9;

    private final Set<FluidFlow> flows = new LinkedHashSet<>();

    /** Adds a flow; it has a rate after the next {@link #divide}. */
    public void add(FluidFlow flow) {
        if (flows.add(flow)) {
            flow.join();
        }
    }

    /** Takes a flow away. */
    public void remove(FluidFlow flow) {
        if (flows.remove(flow)) {
            flow.leave();
        }
    }

    /**
     * Sets the rate of each flow. The lines make offers in turn until none changes, at most {@value
     * #MOST_ROUNDS} times; then no line carries more than its rate.
     */
    public void divide() {
        Set<FluidLine> lines = new LinkedHashSet<>();
        for (FluidFlow flow : flows) {
            lines.addAll(flow.lines());
            flow.hops().forEach(hop -> hop.offeredBps = Double.POSITIVE_INFINITY);
        }
        double change = 1;
        for (int round = 0; round < MOST_ROUNDS && change > TOLERANCE; round++) {
            change = 0;
            for (FluidLine line : lines) {
                change = Math.max(change, line.offer());
            }
        }
        for (FluidFlow flow : flows) {
            double rateBps = flow.limitBps();
            for (FluidLine.Hop hop : flow.hops()) {
                rateBps = Math.min(rateBps, hop.offeredBps);
            }
            flow.setRateBps(rateBps);
        }
        lines.forEach(FluidLine::fit);
    }
}
