// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.List;

/**
 * Action of a table entry: an action of its own, or a member or group of the table's action
 * profile.
 */
public sealed interface EntryAction
        permits ActionCall, EntryAction.Member, EntryAction.Group, EntryAction.OneShot {

    /** Runs the action of a member of the table's action profile. */
    record Member(int memberId) implements EntryAction {}

    /**
     * Runs the action of a member of a group, chosen by the hash of the table's selector fields.
     */
    record Group(int groupId) implements EntryAction {}

    /**
     * Runs one of several actions, chosen by the hash of the table's selector fields: a group that
     * belongs to the entry alone, without members of the action profile (P4Runtime's one-shot
     * programming).
     */
    record OneShot(List<WeightedCall> calls) implements EntryAction {

        /** Copies the list. */
        public OneShot {
            calls = List.copyOf(calls);
        }
    }

    /**
     * An action of a one-shot group.
     *
     * @param call the action
     * @param weight number of times it stands in the group, at least 1
     * @param watchPort the port that must be up for it to be chosen; {@link
     *     ActionProfileControl#NO_WATCH} for none
     */
    record WeightedCall(ActionCall call, int weight, int watchPort) {}
}
