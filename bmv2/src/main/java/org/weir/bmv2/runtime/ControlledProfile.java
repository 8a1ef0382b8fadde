// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.weir.bmv2.control.ActionCall;
import org.weir.bmv2.control.ActionProfileControl;
import org.weir.bmv2.control.ControlException;
import org.weir.bmv2.control.ControlException.Reason;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.ActionProfile;

/** An action profile as the control plane sees it. */
public final class ControlledProfile implements ActionProfileControl {

    private static final int MAX_WEIGHT = 1 << 16;

    private final ActionProfile model;
    private final ActionCalls actions;
    private final List<MatchTable> tables = new ArrayList<>();
    private final Map<Integer, ActionData> members = new TreeMap<>();
    private final Map<Integer, Group> groups = new TreeMap<>();

    /** An empty profile, for the actions of the tables that use it. */
    public ControlledProfile(ActionProfile model, Collection<Action> actions) {
        this.model = model;
        this.actions = new ActionCalls("action profile " + model.name(), actions);
    }

    void usedBy(MatchTable table) {
        tables.add(table);
    }

    ActionData member(int memberId) {
        ActionData member = members.get(memberId);
        if (member == null) {
            throw refusal(Reason.NOT_FOUND, "has no member " + memberId);
        }
        return member;
    }

    Group group(int groupId) {
        Group group = groups.get(groupId);
        if (group == null) {
            throw refusal(Reason.NOT_FOUND, "has no group " + groupId);
        }
        return group;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public long maxSize() {
        return model.maxSize();
    }

    @Override
    public boolean hasSelector() {
        return model.selector() != null;
    }

    @Override
    public void insertMember(int memberId, ActionCall action) {
        if (members.containsKey(memberId)) {
            throw refusal(Reason.ALREADY_EXISTS, "has a member " + memberId + " already");
        }
        if (members.size() >= model.maxSize()) {
            throw refusal(
                    Reason.RESOURCE_EXHAUSTED, "is full with " + model.maxSize() + " members");
        }
        members.put(memberId, actions.data(action));
    }

    @Override
    public void modifyMember(int memberId, ActionCall action) {
        member(memberId);
        members.put(memberId, actions.data(action));
        for (MatchTable table : tables) {
            for (Entry entry : table.entries()) {
                refresh(entry, memberId);
            }
            refresh(table.defaultEntry, memberId);
        }
        groups.values().forEach(group -> group.set(group.members(), slots(group.members())));
    }

    private void refresh(Entry entry, int memberId) {
        if (refersTo(entry, memberId)) {
            entry.action = members.get(memberId);
        }
    }

    private static boolean refersTo(Entry entry, int memberId) {
        return entry.isMember && entry.memberId == memberId;
    }

    @Override
    public void deleteMember(int memberId) {
        member(memberId);
        for (Group group : groups.values()) {
            if (group.members().stream().anyMatch(member -> member.memberId() == memberId)) {
                throw refusal(Reason.INVALID, "member " + memberId + " is in group " + group.id());
            }
        }
        for (MatchTable table : tables) {
            if (anyEntry(table, entry -> refersTo(entry, memberId))) {
                throw refusal(
                        Reason.INVALID,
                        "member " + memberId + " is used by table " + table.model().name());
            }
        }
        members.remove(memberId);
    }

    @Override
    public Map<Integer, ActionCall> members() {
        Map<Integer, ActionCall> calls = new TreeMap<>();
        members.forEach((id, data) -> calls.put(id, data.call()));
        return calls;
    }

    @Override
    public void insertGroup(int groupId, List<WeightedMember> wanted) {
        requireSelector();
        if (groups.containsKey(groupId)) {
            throw refusal(Reason.ALREADY_EXISTS, "has a group " + groupId + " already");
        }
        groups.put(groupId, new Group(groupId, wanted, slots(wanted)));
    }

    @Override
    public void modifyGroup(int groupId, List<WeightedMember> wanted) {
        requireSelector();
        group(groupId).set(wanted, slots(wanted));
    }

    @Override
    public void deleteGroup(int groupId) {
        Group group = group(groupId);
        for (MatchTable table : tables) {
            if (anyEntry(table, entry -> entry.group == group)) {
                throw refusal(
                        Reason.INVALID,
                        "group " + groupId + " is used by table " + table.model().name());
            }
        }
        groups.remove(groupId);
    }

    @Override
    public Map<Integer, List<WeightedMember>> groups() {
        Map<Integer, List<WeightedMember>> all = new TreeMap<>();
        groups.forEach((id, group) -> all.put(id, group.members()));
        return all;
    }

    private static boolean anyEntry(MatchTable table, Predicate<Entry> condition) {
        for (Entry entry : table.entries()) {
            if (condition.test(entry)) {
                return true;
            }
        }
        return false;
    }

    private ActionData[] slots(List<WeightedMember> wanted) {
        List<ActionData> slots = new ArrayList<>();
        for (WeightedMember member : wanted) {
            if (member.weight() < 1 || member.weight() > MAX_WEIGHT) {
                throw refusal(
                        Reason.INVALID,
                        "member "
                                + member.memberId()
                                + ": weight "
                                + member.weight()
                                + " is not in 1.."
                                + MAX_WEIGHT);
            }
            ActionData data = member(member.memberId());
            for (int i = 0; i < member.weight(); i++) {
                slots.add(data);
            }
        }
        return slots.toArray(new ActionData[0]);
    }

    private void requireSelector() {
        if (!hasSelector()) {
            throw refusal(Reason.INVALID, "has no selector, so no groups");
        }
    }

    private ControlException refusal(Reason reason, String rule) {
        return new ControlException(reason, "action profile " + model.name() + ": " + rule);
    }
}
