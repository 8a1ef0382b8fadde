// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Members and groups of action selectors, and entries that bring their own. */
class ActionSelectorsTest extends ServedTest {

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

    private static Entity member(int id, int port) {
        return Entity.newBuilder()
                .setActionProfileMember(
                        ActionProfileMember.newBuilder()
                                .setActionProfileId(PROGRAM.id("I.ecmp"))
                                .setMemberId(id)
                                .setAction(PROGRAM.action("I.set_output", port)))
                .build();
    }

    private static ActionProfileGroup.Member weighted(int id, int weight) {
        return ActionProfileGroup.Member.newBuilder().setMemberId(id).setWeight(weight).build();
    }
}
