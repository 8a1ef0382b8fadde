// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Members (and for a selector, groups of members) that entries of one or more tables refer to. */
public interface ActionProfileControl {

    /** The watch port of members that are chosen whatever the state of ports. */
    int NO_WATCH = -1;

    /**
     * A member of a group.
     *
     * @param memberId the member
     * @param weight number of times it stands in the group, at least 1
     * @param watchPort the port that must be up for it to be chosen; {@link #NO_WATCH} for none
     */
    record WeightedMember(int memberId, int weight, int watchPort) {

        /** A member that is chosen whatever the state of ports. */
        public WeightedMember(int memberId, int weight) {
            this(memberId, weight, NO_WATCH);
        }
    }

    /** Full name, as in P4Info. */
    String name();

    /** Most members it takes. */
    long maxSize();

    /** Whether it has groups. */
    boolean hasSelector();

    /** Adds a member. */
    void insertMember(int memberId, ActionCall action);

    /** Changes a member's action. */
    void modifyMember(int memberId, ActionCall action);

    /** Removes a member that no group and no entry uses. */
    void deleteMember(int memberId);

    /** A member's action; empty if there is no such member. */
    Optional<ActionCall> member(int memberId);

    /** All members by id, in order of id. */
    Map<Integer, ActionCall> members();

    /** Adds a group. */
    void insertGroup(int groupId, List<WeightedMember> members);

    /** Changes a group's members. */
    void modifyGroup(int groupId, List<WeightedMember> members);

    /** Removes a group that no entry uses. */
    void deleteGroup(int groupId);

    /** A group's members as they were given; empty if there is no such group. */
    Optional<List<WeightedMember>> group(int groupId);

    /** True if it has neither members nor groups. */
    boolean isEmpty();

    /** All groups by id, in order of id. */
    Map<Integer, List<WeightedMember>> groups();
}
