// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.p4runtime.Client.update;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ExternEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest.Atomicity;

/** Batches, their atomicity, and the errors of table entries. */
class WriteTest extends ServedTest {

    @Test
    void insertModifyDelete() {
        TableEntry route = PROGRAM.route(0x0a000000, 8, 1);
        client.insert(route);
        assertThat(client.readTable("I.routes")).containsExactly(route);
        TableEntry changed = PROGRAM.route(0x0a000000, 8, 2);
        client.write(Update.Type.MODIFY, entity(changed));
        assertThat(client.readTable("I.routes")).containsExactly(changed);
        // Only the key counts in a deletion.
        client.write(Update.Type.DELETE, entity(route.toBuilder().clearAction().build()));
        assertThat(client.readTable("I.routes")).isEmpty();
    }

    @Test
    void modifyWithoutActionKeepsIt() {
        TableEntry route = PROGRAM.route(0x0a000000, 8, 1);
        client.insert(route);
        client.write(
                Update.Type.MODIFY,
                entity(
                        route.toBuilder()
                                .clearAction()
                                .setMetadata(ByteString.copyFromUtf8("x"))
                                .build()));
        assertThat(client.readTable("I.routes"))
                .containsExactly(
                        route.toBuilder().setMetadata(ByteString.copyFromUtf8("x")).build());
    }

    @Test
    void eachUpdateHasItsError() {
        TableEntry route = PROGRAM.route(0x0a000000, 8, 1);
        List<P4RuntimeOuterClass.Error> errors =
                client.failingWrite(
                        Atomicity.CONTINUE_ON_ERROR,
                        update(Update.Type.INSERT, entity(route)),
                        update(Update.Type.INSERT, entity(route)),
                        update(Update.Type.MODIFY, entity(PROGRAM.route(0x0b000000, 8, 1))),
                        update(Update.Type.INSERT, entity(PROGRAM.route(0x0c000000, 8, 2))),
                        update(Update.Type.INSERT, entity(PROGRAM.route(0x0c000001, 8, 2))));
        assertThat(errors)
                .extracting(e -> Status.fromCodeValue(e.getCanonicalCode()).getCode())
                .containsExactly(
                        Status.Code.OK,
                        Status.Code.ALREADY_EXISTS,
                        Status.Code.NOT_FOUND,
                        Status.Code.OK,
                        Status.Code.INVALID_ARGUMENT);
        assertThat(errors.get(4).getMessage())
                .isEqualTo(
                        "table I.routes, field h.ipv4.dst_addr: bits beyond the prefix of length 8 must be 0");
        assertThat(client.readTable("I.routes"))
                .containsExactlyInAnyOrder(route, PROGRAM.route(0x0c000000, 8, 2));
    }

    @Test
    void allOrNothing() {
        TableEntry kept = PROGRAM.route(0x0a000000, 8, 1);
        TableEntry modified = PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.drop"));
        client.insert(kept);
        client.insert(modified);
        for (Atomicity atomicity :
                List.of(Atomicity.ROLLBACK_ON_ERROR, Atomicity.DATAPLANE_ATOMIC)) {
            List<P4RuntimeOuterClass.Error> errors =
                    client.failingWrite(
                            atomicity,
                            update(Update.Type.INSERT, entity(PROGRAM.route(0x0b000000, 8, 1))),
                            update(Update.Type.DELETE, entity(kept)),
                            update(
                                    Update.Type.MODIFY,
                                    entity(PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.punt")))),
                            update(Update.Type.DELETE, entity(PROGRAM.route(0x7f000000, 8, 1))));
            assertThat(errors)
                    .extracting(e -> Status.fromCodeValue(e.getCanonicalCode()).getCode())
                    .containsExactly(
                            Status.Code.ABORTED,
                            Status.Code.ABORTED,
                            Status.Code.ABORTED,
                            Status.Code.NOT_FOUND);
            assertThat(errors.subList(0, 3)).allMatch(error -> error.getMessage().isEmpty());
            assertThat(client.readTable("I.routes")).containsExactly(kept);
            assertThat(client.readTable("I.acl")).containsExactly(modified);
        }
    }

    @Test
    void wrongUpdateOfAnAtomicBatchStopsTheRightOnes() {
        client.failingWrite(
                Atomicity.DATAPLANE_ATOMIC,
                update(Update.Type.INSERT, entity(PROGRAM.route(0x0b000000, 8, 1))),
                update(Update.Type.INSERT, entity(PROGRAM.route(0x0b000000, 8, 512))));
        assertThat(client.readTable("I.routes")).isEmpty();
    }

    @Test
    void keysAndActionsAreChecked() {
        TableEntry acl = PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.drop"));
        String field = "table I.acl, field h.ethernet.ether_type: ";
        refused(acl.toBuilder().setPriority(0), "table I.acl, priority: 0 is not above 0");
        refused(
                acl.toBuilder().setMatch(0, Program.ternary(3, 1, 0)),
                field + "a mask of 0 must be left out");
        refused(
                acl.toBuilder().setMatch(0, Program.ternary(3, 3, 1)),
                field + "bits outside the mask must be 0");
        refused(
                acl.toBuilder().setMatch(0, Program.ternary(3, 0x10000, 0xffff)),
                field + "0x010000 does not fit");
        refused(
                acl.toBuilder().setMatch(0, Program.exact(3, 1)),
                field + "matched TERNARY, but given EXACT");
        refused(acl.toBuilder().addMatch(acl.getMatch(0)), field + "given twice");
        refused(
                acl.toBuilder().setMatch(0, Program.ternary(9, 1, 1)),
                "table I.acl: no field has id 9");
        refused(acl.toBuilder().clearAction(), "table I.acl, action: not given");
        refused(
                acl.toBuilder().setAction(PROGRAM.tableAction("I.metered", 1)),
                "not an action of the table");
        refused(
                acl.toBuilder().setAction(PROGRAM.tableAction("I.set_output")),
                "parameter port: not given");
        refused(
                acl.toBuilder().setAction(PROGRAM.tableAction("I.set_output", 512)),
                "action I.set_output, parameter port: 0x0200 does not fit in 9 bits");
        refused(acl.toBuilder().setIdleTimeoutNs(1), "table I.acl, idle_timeout_ns");
        refused(
                acl.toBuilder().setTableId(PROGRAM.id("I.drop")),
                "table_id 0x" + hex("I.drop") + ": that is I.drop");
        refused(acl.toBuilder().setTableId(1), "table_id 0x00000001: not in the P4Info");
        TableEntry keyless =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.keyless"))
                        .setAction(PROGRAM.tableAction("I.set_output", 1))
                        .build();
        refused(keyless.toBuilder(), "table I.keyless: it has no key");
        TableEntry exact =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.limits"))
                        .setAction(PROGRAM.tableAction("I.set_output", 1))
                        .build();
        refused(exact.toBuilder(), "table I.limits, field h.ethernet.src_addr: not given");
        refused(
                exact.toBuilder().addMatch(Program.exact(1, 1)).setPriority(2),
                "table I.limits, priority: 2, but must be 0");
    }

    @Test
    void programsOwnEntriesMayNotBeChanged() {
        TableEntry own = client.readTable("I.l2").get(0);
        assertThat(own.getMatch(0)).isEqualTo(Program.exact(1, 0x010000000001L));
        P4RuntimeOuterClass.Error error =
                client.failingWrite(
                        Update.Type.DELETE, entity(own.toBuilder().clearIsConst().build()));
        assertThat(code(error)).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(error.getMessage()).contains("I.l2");
        assertThat(client.readTable("I.l2")).containsExactly(own);
    }

    @Test
    void fullTable() {
        for (int i = 0; i < 32; i++) {
            client.insert(PROGRAM.acl(i, 1 + i, PROGRAM.tableAction("I.drop")));
        }
        P4RuntimeOuterClass.Error error =
                client.failingWrite(
                        Update.Type.INSERT,
                        entity(PROGRAM.acl(99, 1, PROGRAM.tableAction("I.drop"))));
        assertThat(code(error)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(error.getMessage()).contains("I.acl").contains("32");
    }

    @Test
    void whatTheSwitchLacksIsUnimplemented() {
        P4RuntimeOuterClass.Error error =
                client.failingWrite(
                        Update.Type.INSERT,
                        Entity.newBuilder()
                                .setExternEntry(ExternEntry.newBuilder().setExternTypeId(0x81))
                                .build());
        assertThat(code(error)).isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(code(client.failingWrite(Update.Type.INSERT, Entity.getDefaultInstance())))
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(
                        code(
                                client.failingWrite(
                                        Update.Type.UNSPECIFIED, entity(PROGRAM.route(0, 8, 1)))))
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void writingNeedsAnElectionId() {
        assertThatThrownBy(
                        () ->
                                client.stub.write(
                                        client.request(Atomicity.CONTINUE_ON_ERROR).toBuilder()
                                                .clearElectionId()
                                                .build()))
                .hasMessageContaining("PERMISSION_DENIED: election_id: not given");
        assertThatThrownBy(
                        () ->
                                client.stub.write(
                                        client.request(Atomicity.CONTINUE_ON_ERROR).toBuilder()
                                                .setRoleId(4)
                                                .build()))
                .hasMessageContaining("NOT_FOUND: role");
    }

    private void refused(TableEntry.Builder entry, String message) {
        P4RuntimeOuterClass.Error error =
                client.failingWrite(Update.Type.INSERT, entity(entry.build()));
        assertThat(code(error)).as(error.getMessage()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(error.getMessage()).contains(message);
    }

    private static Status.Code code(P4RuntimeOuterClass.Error error) {
        return Status.fromCodeValue(error.getCanonicalCode()).getCode();
    }

    private static String hex(String name) {
        return String.format("%08x", PROGRAM.id(name));
    }
}
