// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.config.v1.P4Types.P4NewTypeSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Replica;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Ports of replicas, and ports that are watched, where the program's clients see strings. */
class NamedPortsTest extends ServedTest {

    @Override
    protected Program pushed() {
        return null;
    }

    /** The program with {@code @p4runtime_translation("", string) type bit<9> port_id_t}. */
    @BeforeEach
    void push() {
        P4NewTypeSpec.Builder type = P4NewTypeSpec.newBuilder();
        type.getTranslatedTypeBuilder().getSdnStringBuilder();
        ForwardingPipelineConfig.Builder config = PROGRAM.config(1).toBuilder();
        config.getP4InfoBuilder().getTypeInfoBuilder().putNewTypes("port_id_t", type.build());
        client.push(config.build());
    }

    @Test
    void replicasLeaveByThem() throws Exception {
        Entity group = group("port3", "2");
        client.write(Update.Type.INSERT, group);
        assertThat(client.read(group)).containsExactly(group);
        client.insert(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.group_multicast", 9)));
        byte[] frame = ActionSelectorsTest.udp(1);
        bench.receive(4, frame);
        assertThat(bench.nextSent(3)).isEqualTo(frame);
        assertThat(bench.nextSent(2)).isEqualTo(frame);
        Entity.Builder session = Entity.newBuilder();
        session.getPacketReplicationEngineEntryBuilder()
                .getCloneSessionEntryBuilder()
                .setSessionId(5)
                .addReplicas(replica("port1"));
        client.write(Update.Type.INSERT, session.build());
        assertThat(client.read(session.build())).containsExactly(session.build());
    }

    @Test
    void replicasOfOthersAreRefused() {
        refused(
                Update.Type.INSERT,
                group("port1", "port9"),
                Status.Code.INVALID_ARGUMENT,
                "multicast group 9, port: no port is called \"port9\"");
        refused(
                Update.Type.INSERT,
                group("port3", "3"),
                Status.Code.INVALID_ARGUMENT,
                "multicast group 9: port 3 with instance 0 is given twice");
    }

    @Test
    void actionsWatchThem() throws Exception {
        TableEntry entry = ActionSelectorsTest.oneShot(watching("port1", 1), watching("port2", 2));
        client.insert(entry);
        assertThat(client.readTable("I.multipath")).containsExactly(entry);
        bench.setPortUp(1, false);
        for (int host = 0; host < 8; host++) {
            byte[] frame = ActionSelectorsTest.udp(host);
            bench.receive(4, frame);
            assertThat(bench.nextSent(2)).isEqualTo(frame);
        }
        refused(
                Update.Type.MODIFY,
                entity(ActionSelectorsTest.oneShot(watching("port9", 1))),
                Status.Code.INVALID_ARGUMENT,
                "watch_port: no port is called \"port9\"");
        refused(
                Update.Type.MODIFY,
                entity(ActionSelectorsTest.oneShot(watching("9", 1))),
                Status.Code.INVALID_ARGUMENT,
                "watch_port: the switch has no port 9");
    }

    @Test
    void membersWatchThem() {
        client.write(Update.Type.INSERT, ActionSelectorsTest.member(1, 4));
        Entity group =
                Entity.newBuilder()
                        .setActionProfileGroup(
                                ActionProfileGroup.newBuilder()
                                        .setActionProfileId(PROGRAM.id("I.ecmp"))
                                        .setGroupId(1)
                                        .addMembers(
                                                ActionSelectorsTest.weighted(1, 1).toBuilder()
                                                        .setWatchPort(name("port1"))))
                        .build();
        client.write(Update.Type.INSERT, group);
        assertThat(client.read(group)).containsExactly(group);
    }

    private static Entity group(String... ports) {
        Entity.Builder group = Entity.newBuilder();
        for (String port : ports) {
            group.getPacketReplicationEngineEntryBuilder()
                    .getMulticastGroupEntryBuilder()
                    .setMulticastGroupId(9)
                    .addReplicas(replica(port));
        }
        return group.build();
    }

    private static Replica.Builder replica(String port) {
        return Replica.newBuilder().setPort(name(port));
    }

    private static ActionProfileAction watching(String watchPort, int port) {
        return ActionSelectorsTest.weightedAction(port, 1).toBuilder()
                .setWatchPort(name(watchPort))
                .build();
    }

    private static ByteString name(String port) {
        return ByteString.copyFromUtf8(port);
    }
}
