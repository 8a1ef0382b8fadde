// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.p4runtime.Program.entity;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Client;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** The default actions of tables. */
class DefaultActionsTest extends ServedTest {

    @Test
    void countersOfDefaults() {
        TableEntry request =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.acl"))
                        .setIsDefaultAction(true)
                        .build();
        TableEntry counted =
                request.toBuilder()
                        .setAction(PROGRAM.tableAction("I.drop"))
                        .setCounterData(
                                CounterData.newBuilder().setPacketCount(3).setByteCount(300))
                        .build();
        client.write(Update.Type.MODIFY, entity(counted));
        assertThat(
                        client.readEntries(
                                request.toBuilder()
                                        .setCounterData(CounterData.getDefaultInstance())
                                        .build()))
                .containsExactly(counted);
        Entity direct =
                Entity.newBuilder()
                        .setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setTableEntry(request)
                                        .setData(counted.getCounterData()))
                        .build();
        assertThat(client.read(direct)).containsExactly(direct);
        // A reset takes all back.
        client.write(Update.Type.MODIFY, entity(request));
        assertThat(client.read(direct).get(0).getDirectCounterEntry().getData())
                .isEqualTo(CounterData.getDefaultInstance());
    }

    @Test
    void defaultActions() {
        TableEntry request =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.routes"))
                        .setIsDefaultAction(true)
                        .build();
        TableEntry initial = client.readEntries(request).get(0);
        assertThat(initial)
                .isEqualTo(request.toBuilder().setAction(PROGRAM.tableAction("I.drop")).build());
        TableEntry changed =
                request.toBuilder().setAction(PROGRAM.tableAction("I.set_output", 9)).build();
        client.write(Update.Type.MODIFY, entity(changed));
        assertThat(client.readEntries(request)).containsExactly(changed);
        assertThat(client.readEntries(TableEntry.newBuilder().setIsDefaultAction(true).build()))
                .hasSize(PROGRAM.p4info.getTablesCount())
                .contains(changed);
        client.write(Update.Type.MODIFY, entity(request));
        assertThat(client.readEntries(request)).containsExactly(initial);
        refused(
                Update.Type.INSERT,
                entity(changed),
                Status.Code.INVALID_ARGUMENT,
                "it can only be MODIFYed");
        refused(
                Update.Type.MODIFY,
                entity(changed.toBuilder().setTableId(PROGRAM.id("I.l2")).build()),
                Status.Code.PERMISSION_DENIED,
                "table I.l2, default action: the program declares it const");
    }

    @Test
    void readsAreLimitedToAnAction() {
        TableEntry ofRoutes =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.routes"))
                        .setIsDefaultAction(true)
                        .build();
        TableEntry initial = ofRoutes.toBuilder().setAction(PROGRAM.tableAction("I.drop")).build();
        assertThat(client.readEntries(initial)).containsExactly(initial);
        TableEntry other =
                ofRoutes.toBuilder().setAction(PROGRAM.tableAction("I.set_output")).build();
        assertThat(client.readEntries(other)).isEmpty();
        TableEntry ofMultipath = ofRoutes.toBuilder().setTableId(PROGRAM.id("I.multipath")).build();
        TableEntry.Builder member = ofRoutes.toBuilder();
        member.getActionBuilder().setActionProfileMemberId(1);
        refusedRead(
                ofRoutes.toBuilder().setAction(PROGRAM.tableAction("I.punt")).build(),
                "table I.routes, action_id 0x",
                "not an action of the table");
        refusedRead(member.build(), "table I.routes, action: entries are selected by action only");
        assertThat(client.readEntries(ofMultipath)).hasSize(1);
    }

    @Test
    void readsOfAllTablesHaveNoOtherFilter() {
        TableEntry all = TableEntry.newBuilder().setIsDefaultAction(true).build();
        String message = "table_id: not given, so that no other field can select";
        refusedRead(all.toBuilder().setMetadata(ByteString.copyFromUtf8("mine")).build(), message);
        refusedRead(all.toBuilder().setControllerMetadata(1).build(), message);
        refusedRead(all.toBuilder().setAction(PROGRAM.tableAction("NoAction")).build(), message);
    }

    private void refusedRead(TableEntry request, String... messages) {
        assertThatThrownBy(() -> client.readEntries(request))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> {
                            P4RuntimeOuterClass.Error error = Client.details(e).get(0);
                            assertThat(error.getCanonicalCode())
                                    .isEqualTo(Status.Code.INVALID_ARGUMENT.value());
                            assertThat(error.getMessage()).contains(messages);
                        });
    }
}
