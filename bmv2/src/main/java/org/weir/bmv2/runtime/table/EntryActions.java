// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.List;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ControlException.Reason;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.program.Table;

/** The actions of a table's entries: the table's own, or members and groups of its profile. */
final class EntryActions {

    private final String tableName;
    private final ActionCalls own;
    private final ControlledProfile profile;

    /**
     * @param profile null if the table has none
     */
    EntryActions(Table model, ControlledProfile profile) {
        this.tableName = model.name();
        this.own = new ActionCalls("table " + model.name(), model.actions());
        this.profile = profile;
    }

    List<String> names() {
        return own.names();
    }

    /** Sets the action of an entry; changes nothing if it is refused. */
    void set(Entry entry, EntryAction action) {
        if (action instanceof ActionCall call) {
            if (profile != null) {
                throw refusal("its actions come from action profile " + profile.name());
            }
            entry.action = own.data(call);
            return;
        }
        if (profile == null) {
            throw refusal("has no action profile");
        }
        if (action instanceof EntryAction.Member member) {
            entry.action = profile.dataOf(member.memberId());
            entry.group = null;
        } else if (action instanceof EntryAction.Group group) {
            entry.group = profile.choicesOf(group.groupId());
            entry.action = null;
        } else if (action instanceof EntryAction.OneShot oneShot) {
            entry.group = profile.oneShot(oneShot);
            entry.action = null;
        }
        EntryAction before = entry.fromProfile;
        entry.fromProfile = action;
        profile.countUse(action, 1);
        profile.countUse(before, -1);
    }

    /** Takes notice that an entry no longer has its action. */
    void release(Entry entry) {
        if (profile != null) {
            profile.countUse(entry.fromProfile, -1);
        }
        entry.fromProfile = null;
    }

    /** The action of an entry, as the control plane has set it. */
    static EntryAction of(Entry entry) {
        return entry.fromProfile == null ? entry.action.call() : entry.fromProfile;
    }

    private ControlException refusal(String rule) {
        return new ControlException(Reason.INVALID, "table " + tableName + ": " + rule);
    }
}
