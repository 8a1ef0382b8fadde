// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import io.grpc.Status;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionRef;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Table;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Action;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.rpc.RequestException;

/** A table of the P4Info, and what a client may ask of its entries. */
public final class TableInfo {

    private final Table table;
    private final KeyInfo key;
    private final Map<Integer, ActionInfo> actionById = new HashMap<>();
    private final Map<String, ActionInfo> actionByName = new HashMap<>();
    private final Map<Integer, ActionRef.Scope> scopeById = new LinkedHashMap<>();

    /**
     * A table.
     *
     * @param switchBits the widths of its fields in the program; empty where they are not known
     */
    TableInfo(Table table, P4InfoIndex index, List<Integer> switchBits) {
        this.table = table;
        key =
                new KeyInfo(
                        "table " + name(),
                        table.getMatchFieldsList(),
                        index.valueTypes(),
                        switchBits);
        for (ActionRef ref : table.getActionRefsList()) {
            ActionInfo action = index.action(ref.getId());
            actionById.put(ref.getId(), action);
            actionByName.put(action.name(), action);
            scopeById.put(ref.getId(), ref.getScope());
        }
        if (table.getImplementationId() != 0) {
            index.actionProfile(table.getImplementationId());
        }
    }

    public int id() {
        return table.getPreamble().getId();
    }

    public String name() {
        return table.getPreamble().getName();
    }

    public KeyInfo key() {
        return key;
    }

    public boolean needsPriority() {
        return key.needsPriority();
    }

    public boolean hasIdleTimeout() {
        return table.getIdleTimeoutBehavior() != Table.IdleTimeoutBehavior.NO_TIMEOUT;
    }

    /** True if the entries are constant, even if there are none: clients may write none. */
    public boolean isConst() {
        return table.getIsConstTable();
    }

    /** Whether the program declares entries that clients may change. */
    public boolean isPreinitialized() {
        return table.getHasInitialEntries() && !table.getIsConstTable();
    }

    public boolean hasConstDefault() {
        return table.getConstDefaultActionId() != 0;
    }

    /** Id of the action profile or selector that entries refer to; 0 for none. */
    public int actionProfileId() {
        return table.getImplementationId();
    }

    List<Integer> directResourceIds() {
        return table.getDirectResourceIdsList();
    }

    /** An action's name, to filter entries by. */
    public String actionName(int actionId) {
        return requireAction(actionId).name();
    }

    /**
     * A client's action as the switch takes it.
     *
     * @throws RequestException INVALID_ARGUMENT if the table has no such action, PERMISSION_DENIED
     *     if not in this place
     */
    public EntryAction decodeAction(TableAction action, boolean isDefault) {
        switch (action.getTypeCase()) {
            case ACTION:
                if (actionProfileId() != 0) {
                    throw RequestException.invalid(
                            "table "
                                    + name()
                                    + ", action: its entries take members or groups of an action profile");
                }
                return decodeCall(action.getAction(), isDefault);
            case ACTION_PROFILE_MEMBER_ID:
                requireActionProfile("action_profile_member_id");
                return new EntryAction.Member(action.getActionProfileMemberId());
            case ACTION_PROFILE_GROUP_ID:
                requireActionProfile("action_profile_group_id");
                return new EntryAction.Group(action.getActionProfileGroupId());
            default:
                throw RequestException.invalid("table " + name() + ", action: not given");
        }
    }

    /**
     * A client's action call as the switch takes it.
     *
     * @throws RequestException INVALID_ARGUMENT if the table has no such action, PERMISSION_DENIED
     *     if not in this place
     */
    public ActionCall decodeCall(Action action, boolean isDefault) {
        ActionInfo info = requireAction(action.getActionId());
        ActionRef.Scope scope = scopeById.get(action.getActionId());
        if (scope == ActionRef.Scope.TABLE_ONLY && isDefault
                || scope == ActionRef.Scope.DEFAULT_ONLY && !isDefault) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED,
                    "table "
                            + name()
                            + ", action "
                            + info.name()
                            + ": declared @"
                            + (isDefault ? "tableonly" : "defaultonly"));
        }
        return info.decode(action);
    }

    /** An action call of the switch, whose action the table has, as a client sees it. */
    public Action encodeCall(ActionCall call) {
        return actionByName.get(call.name()).encode(call);
    }

    /** An action of the switch as a client sees it. */
    public TableAction encodeAction(EntryAction action) {
        TableAction.Builder encoded = TableAction.newBuilder();
        if (action instanceof ActionCall call) {
            // A default of NoAction that the program does not name is in no list of the P4Info.
            if (actionByName.containsKey(call.name())) {
                encoded.setAction(encodeCall(call));
            }
        } else if (action instanceof EntryAction.Member member) {
            encoded.setActionProfileMemberId(member.memberId());
        } else if (action instanceof EntryAction.Group group) {
            encoded.setActionProfileGroupId(group.groupId());
        }
        return encoded.build();
    }

    private ActionInfo requireAction(int actionId) {
        ActionInfo action = actionById.get(actionId);
        if (action == null) {
            throw RequestException.invalid(
                    String.format(
                            "table %s, action_id 0x%08x: not an action of the table",
                            name(), actionId));
        }
        return action;
    }

    private void requireActionProfile(String what) {
        if (actionProfileId() == 0) {
            throw RequestException.invalid(
                    "table " + name() + ", " + what + ": the table has no action profile");
        }
    }
}
