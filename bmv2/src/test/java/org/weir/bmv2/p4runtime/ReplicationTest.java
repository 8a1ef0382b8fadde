// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Replica;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Clone sessions and multicast groups. */
class ReplicationTest extends ServedTest {

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
