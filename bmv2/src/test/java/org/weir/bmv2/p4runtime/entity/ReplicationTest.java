// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Replica;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Clone sessions and multicast groups. */
class ReplicationTest extends ServedTest {

    @Test
    void portsAsByteStringsAndMetadataComeBack() {
        Entity.Builder session = Entity.newBuilder();
        session.getPacketReplicationEngineEntryBuilder()
                .getCloneSessionEntryBuilder()
                .setSessionId(5)
                .setClassOfService(3)
                .addReplicas(Replica.newBuilder().setPort(Program.number(0xfffffffdL)));
        client.write(Update.Type.INSERT, session.build());
        assertThat(client.read(session.build())).containsExactly(session.build());
        Entity.Builder group = Entity.newBuilder();
        group.getPacketReplicationEngineEntryBuilder()
                .getMulticastGroupEntryBuilder()
                .setMulticastGroupId(9)
                .setMetadata(ByteString.copyFromUtf8("flood"))
                .addReplicas(Replica.newBuilder().setPort(Program.number(1)).setInstance(1));
        client.write(Update.Type.INSERT, group.build());
        assertThat(client.read(group.build())).containsExactly(group.build());
        session.getPacketReplicationEngineEntryBuilder()
                .getCloneSessionEntryBuilder()
                .setClassOfService(8);
        refused(
                Update.Type.MODIFY,
                session.build(),
                Status.Code.INVALID_ARGUMENT,
                "clone session 5, class_of_service: 8 is not within 0..7");
        group.getPacketReplicationEngineEntryBuilder()
                .getMulticastGroupEntryBuilder()
                .getReplicasBuilder(0)
                .setPort(ByteString.EMPTY);
        refused(
                Update.Type.MODIFY,
                group.build(),
                Status.Code.OUT_OF_RANGE,
                "multicast group 9, port: the value is empty");
    }

    @Test
    void cloneSessionsAndMulticastGroups() {
        Entity session =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setCloneSessionEntry(
                                                CloneSessionEntry.newBuilder()
                                                        .setSessionId(5)
                                                        .setPacketLengthBytes(64)
                                                        .addReplicas(replica(255, 0))))
                        .build();
        Entity group =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(
                                                MulticastGroupEntry.newBuilder()
                                                        .setMulticastGroupId(9)
                                                        .addReplicas(replica(1, 1))
                                                        .addReplicas(replica(2, 1))))
                        .build();
        client.write(Update.Type.INSERT, session);
        client.write(Update.Type.INSERT, group);
        assertThat(client.read(session)).containsExactly(session);
        assertThat(client.read(group)).containsExactly(group);
        refused(Update.Type.INSERT, session, Status.Code.ALREADY_EXISTS, "clone session 5");
        client.write(Update.Type.DELETE, session);
        refused(Update.Type.MODIFY, session, Status.Code.NOT_FOUND, "clone session 5");
        Entity.Builder twice = group.toBuilder();
        twice.getPacketReplicationEngineEntryBuilder()
                .getMulticastGroupEntryBuilder()
                .addReplicas(replica(2, 1));
        refused(
                Update.Type.MODIFY,
                twice.build(),
                Status.Code.INVALID_ARGUMENT,
                "multicast group 9: port 2 with instance 1 is given twice");
        assertThat(client.read(group, session)).containsExactly(group);
    }

    private static Replica replica(int port, int instance) {
        return Replica.newBuilder().setEgressPort(port).setInstance(instance).build();
    }
}
