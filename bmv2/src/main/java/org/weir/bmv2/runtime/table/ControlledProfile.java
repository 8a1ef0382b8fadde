// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ControlException.Reason;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.ActionProfile;

/** An action profile as the control plane sees it. */
public final class ControlledProfile implements ActionProfileControl {

    private static final int MAX_WEIGHT = 1 << 16;
    private static final int MAX_PORT = 510;

    /** A group with its members as they were given. */
    private record NumberedGroup(List<WeightedMember> members, Group group) {}

    private final ActionProfile model;
    private final ActionCalls actions;
    private final List<MatchTable> tables = new ArrayList<>();
    private final Map<Integer, ActionData> members = new TreeMap<>();
    private final Map<Integer, NumberedGroup> groups = new TreeMap<>();
    private final IntPredicate portUp;

    /**
     * An empty profile, for the actions of the tables that use it; the predicate tells which ports
     * are up.
     */
    public ControlledProfile(ActionProfile model, Collection<Action> actions, IntPredicate portUp) {
        this.model = model;
        this.portUp = portUp;
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
        return numbered(groupId).group();
    }

    private NumberedGroup numbered(int groupId) {
        NumberedGroup group = groups.get(groupId);
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
        groups.values().forEach(group -> group.group().set(choices(group.members())));
    }

    private void refresh(Entry entry, int memberId) {
        if (refersTo(entry, memberId)) {
            entry.action = members.get(memberId);
        }
    }

    private static boolean refersTo(Entry entry, int memberId) {
        return entry.fromProfile instanceof EntryAction.Member member
                && member.memberId() == memberId;
    }

    @Override
    public void deleteMember(int memberId) {
        member(memberId);
        groups.forEach(
                (id, group) -> {
                    if (group.members().stream()
                            .anyMatch(member -> member.memberId() == memberId)) {
                        throw refusal(Reason.INVALID, "member " + memberId + " is in group " + id);
                    }
                });
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
        groups.put(
                groupId,
                new NumberedGroup(List.copyOf(wanted), new Group(choices(wanted), portUp)));
    }

    @Override
    public void modifyGroup(int groupId, List<WeightedMember> wanted) {
        requireSelector();
        Group group = group(groupId);
        group.set(choices(wanted));
        groups.put(groupId, new NumberedGroup(List.copyOf(wanted), group));
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

    /** Choices of a hash, ordered by member, whatever order they are written in, as in BMv2. */
    private List<Group.Choice> choices(List<WeightedMember> wanted) {
        List<Group.Choice> choices = new ArrayList<>();
        List<WeightedMember> ordered = new ArrayList<>(wanted);
        ordered.sort(Comparator.comparingInt(WeightedMember::memberId));
        for (WeightedMember member : ordered) {
            checkWeight("member " + member.memberId(), member.weight(), member.watchPort());
            choices.add(
                    new Group.Choice(
                            member(member.memberId()), member.weight(), member.watchPort()));
        }
        return choices;
    }

    /** A group of actions that belong to one entry. */
    Group oneShot(EntryAction.OneShot wanted) {
        requireSelector();
        List<Group.Choice> choices = new ArrayList<>();
        for (EntryAction.WeightedCall call : wanted.calls()) {
            checkWeight("action " + call.call().name(), call.weight(), call.watchPort());
            choices.add(
                    new Group.Choice(actions.data(call.call()), call.weight(), call.watchPort()));
        }
        return new Group(choices, portUp);
    }

    private void checkWeight(String what, int weight, int watchPort) {
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw refusal(
                    Reason.INVALID, what + ": weight " + weight + " is not in 1.." + MAX_WEIGHT);
        }
        if (watchPort < NO_WATCH || watchPort > MAX_PORT) {
            throw refusal(
                    Reason.INVALID,
                    what + ": watch port " + watchPort + " is not in 0.." + MAX_PORT);
        }
    }

    /** Takes notice of ports that went up or down. */
    public void portsChanged() {
        groups.values().stream().map(NumberedGroup::group).forEach(Group::refresh);
        for (MatchTable table : tables) {
            for (Entry entry : table.entries()) {
                if (entry.group != null && entry.group.watchesPorts()) {
                    entry.group.refresh();
                }
            }
        }
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
