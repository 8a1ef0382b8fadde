// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ControlException.Reason;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.ValueSetControl;

/** A value set as the control plane sees it; checks everything before it changes anything. */
public record ControlledValueSet(ValueSetMembers set) implements ValueSetControl {

    @Override
    public String name() {
        return set.model().name();
    }

    @Override
    public List<Integer> fieldBits() {
        return set.model().fieldBits();
    }

    @Override
    public long maxSize() {
        return set.model().maxSize();
    }

    @Override
    public void insert(List<MatchKey> member) {
        List<ValueSetMember> wanted = set.members();
        add(wanted, member);
        set.set(wanted);
    }

    private void add(List<ValueSetMember> all, List<MatchKey> member) {
        ValueSetMember added = new ValueSetMember(set.model(), member);
        if (find(all, added) >= 0) {
            throw refusal(Reason.ALREADY_EXISTS, "has a member " + member + " already");
        }
        if (all.size() >= maxSize()) {
            throw refusal(Reason.RESOURCE_EXHAUSTED, "is full with " + maxSize() + " members");
        }
        all.add(added);
    }

    @Override
    public void delete(List<MatchKey> member) {
        List<ValueSetMember> wanted = set.members();
        int at = find(wanted, new ValueSetMember(set.model(), member));
        if (at < 0) {
            throw refusal(Reason.NOT_FOUND, "has no member " + member);
        }
        wanted.remove(at);
        set.set(wanted);
    }

    @Override
    public void replace(List<List<MatchKey>> newMembers) {
        List<ValueSetMember> wanted = new ArrayList<>();
        newMembers.forEach(member -> add(wanted, member));
        set.set(wanted);
    }

    @Override
    public List<List<MatchKey>> members() {
        return set.members().stream().map(ValueSetMember::keys).toList();
    }

    private static int find(List<ValueSetMember> all, ValueSetMember wanted) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).keys().equals(wanted.keys())) {
                return i;
            }
        }
        return -1;
    }

    private ControlException refusal(Reason reason, String rule) {
        return new ControlException(reason, "value set " + name() + ": " + rule);
    }
}
