// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.weir.agent.flow.Shape;
import org.weir.agent.flow.SlotTraffic;

/** Shaping that prints the lines for tc instead of running them. */
public final class DryRun implements Shaping {
    private final ShapePlan plan;
    private final Consumer<String> print;

    /**
     * Prints what a start would do.
     *
     * @param lineBps rate of the interface's line, bit/s
     * @param state of the interface
     * @param print takes each line
     * @throws IOException if there is no such interface
     */
    public DryRun(String device, long lineBps, InterfaceState state, Consumer<String> print)
            throws IOException {
        plan = new ShapePlan(device, state.nextNames(), HostInterface.mtuBytes(device), lineBps);
        this.print = print;
        show(state.cleaning(device));
        show(plan.start(state.keepsIngress(), HostInterface.addressesOf(device)));
        show(List.of(plan.shareRest()));
    }

    private void show(List<String> lines) {
        lines.forEach(line -> print.accept("would run: tc " + line));
    }

    @Override
    public void apply(Collection<Shape> shapes) {
        show(plan.update(shapes));
    }

    @Override
    public Map<Integer, SlotTraffic> traffic() {
        return Map.of();
    }

    @Override
    public boolean check() {
        // Nothing is installed.
        return false;
    }

    @Override
    public void repair() {
        // Nothing is installed.
    }

    @Override
    public void close() {
        // Nothing was installed.
    }
}
