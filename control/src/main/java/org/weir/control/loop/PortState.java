// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.List;
import java.util.Optional;
import org.weir.control.PortId;
import org.weir.control.PortSpec;
import org.weir.control.RateWindow;
import org.weir.control.measurement.DelayHistogram;

/** Recent measurements of one port, class by class. Immutable. */
public final class PortState {
    private final PortSpec spec;
    private final boolean fresh;
    private final Optional<RateWindow> rateWindow;
    private final List<ClassState> classes;

    PortState(
            PortSpec spec,
            boolean fresh,
            Optional<RateWindow> rateWindow,
            List<ClassState> classes) {
        this.spec = spec;
        this.fresh = fresh;
        this.rateWindow = rateWindow;
        this.classes = List.copyOf(classes);
    }

    /** The port. */
    public PortId port() {
        return spec.id();
    }

    /** Rate, buffer and classes of the port. */
    public PortSpec spec() {
        return spec;
    }

    /** True if there is a reading recent enough to act upon. */
    public boolean isFresh() {
        return fresh;
    }

    /**
     * The window of the installed settings, over which the switch measures λ; empty before the
     * first.
     */
    public Optional<RateWindow> rateWindow() {
        return rateWindow;
    }

    /**
     * The buckets in which the switch counts delays: those of the installed settings, before the
     * first the coarsest.
     */
    public DelayHistogram delayHistogram() {
        return rateWindow
                .filter(window -> spec.hasFineDelays())
                .map(DelayHistogram::of)
                .orElse(DelayHistogram.COARSEST);
    }

    /** The classes in the order of their index. */
    public List<ClassState> classes() {
        return classes;
    }

    /** True if the measurements of no class miss a target. */
    public boolean targetsMet() {
        return classes.stream().allMatch(ClassState::targetMet);
    }
}
