// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.ServedTest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;

/** Counters of entries, and arrays of counters. */
class CountersTest extends ServedTest {

    @Test
    void directCounters() {
        TableEntry entry =
                PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.drop")).toBuilder()
                        .setCounterData(
                                CounterData.newBuilder().setPacketCount(3).setByteCount(300))
                        .build();
        client.insert(entry);
        assertThat(client.readTable("I.acl"))
                .containsExactly(entry.toBuilder().clearCounterData().build());
        TableEntry withCounters =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.acl"))
                        .setCounterData(CounterData.getDefaultInstance())
                        .build();
        assertThat(client.readEntries(withCounters)).containsExactly(entry);
        // A change of the action alone leaves the counter.
        TableEntry changed =
                entry.toBuilder()
                        .clearCounterData()
                        .setAction(PROGRAM.tableAction("I.punt"))
                        .build();
        client.write(Update.Type.MODIFY, entity(changed));
        Entity counter =
                Entity.newBuilder()
                        .setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setTableEntry(
                                                entry.toBuilder().clearAction().clearCounterData())
                                        .setData(entry.getCounterData()))
                        .build();
        assertThat(client.read(counter)).containsExactly(counter);
        Entity.Builder zero = counter.toBuilder();
        zero.getDirectCounterEntryBuilder().setData(CounterData.getDefaultInstance());
        client.write(Update.Type.MODIFY, zero.build());
        // That of the program's constant entry is there, too.
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setDirectCounterEntry(
                                                DirectCounterEntry.getDefaultInstance())
                                        .build()))
                .hasSize(2)
                .contains(zero.build());
        refused(Update.Type.INSERT, counter, Status.Code.INVALID_ARGUMENT, "MODIFY");
        refused(
                Update.Type.INSERT,
                entity(
                        PROGRAM.route(0, 8, 1).toBuilder()
                                .setCounterData(entry.getCounterData())
                                .build()),
                Status.Code.INVALID_ARGUMENT,
                "table I.routes, counter_data: it has no counter");
    }

    @Test
    void counters() {
        Entity cell =
                counter(
                        "I.per_port",
                        3,
                        CounterData.newBuilder().setPacketCount(5).setByteCount(600).build());
        client.write(Update.Type.MODIFY, cell);
        assertThat(client.read(cell)).containsExactly(cell);
        Entity.Builder array = cell.toBuilder();
        array.getCounterEntryBuilder().clearIndex();
        assertThat(client.read(array.build())).hasSize(16).contains(cell);
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setCounterEntry(CounterEntry.getDefaultInstance())
                                        .build()))
                .hasSize(16 + 8);
        client.write(Update.Type.MODIFY, array.build());
        assertThat(client.read(array.build()))
                .allMatch(
                        e ->
                                e.getCounterEntry()
                                        .getData()
                                        .equals(cell.getCounterEntry().getData()));
        refused(
                Update.Type.MODIFY,
                counter("I.per_port", 16, CounterData.getDefaultInstance()),
                Status.Code.OUT_OF_RANGE,
                "counter I.per_port, index: 16 is not within 0..15");
        refused(
                Update.Type.MODIFY,
                counter("I.packets_only", 0, CounterData.newBuilder().setByteCount(1).build()),
                Status.Code.INVALID_ARGUMENT,
                "counter I.packets_only, byte_count: it counts packets only");
    }

    private static Entity counter(String name, int index, CounterData data) {
        return Entity.newBuilder()
                .setCounterEntry(
                        CounterEntry.newBuilder()
                                .setCounterId(PROGRAM.id(name))
                                .setIndex(Index.newBuilder().setIndex(index))
                                .setData(data))
                .build();
    }
}
