// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.p4runtime.Client.update;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Client;
import org.weir.bmv2.p4runtime.Program;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest.Atomicity;

/** Table entries come back as they were written. */
class TableEntriesTest extends ServedTest {

    @Test
    void entriesThatTheProgramOnlyStartsWithMayBeChanged() {
        TableEntry initial = client.readTable("I.begun").get(0);
        assertThat(initial.getIsConst()).isFalse();
        assertThat(initial.getPriority()).isEqualTo(1);
        TableEntry changed =
                initial.toBuilder().setAction(PROGRAM.tableAction("I.set_output", 2)).build();
        client.write(Update.Type.MODIFY, entity(changed));
        assertThat(client.readTable("I.begun")).containsExactly(changed);
        client.write(Update.Type.DELETE, entity(initial));
        client.insert(changed.toBuilder().setMatch(0, Program.ternary(1, 0x0200, 0xff00)).build());
        assertThat(client.readTable("I.begun")).hasSize(1);
        assertThat(client.readTable("I.l2").get(0).getIsConst()).isTrue();
        refused(
                Update.Type.INSERT,
                entity(changed.toBuilder().setIsConst(true).build()),
                Status.Code.INVALID_ARGUMENT,
                "table I.begun, is_const: only the program declares entries so");
    }

    @Test
    void randomEntriesComeBackAsTheyWent() {
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            List<TableEntry> entries = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                entries.add(PROGRAM.randomAcl(random, 1 + i));
            }
            client.stub.write(
                    client.request(
                            Atomicity.CONTINUE_ON_ERROR,
                            entries.stream()
                                    .map(e -> update(Update.Type.INSERT, entity(e)))
                                    .toArray(Update[]::new)));
            assertThat(client.readTable("I.acl")).containsExactlyInAnyOrderElementsOf(entries);
            for (TableEntry entry : entries) {
                // A key of nothing but "any" looks like no key.
                if (entry.getMatchCount() > 0) {
                    assertThat(client.readEntries(entry.toBuilder().clearAction().build()))
                            .containsExactly(entry);
                }
                client.write(Update.Type.DELETE, entity(entry));
            }
        }
    }

    @Test
    void wildcardReads() {
        TableEntry route = PROGRAM.route(0x0a000000, 8, 1);
        TableEntry dropped =
                PROGRAM.route(0x0b000000, 8, 1).toBuilder()
                        .setAction(PROGRAM.tableAction("I.drop"))
                        .build();
        TableEntry noted =
                PROGRAM.acl(0x800, 7, PROGRAM.tableAction("I.drop")).toBuilder()
                        .setMetadata(ByteString.copyFromUtf8("n"))
                        .build();
        client.insert(route);
        client.insert(dropped);
        client.insert(noted);
        List<TableEntry> all = client.readEntries(TableEntry.getDefaultInstance());
        assertThat(all).hasSize(5).contains(route, dropped, noted);
        TableEntry ofRoutes = TableEntry.newBuilder().setTableId(PROGRAM.id("I.routes")).build();
        assertThat(
                        client.readEntries(
                                ofRoutes.toBuilder()
                                        .setAction(PROGRAM.tableAction("I.drop"))
                                        .build()))
                .containsExactly(dropped);
        TableEntry ofAcl = TableEntry.newBuilder().setTableId(PROGRAM.id("I.acl")).build();
        assertThat(client.readEntries(ofAcl.toBuilder().setPriority(7).build()))
                .containsExactly(noted);
        assertThat(client.readEntries(ofAcl.toBuilder().setPriority(8).build())).isEmpty();
        assertThat(
                        client.readEntries(
                                ofAcl.toBuilder()
                                        .setMetadata(ByteString.copyFromUtf8("n"))
                                        .build()))
                .hasSize(1);
        assertThat(
                        client.readEntries(
                                ofAcl.toBuilder()
                                        .setMetadata(ByteString.copyFromUtf8("m"))
                                        .build()))
                .isEmpty();
    }

    @Test
    void readErrorsAreReportedForEachRequest() {
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        Entity wrong = entity(TableEntry.newBuilder().setTableId(3).build());
        Entity right = entity(TableEntry.newBuilder().setTableId(PROGRAM.id("I.routes")).build());
        assertThatThrownBy(() -> client.read(right, wrong))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e ->
                                assertThat(Client.details(e))
                                        .extracting(P4RuntimeOuterClass.Error::getCanonicalCode)
                                        .containsExactly(0, Status.Code.INVALID_ARGUMENT.value()));
    }

    @Test
    void largeEntriesAreReadInPieces() {
        // All together 16 MiB; this client takes 4 MiB at once, as gRPC's clients do by default.
        ByteString note = ByteString.copyFrom(new byte[1 << 16]);
        List<TableEntry> entries = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            entries.add(
                    PROGRAM.route(0x0a000000 + (i << 8), 24, i).toBuilder()
                            .setMetadata(note)
                            .build());
            client.insert(entries.get(i));
        }
        assertThat(client.readTable("I.routes")).containsExactlyInAnyOrderElementsOf(entries);
    }

    @Test
    void largeTableIsReadInPieces() {
        List<Update> updates = new ArrayList<>();
        for (int i = 0; i < 1024; i++) {
            updates.add(
                    update(
                            Update.Type.INSERT,
                            entity(PROGRAM.route(0x0a000000 + (i << 8), 24, i % 512))));
        }
        client.stub.write(
                client.request(Atomicity.DATAPLANE_ATOMIC, updates.toArray(new Update[0])));
        assertThat(client.readTable("I.routes")).hasSize(1024).doesNotHaveDuplicates();
    }
}
