// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.Objects;

/**
 * One traffic class as the controller knows it: name, kind, importance and targets. Its index in
 * the data plane is its position in the policy. Immutable.
 */
public final class ClassSpec {
    private final String name;
    private final ClassKind kind;
    private final double importance;
    private final Targets targets;

    /**
     * @param name the operator's name of the class, not empty
     * @param kind kind of traffic that the class carries
     * @param importance above 0. If not all targets can be met, the class of lower importance loses
     *     capacity first; the rest of the port is shared in proportion to importance
     * @param targets the operator's targets for the class
     * @throws IllegalArgumentException if the name is empty or the importance not above 0
     */
    public ClassSpec(String name, ClassKind kind, double importance, Targets targets) {
        this.name = Objects.requireNonNull(name, "name");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.importance = importance;
        this.targets = Objects.requireNonNull(targets, "targets");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name must not be empty");
        }
        if (!(importance > 0) || Double.isInfinite(importance)) {
            throw new IllegalArgumentException("importance must be above 0, was " + importance);
        }
    }

    /** The operator's name of the class. */
    public String name() {
        return name;
    }

    /** Kind of traffic that the class carries. */
    public ClassKind kind() {
        return kind;
    }

    /** Importance, above 0; larger is more important. */
    public double importance() {
        return importance;
    }

    /** The operator's targets for the class. */
    public Targets targets() {
        return targets;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof ClassSpec)) {
            return false;
        }
        ClassSpec that = (ClassSpec) other;
        return name.equals(that.name)
                && kind == that.kind
                && Double.compare(importance, that.importance) == 0
                && targets.equals(that.targets);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, kind, importance, targets);
    }

    @Override
    public String toString() {
        return name + " (" + kind + ", importance " + importance + ", " + targets + ")";
    }
}
