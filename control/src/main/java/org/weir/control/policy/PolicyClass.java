// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.List;
import java.util.Objects;
import org.weir.control.ClassSpec;

/** One class of a policy, with its targets and match rules. Immutable. */
public final class PolicyClass {
    private final int index;
    private final ClassSpec spec;
    private final List<MatchRule> rules;

    /**
     * @param index position in the policy and index in the data plane, 0 to 7
     * @param spec name, kind, importance, targets
     * @param rules any of them puts a packet into the class; may be empty
     */
    public PolicyClass(int index, ClassSpec spec, List<MatchRule> rules) {
        this.index = index;
        this.spec = Objects.requireNonNull(spec, "spec");
        this.rules = List.copyOf(rules);
        if (index < 0 || index > 7) {
            throw new IllegalArgumentException("index must be 0 to 7, was " + index);
        }
    }

    /** Position in the policy and index in the data plane. */
    public int index() {
        return index;
    }

    /** The class's name. */
    public String name() {
        return spec.name();
    }

    /** Name, kind, importance, targets. */
    public ClassSpec spec() {
        return spec;
    }

    /** Any of these puts a packet into the class. A rule of an earlier class goes first. */
    public List<MatchRule> rules() {
        return rules;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PolicyClass
                && index == ((PolicyClass) other).index
                && spec.equals(((PolicyClass) other).spec)
                && rules.equals(((PolicyClass) other).rules);
    }

    @Override
    public int hashCode() {
        return Objects.hash(index, spec, rules);
    }

    @Override
    public String toString() {
        return spec + " " + rules;
    }
}
