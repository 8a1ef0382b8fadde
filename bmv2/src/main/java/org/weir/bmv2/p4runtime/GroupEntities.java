// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.control.ActionProfileControl;
import org.weir.bmv2.control.ActionProfileControl.WeightedMember;
import org.weir.bmv2.control.SwitchControl;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionProfile;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Groups of the members of action selectors. */
final class GroupEntities implements EntityKind {

    private record GroupId(int profileId, int groupId) {}

    private final P4InfoIndex index;
    private final SwitchControl control;
    private final Map<GroupId, Integer> maxSizes = new HashMap<>();

    GroupEntities(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        ActionProfileGroup group = entity.getActionProfileGroup();
        ActionProfile info = index.actionProfile(group.getActionProfileId());
        int id = group.getGroupId();
        String what = "action profile " + info.getPreamble().getName() + ", group " + id;
        if (!info.getWithSelector()) {
            throw RequestException.invalid(what + ": it has no selector, so no groups");
        }
        if (id == 0) {
            throw RequestException.invalid(what + ": the id must not be 0");
        }
        GroupId key = new GroupId(group.getActionProfileId(), id);
        if (type == Update.Type.DELETE) {
            return () -> {
                ActionProfileControl profile = MemberEntities.profile(control, info);
                List<WeightedMember> before = profile.groups().get(id);
                MemberEntities.deleteUnused(() -> profile.deleteGroup(id));
                Integer maxSizeBefore = maxSizes.remove(key);
                return () -> {
                    profile.insertGroup(id, before);
                    if (maxSizeBefore != null) {
                        maxSizes.put(key, maxSizeBefore);
                    }
                };
            };
        }
        List<WeightedMember> members = members(group, info, what);
        if (type == Update.Type.INSERT) {
            return () -> {
                ActionProfileControl profile = MemberEntities.profile(control, info);
                profile.insertGroup(id, members);
                maxSizes.put(key, group.getMaxSize());
                return () -> {
                    profile.deleteGroup(id);
                    maxSizes.remove(key);
                };
            };
        }
        return () -> {
            ActionProfileControl profile = MemberEntities.profile(control, info);
            List<WeightedMember> before = profile.groups().get(id);
            int maxSize = maxSizes.getOrDefault(key, group.getMaxSize());
            if (maxSize != group.getMaxSize()) {
                throw RequestException.invalid(
                        what + ", max_size: it was inserted with " + maxSize);
            }
            profile.modifyGroup(id, members);
            return () -> profile.modifyGroup(id, before);
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        ActionProfileGroup filter = request.getActionProfileGroup();
        for (ActionProfile info : MemberEntities.profiles(index, filter.getActionProfileId())) {
            if (!info.getWithSelector()) {
                continue;
            }
            int profileId = info.getPreamble().getId();
            MemberEntities.profile(control, info)
                    .groups()
                    .forEach(
                            (id, members) -> {
                                if (filter.getGroupId() == 0 || filter.getGroupId() == id) {
                                    int maxSize =
                                            maxSizes.getOrDefault(new GroupId(profileId, id), 0);
                                    out.accept(() -> encode(profileId, id, members, maxSize));
                                }
                            });
        }
    }

    private static List<WeightedMember> members(
            ActionProfileGroup group, ActionProfile info, String what) {
        List<WeightedMember> members = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        long weights = 0;
        for (ActionProfileGroup.Member member : group.getMembersList()) {
            String which = what + ", member " + member.getMemberId();
            ResourceCodec.rejectUnknownFields(member, which);
            if (!seen.add(member.getMemberId())) {
                throw RequestException.invalid(which + ": given twice; use its weight");
            }
            if (member.getWeight() < 1) {
                throw RequestException.invalid(
                        which + ", weight: " + member.getWeight() + " is below 1");
            }
            if (member.getWatch() != 0) {
                throw RequestException.unimplemented(
                        which + ", watch: watching ports is not supported");
            }
            weights += member.getWeight();
            members.add(new WeightedMember(member.getMemberId(), member.getWeight()));
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
        int limit = group.getMaxSize() > 0 ? group.getMaxSize() : info.getMaxGroupSize();
        if (limit > 0 && weights > limit) {
            throw new RequestException(
                    Status.Code.RESOURCE_EXHAUSTED,
                    what
                            + ": the weights' sum "
                            + weights
                            + " is above the group's greatest size "
                            + limit);
        }
        return members;
    }

    private static Entity encode(
            int profileId, int groupId, List<WeightedMember> members, int maxSize) {
        ActionProfileGroup.Builder group =
                ActionProfileGroup.newBuilder()
                        .setActionProfileId(profileId)
                        .setGroupId(groupId)
                        .setMaxSize(maxSize);
        for (WeightedMember member : members) {
            group.addMembers(
                    ActionProfileGroup.Member.newBuilder()
                            .setMemberId(member.memberId())
                            .setWeight(member.weight()));
        }
        return Entity.newBuilder().setActionProfileGroup(group).build();
    }
}
