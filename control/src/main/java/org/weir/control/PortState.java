// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.List;

/** What was measured of one port lately, class by class. Immutable. */
public final class PortState {
    private final PortSpec spec;
    private final boolean fresh;
    private final List<ClassState> classes;

    PortState(PortSpec spec, boolean fresh, List<ClassState> classes) {
        this.spec = spec;
        this.fresh = fresh;
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

    /** Whether there is a reading recent enough to act upon. */
    public boolean isFresh() {
        return fresh;
    }

    /** The classes in the order of their index. */
    public List<ClassState> classes() {
        return classes;
    }

    /** Whether no class misses a target by what was measured. */
    public boolean targetsMet() {
        return classes.stream().allMatch(ClassState::targetMet);
    }
}
