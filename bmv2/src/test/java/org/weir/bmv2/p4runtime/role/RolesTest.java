// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.p4runtime.Client.update;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.StringValue;
import io.grpc.Status;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Client;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.stratum.P4RoleConfigOuterClass.P4RoleConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Role;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** Each role has a primary of its own, and may do what its config says. */
class RolesTest extends ServedTest {

    private static final byte[] FRAME =
            HexFormat.of().parseHex("020000000002020000000001" + "0800" + "00".repeat(46));

    @Test
    void eachRoleHasItsOwnPrimary() throws Exception {
        try (Client other = open(role("routing"), 10)) {
            // The same election id as the default role's primary.
            MasterArbitrationUpdate told = other.next().getArbitration();
            assertThat(told.getStatus().getCode()).isZero();
            assertThat(told.getRole()).isEqualTo(role("routing"));
            write(other, "routing", entity(PROGRAM.route(0x0a000000, 8, 1)));
            client.insert(PROGRAM.route(0x0b000000, 8, 1));
            assertThat(client.readTable("I.routes")).hasSize(2);
        }
    }

    @Test
    void requestsOfUnknownRolesAreRefused() {
        assertThatThrownBy(() -> write(client, "nobody", entity(PROGRAM.route(0x0a000000, 8, 1))))
                .hasMessageContaining("NOT_FOUND")
                .hasMessageContaining("role \"nobody\"");
    }

    @Test
    void roleMayNotChangeOnAStream() throws Exception {
        client.send(arbitration(role("routing"), 11));
        Status end = client.nextEnd();
        assertThat(end.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    }

    @Test
    void numberedRolesOfOlderClients() throws Exception {
        try (Client other = open(Role.newBuilder().setId(3).build(), 1)) {
            assertThat(other.next().getArbitration().getRole().getId()).isEqualTo(3);
            WriteRequest request =
                    other
                            .request(
                                    WriteRequest.Atomicity.CONTINUE_ON_ERROR,
                                    update(
                                            Update.Type.INSERT,
                                            entity(PROGRAM.route(0x0a000000, 8, 1))))
                            .toBuilder()
                            .setRoleId(3)
                            .build();
            other.stub.write(request);
            assertThat(client.readTable("I.routes")).hasSize(1);
        }
    }

    /** P4Runtime specification, "Read RPC": reads need no stream. */
    @Test
    void readsNeedNoStream() throws Exception {
        client.insert(PROGRAM.route(0x0b000000, 8, 1));
        List<Entity> all = read(client, "");
        assertThat(all).hasSizeGreaterThan(1);
        assertThat(read(client, "routing")).containsExactlyElementsOf(all);
        P4RoleConfig config =
                P4RoleConfig.newBuilder().addExclusiveP4Ids(PROGRAM.id("I.routes")).build();
        try (Client other = open(role("routing", config), 1)) {
            assertThat(other.next().getArbitration().getStatus().getCode()).isZero();
        }
        // The role's config outlives its clients.
        assertThat(read(client, "routing")).hasSize(1);
    }

    @Test
    void configLimitsWritesReadsAndPipelines() throws Exception {
        P4RoleConfig config =
                P4RoleConfig.newBuilder().addExclusiveP4Ids(PROGRAM.id("I.routes")).build();
        client.insert(PROGRAM.acl(0x800, 1, PROGRAM.tableAction("I.drop")));
        try (Client other = open(role("routing", config), 1)) {
            assertThat(other.next().getArbitration().getStatus().getCode()).isZero();
            write(other, "routing", entity(PROGRAM.route(0x0a000000, 8, 1)));
            assertThatThrownBy(
                            () ->
                                    write(
                                            other,
                                            "routing",
                                            entity(
                                                    PROGRAM.acl(
                                                            0x806,
                                                            1,
                                                            PROGRAM.tableAction("I.drop")))))
                    .hasMessageContaining("not in the scope of role \"routing\"");
            assertThat(read(other, "routing"))
                    .extracting(e -> e.getTableEntry().getTableId())
                    .containsExactly(PROGRAM.id("I.routes"));
            assertThatThrownBy(
                            () ->
                                    other.stub.setForwardingPipelineConfig(
                                            SetForwardingPipelineConfigRequest.newBuilder()
                                                    .setDeviceId(Client.DEVICE_ID)
                                                    .setRole("routing")
                                                    .setElectionId(Uint128.newBuilder().setLow(1))
                                                    .setAction(
                                                            SetForwardingPipelineConfigRequest
                                                                    .Action.VERIFY)
                                                    .setConfig(PROGRAM.config(2))
                                                    .build()))
                    .hasMessageContaining("PERMISSION_DENIED")
                    .hasMessageContaining("may not push a pipeline");
        }
    }

    @Test
    void packetInsGoToRolesThatWantThem() throws Exception {
        P4RoleConfig deaf = P4RoleConfig.getDefaultInstance();
        P4RoleConfig fromPort4 =
                P4RoleConfig.newBuilder()
                        .setReceivesPacketIns(true)
                        .setPacketInFilter(
                                P4RoleConfig.PacketFilter.newBuilder()
                                        .setMetadataId(1)
                                        .setValue(ByteString.copyFrom(new byte[] {0, 4})))
                        .build();
        client.insert(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.punt")));
        try (Client none = open(role("deaf", deaf), 1);
                Client some = open(role("four", fromPort4), 1)) {
            none.next();
            some.next();
            bench.receive(3, FRAME);
            bench.receive(4, FRAME);
            assertThat(portOf(client.next())).isEqualTo(3);
            assertThat(portOf(client.next())).isEqualTo(4);
            assertThat(portOf(some.next())).isEqualTo(4);
            none.send(arbitration(role("deaf", deaf), 2));
            assertThat(none.next().hasArbitration()).isTrue();
        }
    }

    @Test
    void wrongConfigsEndTheStream() throws Exception {
        Any unknown = Any.pack(StringValue.of("everything"));
        try (Client other = open(role("routing").toBuilder().setConfig(unknown).build(), 1)) {
            Status end = other.nextEnd();
            assertThat(end.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(end.getDescription()).contains("stratum.P4RoleConfig");
        }
        P4RoleConfig mine =
                P4RoleConfig.newBuilder().addExclusiveP4Ids(PROGRAM.id("I.routes")).build();
        P4RoleConfig shared =
                P4RoleConfig.newBuilder().addSharedP4Ids(PROGRAM.id("I.routes")).build();
        try (Client first = open(role("a", mine), 1)) {
            assertThat(first.next().hasArbitration()).isTrue();
            try (Client second = open(role("b", shared), 1)) {
                assertThat(second.nextEnd().getDescription()).contains("exclusive");
            }
        }
        // Nor may a role claim for itself alone what another has already.
        P4RoleConfig sharedAcl =
                P4RoleConfig.newBuilder().addSharedP4Ids(PROGRAM.id("I.acl")).build();
        P4RoleConfig ownAcl =
                P4RoleConfig.newBuilder().addExclusiveP4Ids(PROGRAM.id("I.acl")).build();
        try (Client first = open(role("c", sharedAcl), 1)) {
            assertThat(first.next().hasArbitration()).isTrue();
            try (Client second = open(role("d", ownAcl), 1)) {
                assertThat(second.nextEnd().getDescription()).contains("exclusive");
            }
        }
    }

    private Client open(Role role, long electionId) {
        Client other = new Client(bench.port(), electionId);
        other.openStream();
        other.send(arbitration(role, electionId));
        return other;
    }

    private static StreamMessageRequest arbitration(Role role, long electionId) {
        return StreamMessageRequest.newBuilder()
                .setArbitration(
                        MasterArbitrationUpdate.newBuilder()
                                .setDeviceId(Client.DEVICE_ID)
                                .setRole(role)
                                .setElectionId(Uint128.newBuilder().setLow(electionId)))
                .build();
    }

    private static Role role(String name) {
        return Role.newBuilder().setName(name).build();
    }

    private static Role role(String name, P4RoleConfig config) {
        return Role.newBuilder().setName(name).setConfig(Any.pack(config)).build();
    }

    private static void write(Client client, String role, Entity entity) {
        client.stub.write(
                client
                        .request(
                                WriteRequest.Atomicity.CONTINUE_ON_ERROR,
                                update(Update.Type.INSERT, entity))
                        .toBuilder()
                        .setRole(role)
                        .build());
    }

    private static List<Entity> read(Client client, String role) {
        ReadRequest request =
                ReadRequest.newBuilder()
                        .setDeviceId(Client.DEVICE_ID)
                        .setRole(role)
                        .addEntities(entity(TableEntry.getDefaultInstance()))
                        .build();
        return client.stub.read(request).next().getEntitiesList();
    }

    private static int portOf(StreamMessageResponse message) {
        return message.getPacket().getMetadata(0).getValue().byteAt(0);
    }
}
