// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.List;
import java.util.Objects;

/** A traffic class of the running policy. */
public final class ClassView {

    private final int index;
    private final String name;
    private final String kind;
    private final double importance;
    private final TargetsView targets;
    private final List<String> matches;

    /**
     * A class.
     *
     * @param index position in the policy, 0..7
     * @param name name
     * @param kind A (voice), B (video) or C (bulk)
     * @param importance relative importance, greater than 0
     * @param targets its targets
     * @param matches its match rules, one line each
     */
    public ClassView(
            int index,
            String name,
            String kind,
            double importance,
            TargetsView targets,
            List<String> matches) {
        this.index = index;
        this.name = Objects.requireNonNull(name);
        this.kind = Objects.requireNonNull(kind);
        this.importance = importance;
        this.targets = Objects.requireNonNull(targets);
        this.matches = List.copyOf(matches);
    }

    /** Position in the policy and index in the switches, 0..7. */
    public int index() {
        return index;
    }

    /** Name of the class. */
    public String name() {
        return name;
    }

    /** A (voice), B (video) or C (bulk). */
    public String kind() {
        return kind;
    }

    /** Relative importance, greater than 0. */
    public double importance() {
        return importance;
    }

    /** Targets of the class. */
    public TargetsView targets() {
        return targets;
    }

    /** The match rules, one readable line each, in the order in which they are tried. */
    public List<String> matches() {
        return matches;
    }
}
