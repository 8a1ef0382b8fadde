// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl.WeightedMember;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionProfile;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/**
 * Groups of the members of action selectors (P4Runtime specification 1.4, "Action Profile Group
 * Programming"). A member whose watch port is down is left out; where all are, packets are handled
 * as with an empty group.
 */
public final class GroupEntities implements EntityKind {

    private record GroupId(int profileId, int groupId) {}

    private final P4InfoIndex index;
    private final SwitchControl control;
    private final OneShots oneShots;

    /** Groups as clients have written them, for what the switch does not know of them. */
    private final Map<GroupId, ActionProfileGroup> written = new HashMap<>();

    public GroupEntities(P4InfoIndex index, SwitchControl control, OneShots oneShots) {
        this.index = index;
        this.control = control;
        this.oneShots = oneShots;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        ActionProfileGroup group = entity.getActionProfileGroup();
        ActionProfile info = index.actionProfile(group.getActionProfileId());
        int id = group.getGroupId();
        String what =
                "action profile "
                        + info.getPreamble().getName()
                        + ", group "
                        + Integer.toUnsignedString(id);
        if (!info.getWithSelector()) {
            throw RequestException.invalid(what + ": it has no selector, so no groups");
        }
        if (id == 0) {
            throw RequestException.invalid(what + ": the id must not be 0");
        }
        GroupId key = new GroupId(group.getActionProfileId(), id);
        if (type == Update.Type.DELETE) {
            return () -> delete(info, key);
        }
        List<WeightedMember> members = members(group, info, what);
        ActionProfileGroup canonical = canonical(group);
        return type == Update.Type.INSERT
                ? () -> insert(info, key, members, canonical, what)
                : () -> modify(info, key, members, canonical, what);
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        ActionProfileGroup filter = request.getActionProfileGroup();
        for (ActionProfile info : MemberEntities.profiles(index, filter.getActionProfileId())) {
            if (!info.getWithSelector()) {
                continue;
            }
            int profileId = info.getPreamble().getId();
            ActionProfileControl profile = MemberEntities.profile(control, info);
            int wanted = filter.getGroupId();
            Set<Integer> ids =
                    wanted == 0
                            ? profile.groups().keySet()
                            : profile.group(wanted).isPresent() ? Set.of(wanted) : Set.of();
            for (int id : ids) {
                ActionProfileGroup group = written.get(new GroupId(profileId, id));
                if (group != null) {
                    out.accept(() -> Entity.newBuilder().setActionProfileGroup(group).build());
                }
            }
        }
    }

    private Runnable insert(
            ActionProfile info,
            GroupId key,
            List<WeightedMember> members,
            ActionProfileGroup group,
            String what) {
        oneShots.requireNone(info, what);
        ActionProfileControl profile = MemberEntities.profile(control, info);
        profile.insertGroup(key.groupId(), members);
        written.put(key, group);
        return () -> {
            profile.deleteGroup(key.groupId());
            written.remove(key);
        };
    }

    private Runnable modify(
            ActionProfile info,
            GroupId key,
            List<WeightedMember> members,
            ActionProfileGroup group,
            String what) {
        ActionProfileControl profile = MemberEntities.profile(control, info);
        Optional<List<WeightedMember>> before = profile.group(key.groupId());
        ActionProfileGroup writtenBefore = written.get(key);
        if (before.isEmpty() || writtenBefore == null) {
            throw RequestException.notFound(what + ": it does not exist");
        }
        if (writtenBefore.getMaxSize() != group.getMaxSize()) {
            throw RequestException.invalid(
                    what + ", max_size: it was inserted with " + writtenBefore.getMaxSize());
        }
        profile.modifyGroup(key.groupId(), members);
        written.put(key, group);
        return () -> {
            profile.modifyGroup(key.groupId(), before.get());
            written.put(key, writtenBefore);
        };
    }

    private Runnable delete(ActionProfile info, GroupId key) {
        ActionProfileControl profile = MemberEntities.profile(control, info);
        Optional<List<WeightedMember>> before = profile.group(key.groupId());
        MemberEntities.deleteUnused(() -> profile.deleteGroup(key.groupId()));
        ActionProfileGroup writtenBefore = written.remove(key);
        return () -> {
            profile.insertGroup(key.groupId(), before.orElseThrow());
            written.put(key, writtenBefore);
        };
    }

    private List<WeightedMember> members(
            ActionProfileGroup group, ActionProfile info, String what) {
        ResourceCodec.rejectUnknownFields(group, what);
        List<WeightedMember> members = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (ActionProfileGroup.Member member : group.getMembersList()) {
            String which = what + ", member " + Integer.toUnsignedString(member.getMemberId());
            ResourceCodec.rejectUnknownFields(member, which);
            if (!seen.add(member.getMemberId())) {
                throw RequestException.invalid(which + ": given twice; use its weight");
            }
            if (member.getWeight() < 1) {
                throw RequestException.invalid(
                        which + ", weight: " + member.getWeight() + " is below 1");
            }
            int watchPort =
                    oneShots.watchPort(
                            member.hasWatch(), member.getWatch(), member.getWatchPort(), which);
            members.add(new WeightedMember(member.getMemberId(), member.getWeight(), watchPort));
        }
        if (group.getMaxSize() < 0
                || info.getMaxGroupSize() > 0 && group.getMaxSize() > info.getMaxGroupSize()) {
            throw RequestException.invalid(
                    what
                            + ", max_size: "
                            + group.getMaxSize()
                            + " is not within 0.."
                            + info.getMaxGroupSize());
        }
        GroupSize.of(info)
                .requireWithin(
                        members.stream().map(WeightedMember::weight).toList(),
                        group.getMaxSize() > 0 ? group.getMaxSize() : info.getMaxGroupSize(),
                        Status.Code.RESOURCE_EXHAUSTED,
                        what);
        return members;
    }

    private ActionProfileGroup canonical(ActionProfileGroup group) {
        ActionProfileGroup.Builder canonical = group.toBuilder();
        for (ActionProfileGroup.Member.Builder member : canonical.getMembersBuilderList()) {
            if (member.hasWatchPort()) {
                member.setWatchPort(index.portCodec().canonical(member.getWatchPort()));
            }
        }
        return canonical.build();
    }
}
