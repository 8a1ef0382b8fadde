// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.util.List;
import org.weir.bmv2.control.ActionProfileControl.WeightedMember;

/** A group of members of an action profile, of which a hash chooses one. */
public final class Group {

    private final int id;
    private List<WeightedMember> members;
    private ActionData[] slots;

    /** A group, each member as many times among the slots as its weight says. */
    public Group(int id, List<WeightedMember> members, ActionData[] slots) {
        this.id = id;
        set(members, slots);
    }

    /** Changes the members. */
    public void set(List<WeightedMember> newMembers, ActionData[] newSlots) {
        members = List.copyOf(newMembers);
        slots = newSlots;
    }

    /** Its number. */
    public int id() {
        return id;
    }

    /** Its members. */
    public List<WeightedMember> members() {
        return members;
    }

    /** The action that a hash chooses; null while there is no member. */
    public ActionData choose(long hash) {
        return slots.length == 0 ? null : slots[(int) Long.remainderUnsigned(hash, slots.length)];
    }
}
