// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;
import static org.weir.bmv2.p4runtime.Program.number;

import io.grpc.Status;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Members and groups of action selectors, and entries that bring their own. */
class ActionSelectorsTest extends ServedTest {

    @Test
    void oneShots() throws Exception {
        TableEntry entry =
                oneShot(
                        weightedAction(1, 2).toBuilder().setWatchPort(number(1)).build(),
                        weightedAction(2, 1));
        client.insert(entry);
        assertThat(client.readTable("I.multipath")).containsExactly(entry);
        TableEntry older = oneShot(weightedAction(3, 1).toBuilder().setWatch(3).build());
        client.write(Update.Type.MODIFY, entity(older));
        assertThat(client.readTable("I.multipath")).containsExactly(older);
        // No mixing with members.
        refused(
                Update.Type.INSERT,
                member(1, 4),
                Status.Code.INVALID_ARGUMENT,
                "entries program this action selector with action_profile_action_set");
        client.write(Update.Type.DELETE, entity(older));
        client.write(Update.Type.INSERT, member(1, 4));
        refused(
                Update.Type.INSERT,
                entity(entry),
                Status.Code.INVALID_ARGUMENT,
                "action selector I.ecmp is programmed with members and groups");
        assertThat(client.readTable("I.multipath")).isEmpty();
    }

    @Test
    void wrongOneShotsAreRefused() {
        refused(
                Update.Type.INSERT,
                entity(oneShot(weightedAction(1, 0))),
                Status.Code.INVALID_ARGUMENT,
                "table I.multipath, action_profile_action_set, action 1, weight: 0 is below 1");
        refused(
                Update.Type.INSERT,
                entity(oneShot(weightedAction(1, 1).toBuilder().setWatchPort(number(9)).build())),
                Status.Code.INVALID_ARGUMENT,
                "action 1, watch_port: the switch has no port 9");
        refused(
                Update.Type.INSERT,
                entity(
                        PROGRAM.route(0x0a000000, 8, 1).toBuilder()
                                .setAction(oneShot(weightedAction(1, 1)).getAction())
                                .build()),
                Status.Code.INVALID_ARGUMENT,
                "table I.routes, action_profile_action_set: the table has no action selector");
    }

    @Test
    void membersWhoseWatchPortIsDownAreLeftOut() throws Exception {
        client.insert(
                oneShot(
                        weightedAction(1, 1).toBuilder().setWatchPort(number(1)).build(),
                        weightedAction(2, 1).toBuilder().setWatchPort(number(2)).build()));
        bench.setPortUp(1, false);
        for (int host = 0; host < 8; host++) {
            byte[] frame = udp(host);
            bench.receive(4, frame);
            assertThat(bench.nextSent(2)).isEqualTo(frame);
        }
        bench.setPortUp(1, true);
        bench.setPortUp(2, false);
        byte[] frame = udp(1);
        bench.receive(4, frame);
        assertThat(bench.nextSent(1)).isEqualTo(frame);
    }

    static byte[] udp(int host) {
        return HexFormat.of()
                .parseHex(
                        "020000000002020000000001"
                                + "0800"
                                + "4500001c0000000040110000"
                                + String.format("0a0000%02x", host)
                                + "0b000001"
                                + "00".repeat(26));
    }

    static TableEntry oneShot(ActionProfileAction... actions) {
        return TableEntry.newBuilder()
                .setTableId(PROGRAM.id("I.multipath"))
                .addMatch(Program.exact(1, 17))
                .setAction(
                        TableAction.newBuilder()
                                .setActionProfileActionSet(
                                        ActionProfileActionSet.newBuilder()
                                                .addAllActionProfileActions(List.of(actions))))
                .build();
    }

    static ActionProfileAction weightedAction(int port, int weight) {
        return ActionProfileAction.newBuilder()
                .setAction(PROGRAM.action("I.set_output", port))
                .setWeight(weight)
                .build();
    }

    /** The specification asks for a size where the selector has a greatest one. */
    @Test
    void groupWithoutASizeIsAccepted() {
        client.write(Update.Type.INSERT, member(1, 4));
        Entity group =
                Entity.newBuilder()
                        .setActionProfileGroup(
                                ActionProfileGroup.newBuilder()
                                        .setActionProfileId(PROGRAM.id("I.ecmp"))
                                        .setGroupId(1)
                                        .addMembers(weighted(1, 1)))
                        .build();
        client.write(Update.Type.INSERT, group);
        assertThat(client.read(group)).containsExactly(group);
    }

    @Test
    void membersAndGroups() {
        Entity member1 = member(1, 4);
        Entity member2 = member(2, 5);
        client.write(Update.Type.INSERT, member1);
        client.write(Update.Type.INSERT, member2);
        Entity group =
                Entity.newBuilder()
                        .setActionProfileGroup(
                                ActionProfileGroup.newBuilder()
                                        .setActionProfileId(PROGRAM.id("I.ecmp"))
                                        .setGroupId(1)
                                        .setMaxSize(8)
                                        .addMembers(weighted(1, 1))
                                        .addMembers(weighted(2, 3)))
                        .build();
        client.write(Update.Type.INSERT, group);
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setActionProfileMember(
                                                ActionProfileMember.getDefaultInstance())
                                        .build()))
                .containsExactly(member1, member2);
        assertThat(client.read(group)).containsExactly(group);
        TableEntry entry =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.multipath"))
                        .addMatch(Program.exact(1, 17))
                        .setAction(TableAction.newBuilder().setActionProfileGroupId(1))
                        .build();
        client.insert(entry);
        assertThat(client.readTable("I.multipath")).containsExactly(entry);
        refused(Update.Type.DELETE, group, Status.Code.FAILED_PRECONDITION, "I.ecmp");
        refused(Update.Type.DELETE, member1, Status.Code.FAILED_PRECONDITION, "I.ecmp");
        refused(Update.Type.INSERT, member1, Status.Code.ALREADY_EXISTS, "I.ecmp");
        refused(
                Update.Type.INSERT,
                entity(
                        entry.toBuilder()
                                .setMatch(0, Program.exact(1, 6))
                                .setAction(TableAction.newBuilder().setActionProfileMemberId(9))
                                .build()),
                Status.Code.NOT_FOUND,
                "9");
        client.write(Update.Type.DELETE, entity(entry));
        client.write(Update.Type.DELETE, group);
        client.write(Update.Type.DELETE, member1);
        assertThat(client.read(group)).isEmpty();
    }

    static Entity member(int id, int port) {
        return Entity.newBuilder()
                .setActionProfileMember(
                        ActionProfileMember.newBuilder()
                                .setActionProfileId(PROGRAM.id("I.ecmp"))
                                .setMemberId(id)
                                .setAction(PROGRAM.action("I.set_output", port)))
                .build();
    }

    static ActionProfileGroup.Member weighted(int id, int weight) {
        return ActionProfileGroup.Member.newBuilder().setMemberId(id).setWeight(weight).build();
    }
}
