// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.p4info.PortCodec;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionProfile;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import org.weir.bmv2.rpc.RequestException;

/**
 * Entries that bring their own group of actions (P4Runtime specification 1.4, "One Shot Action
 * Selector Programming"), and the rule that an action selector is programmed either so or with
 * members and groups.
 */
public final class OneShots {

    private final P4InfoIndex index;
    private final SwitchControl control;
    private final Map<Integer, Integer> entriesByProfile = new HashMap<>();

    public OneShots(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
    }

    /**
     * A client's set of actions as the switch takes it. May be called on any thread.
     *
     * @throws RequestException INVALID_ARGUMENT naming table, action and rule
     */
    EntryAction decode(TableInfo table, ActionProfileActionSet set) {
        String what = "table " + table.name() + ", action_profile_action_set";
        ActionProfile profile = index.actionProfiles().get(table.actionProfileId());
        if (profile == null || !profile.getWithSelector()) {
            throw RequestException.invalid(what + ": the table has no action selector");
        }
        ResourceCodec.rejectUnknownFields(set, what);
        List<EntryAction.WeightedCall> calls = new ArrayList<>();
        for (ActionProfileAction one : set.getActionProfileActionsList()) {
            String which = what + ", action " + (calls.size() + 1);
            ResourceCodec.rejectUnknownFields(one, which);
            if (one.getWeight() < 1) {
                throw RequestException.invalid(
                        which + ", weight: " + one.getWeight() + " is below 1");
            }
            int watchPort = watchPort(one.hasWatch(), one.getWatch(), one.getWatchPort(), which);
            calls.add(
                    new EntryAction.WeightedCall(
                            table.decodeCall(one.getAction(), false), one.getWeight(), watchPort));
        }
        GroupSize.of(profile)
                .requireWithin(
                        calls.stream().map(EntryAction.WeightedCall::weight).toList(),
                        profile.getMaxGroupSize(),
                        io.grpc.Status.Code.INVALID_ARGUMENT,
                        what);
        return new EntryAction.OneShot(calls);
    }

    /** An entry's actions as a client sees them. */
    // watch is deprecated, but what clients of P4Runtime 1.0 to 1.2 use.
    @SuppressWarnings("deprecation")
    ActionProfileActionSet encode(
            TableInfo table, EntryAction.OneShot oneShot, boolean watchNumbers) {
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        for (EntryAction.WeightedCall call : oneShot.calls()) {
            ActionProfileAction.Builder one =
                    ActionProfileAction.newBuilder()
                            .setAction(table.encodeCall(call.call()))
                            .setWeight(call.weight());
            if (call.watchPort() != ActionProfileControl.NO_WATCH) {
                if (watchNumbers) {
                    one.setWatch(call.watchPort());
                } else {
                    one.setWatchPort(index.portCodec().encode(call.watchPort()));
                }
            }
            set.addActionProfileActions(one);
        }
        return set.build();
    }

    /**
     * The port that a member or an action depends on. May be called on any thread.
     *
     * @throws RequestException INVALID_ARGUMENT if there is no such port
     */
    int watchPort(boolean isNumber, int number, ByteString port, String what) {
        if (isNumber ? number == 0 : port.isEmpty()) {
            return ActionProfileControl.NO_WATCH;
        }
        String field = what + (isNumber ? ", watch" : ", watch_port");
        PortCodec ports = index.portCodec();
        int watched = isNumber ? ports.decode(number, field) : ports.decode(port, field);
        if (!ports.exists(watched)) {
            throw RequestException.invalid(field + ": the switch has no port " + watched);
        }
        return watched;
    }

    /** Counts an entry's action when it comes and when it goes. */
    void count(TableInfo table, EntryAction action, int change) {
        if (action instanceof EntryAction.OneShot) {
            entriesByProfile.merge(table.actionProfileId(), change, Integer::sum);
        }
    }

    /**
     * Refuses an entry with a set of actions where the selector has members or groups.
     *
     * @throws RequestException INVALID_ARGUMENT
     */
    void requireNoMembers(TableInfo table, EntryAction action) {
        if (!(action instanceof EntryAction.OneShot)) {
            return;
        }
        ActionProfile info = index.actionProfile(table.actionProfileId());
        ActionProfileControl profile = MemberEntities.profile(control, info);
        if (!profile.isEmpty()) {
            throw RequestException.invalid(
                    "table "
                            + table.name()
                            + ", action_profile_action_set: action selector "
                            + info.getPreamble().getName()
                            + " is programmed with members and groups");
        }
    }

    /**
     * Refuses members and groups of a selector that entries with sets of actions use.
     *
     * @throws RequestException INVALID_ARGUMENT
     */
    void requireNone(ActionProfile info, String what) {
        if (entriesByProfile.getOrDefault(info.getPreamble().getId(), 0) > 0) {
            throw RequestException.invalid(
                    what + ": entries program this action selector with action_profile_action_set");
        }
    }
}
