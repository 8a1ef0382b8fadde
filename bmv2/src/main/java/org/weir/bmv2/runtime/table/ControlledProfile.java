// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static final int MAX_PORT = 510;

    /** A member; entries and groups refer to its data, which change with it. */
    private static final class Member {
        private final ActionData data;

        /** Numbers of groups and of entries that have it. */
        private int groups;

        private int entries;

        Member(ActionData data) {
            this.data = data;
        }
    }

    /** A group with its members as they were given. */
    private static final class NumberedGroup {
        private final Group choices;
        private List<WeightedMember> members;

        /** Number of entries that have it. */
        private int entries;

        NumberedGroup(Group choices, List<WeightedMember> members) {
            this.choices = choices;
            this.members = members;
        }
    }

    private final ActionProfile model;
    private final ActionCalls actions;
    private final List<MatchTable> tables = new ArrayList<>();
    private final Map<Integer, Member> members = new TreeMap<>();
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

    /** The action of a member, which changes when the member is changed. */
    ActionData dataOf(int memberId) {
        return numberedMember(memberId).data;
    }

    private Member numberedMember(int memberId) {
        Member member = members.get(memberId);
        if (member == null) {
            throw refusal(Reason.NOT_FOUND, "has no member " + memberId);
        }
        return member;
    }

    /** The actions of a group, which change when the group is changed. */
    Group choicesOf(int groupId) {
        return numberedGroup(groupId).choices;
    }

    /** Counts entries that begin or end to use a member or a group; of other actions nothing. */
    void countUse(EntryAction action, int change) {
        if (action instanceof EntryAction.Member member) {
            numberedMember(member.memberId()).entries += change;
        } else if (action instanceof EntryAction.Group group) {
            numberedGroup(group.groupId()).entries += change;
        }
    }

    private void countGroup(List<WeightedMember> used, int change) {
        for (WeightedMember member : used) {
            numberedMember(member.memberId()).groups += change;
        }
    }

    private NumberedGroup numberedGroup(int groupId) {
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
        members.put(memberId, new Member(actions.data(action).copy()));
    }

    @Override
    public void modifyMember(int memberId, ActionCall action) {
        numberedMember(memberId).data.become(actions.data(action));
    }

    @Override
    public void deleteMember(int memberId) {
        Member member = numberedMember(memberId);
        if (member.groups > 0) {
            throw refusal(
                    Reason.INVALID, "member " + memberId + " is in group " + aGroupWith(memberId));
        }
        if (member.entries > 0) {
            throw refusal(
                    Reason.INVALID,
                    "member "
                            + memberId
                            + " is used by table "
                            + aTableWith(new EntryAction.Member(memberId)));
        }
        members.remove(memberId);
    }

    private int aGroupWith(int memberId) {
        return groups.entrySet().stream()
                .filter(
                        group ->
                                group.getValue().members.stream()
                                        .anyMatch(member -> member.memberId() == memberId))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private String aTableWith(EntryAction action) {
        return tables.stream()
                .filter(
                        table ->
                                action.equals(table.defaultEntry.fromProfile)
                                        || anyEntry(
                                                table, entry -> action.equals(entry.fromProfile)))
                .map(table -> table.model().name())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Optional<ActionCall> member(int memberId) {
        return Optional.ofNullable(members.get(memberId)).map(member -> member.data.call());
    }

    @Override
    public Map<Integer, ActionCall> members() {
        Map<Integer, ActionCall> calls = new TreeMap<>();
        members.forEach((id, member) -> calls.put(id, member.data.call()));
        return calls;
    }

    @Override
    public void insertGroup(int groupId, List<WeightedMember> wanted) {
        requireSelector();
        if (groups.containsKey(groupId)) {
            throw refusal(Reason.ALREADY_EXISTS, "has a group " + groupId + " already");
        }
        List<WeightedMember> own = List.copyOf(wanted);
        groups.put(groupId, new NumberedGroup(new Group(choices(own), portUp), own));
        countGroup(own, 1);
    }

    @Override
    public void modifyGroup(int groupId, List<WeightedMember> wanted) {
        requireSelector();
        NumberedGroup group = numberedGroup(groupId);
        List<WeightedMember> own = List.copyOf(wanted);
        group.choices.set(choices(own));
        countGroup(own, 1);
        countGroup(group.members, -1);
        group.members = own;
    }

    @Override
    public void deleteGroup(int groupId) {
        NumberedGroup group = numberedGroup(groupId);
        if (group.entries > 0) {
            throw refusal(
                    Reason.INVALID,
                    "group "
                            + groupId
                            + " is used by table "
                            + aTableWith(new EntryAction.Group(groupId)));
        }
        groups.remove(groupId);
        countGroup(group.members, -1);
    }

    @Override
    public Optional<List<WeightedMember>> group(int groupId) {
        return Optional.ofNullable(groups.get(groupId)).map(group -> group.members);
    }

    @Override
    public boolean isEmpty() {
        return members.isEmpty() && groups.isEmpty();
    }

    @Override
    public Map<Integer, List<WeightedMember>> groups() {
        Map<Integer, List<WeightedMember>> all = new TreeMap<>();
        groups.forEach((id, group) -> all.put(id, group.members));
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
                            dataOf(member.memberId()), member.weight(), member.watchPort()));
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
        if (weight < 1) {
            throw refusal(Reason.INVALID, what + ": weight " + weight + " is below 1");
        }
        if (watchPort < NO_WATCH || watchPort > MAX_PORT) {
            throw refusal(
                    Reason.INVALID,
                    what + ": watch port " + watchPort + " is not in 0.." + MAX_PORT);
        }
    }

    /** Takes notice of ports that went up or down. */
    public void portsChanged() {
        groups.values().forEach(group -> group.choices.refresh());
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
