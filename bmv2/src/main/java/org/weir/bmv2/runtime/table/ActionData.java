// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import org.weir.bmv2.controlplane.table.ActionCall;

/** An action with its arguments as generated code takes them. */
public final class ActionData {

    /** The action's number. */
    public int action;

    /** Arguments one after the other, the lowest word of each first. */
    public long[] values;

    private ActionCall call;

    /** An action with its arguments, and the same as the control plane sees it. */
    public ActionData(int action, long[] values, ActionCall call) {
        this.action = action;
        this.values = values;
        this.call = call;
    }

    /** An action of its own with the same arguments, which no other entry or member shares. */
    ActionData copy() {
        return new ActionData(action, values, call);
    }

    /** Takes another's action and arguments, for all entries and groups that have this one. */
    void become(ActionData other) {
        action = other.action;
        values = other.values;
        call = other.call;
    }

    /** The same as the control plane sees it. */
    public ActionCall call() {
        return call;
    }
}
