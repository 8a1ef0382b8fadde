// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.program.ValueSet;

/**
 * The members of a parser's value set, as the data path sees them. Sets are small: members are
 * looked at one after the other.
 */
public final class ValueSetMembers {

    private static final ValueSetMember[] NONE = new ValueSetMember[0];

    private final ValueSet model;
    private ValueSetMember[] members = NONE;

    /**
     * The value to look up: the words of its fields one after the other, the lowest of each first.
     */
    public final long[] key;

    /** An empty set. */
    public ValueSetMembers(ValueSet model) {
        this.model = model;
        int words = 0;
        for (int bits : model.fieldBits()) {
            words += (bits + 63) / 64;
        }
        this.key = new long[words];
    }

    /** The set's declaration. */
    public ValueSet model() {
        return model;
    }

    /** Whether a member takes {@link #key}. */
    public boolean matches() {
        for (ValueSetMember member : members) {
            if (member.takes(key)) {
                return true;
            }
        }
        return false;
    }

    List<ValueSetMember> members() {
        return new ArrayList<>(List.of(members));
    }

    void set(List<ValueSetMember> newMembers) {
        members = newMembers.toArray(NONE);
    }
}
