// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.control;

/** What a table entry does: an action, or a member or group of the table's action profile. */
public sealed interface EntryAction permits ActionCall, EntryAction.Member, EntryAction.Group {

    /** Runs the action of a member of the table's action profile. */
    record Member(int memberId) implements EntryAction {}

    /**
     * Runs the action of a member of a group, chosen by the hash of the table's selector fields.
     */
    record Group(int groupId) implements EntryAction {}
}
