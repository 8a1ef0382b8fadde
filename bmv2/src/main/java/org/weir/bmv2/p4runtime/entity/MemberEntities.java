// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.p4runtime.p4info.ActionInfo;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionProfile;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Members of action profiles and selectors. */
public final class MemberEntities implements EntityKind {

    private final P4InfoIndex index;
    private final SwitchControl control;
    private final OneShots oneShots;
    private final Map<String, ActionInfo> actionByName = new HashMap<>();

    public MemberEntities(P4InfoIndex index, SwitchControl control, OneShots oneShots) {
        this.index = index;
        this.control = control;
        this.oneShots = oneShots;
        index.p4info()
                .getActionsList()
                .forEach(
                        a ->
                                actionByName.put(
                                        a.getPreamble().getName(),
                                        index.action(a.getPreamble().getId())));
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        ActionProfileMember member = entity.getActionProfileMember();
        ActionProfile info = index.actionProfile(member.getActionProfileId());
        int id = member.getMemberId();
        String what = "action profile " + info.getPreamble().getName() + ", member " + id;
        if (id == 0) {
            throw RequestException.invalid(what + ": the id must not be 0");
        }
        if (type == Update.Type.DELETE) {
            return () -> {
                ActionProfileControl profile = profile(control, info);
                Optional<ActionCall> before = profile.member(id);
                deleteUnused(() -> profile.deleteMember(id));
                return () -> profile.insertMember(id, before.orElseThrow());
            };
        }
        if (!member.hasAction()) {
            throw RequestException.invalid(what + ", action: not given");
        }
        for (int tableId : info.getTableIdsList()) {
            index.table(tableId).actionName(member.getAction().getActionId());
        }
        ActionCall action =
                index.action(member.getAction().getActionId()).decode(member.getAction());
        if (type == Update.Type.INSERT) {
            return () -> {
                oneShots.requireNone(info, what);
                ActionProfileControl profile = profile(control, info);
                profile.insertMember(id, action);
                return () -> profile.deleteMember(id);
            };
        }
        return () -> {
            ActionProfileControl profile = profile(control, info);
            Optional<ActionCall> before = profile.member(id);
            profile.modifyMember(id, action);
            return () -> profile.modifyMember(id, before.orElseThrow());
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        ActionProfileMember filter = request.getActionProfileMember();
        for (ActionProfile info : profiles(index, filter.getActionProfileId())) {
            ActionProfileControl profile = profile(control, info);
            int wanted = filter.getMemberId();
            if (wanted == 0) {
                profile.members().forEach((id, action) -> out.accept(entity(info, id, action)));
            } else {
                profile.member(wanted)
                        .ifPresent(action -> out.accept(entity(info, wanted, action)));
            }
        }
    }

    private Supplier<Entity> entity(ActionProfile info, int id, ActionCall action) {
        return () ->
                Entity.newBuilder()
                        .setActionProfileMember(
                                ActionProfileMember.newBuilder()
                                        .setActionProfileId(info.getPreamble().getId())
                                        .setMemberId(id)
                                        .setAction(actionByName.get(action.name()).encode(action)))
                        .build();
    }

    /** The profiles that a request means; all for id 0. */
    static Collection<ActionProfile> profiles(P4InfoIndex index, int id) {
        return id == 0 ? index.actionProfiles().values() : List.of(index.actionProfile(id));
    }

    /** The running profile of a profile of the P4Info. */
    static ActionProfileControl profile(SwitchControl control, ActionProfile info) {
        return control.actionProfile(info.getPreamble().getName())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        "action profile "
                                                + info.getPreamble().getName()
                                                + ": in the P4Info, but not in the program"));
    }

    /** Deletes what may not be in use; P4Runtime has a status of its own for what is. */
    static void deleteUnused(Runnable deletion) {
        try {
            deletion.run();
        } catch (ControlException e) {
            if (e.reason() == ControlException.Reason.INVALID) {
                throw new RequestException(Status.Code.FAILED_PRECONDITION, e.getMessage());
            }
            throw e;
        }
    }
}
