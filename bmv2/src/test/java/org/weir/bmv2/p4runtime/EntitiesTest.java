// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.p4runtime.Client.update;
import static org.weir.bmv2.p4runtime.Program.entity;
import static org.weir.bmv2.p4runtime.Program.number;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectMeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Replica;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest.Atomicity;

/** Every kind of entity comes back as it was written. */
class EntitiesTest {

    private static final Program PROGRAM = Program.ENTITIES;

    private Bench bench;
    private Client client;

    @BeforeEach
    void start() throws Exception {
        bench = new Bench();
        client = Client.primary(bench.port(), 1);
        client.push(PROGRAM.config(1));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        bench.close();
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
                // A key of nothing but "any" cannot be told from no key.
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
        assertThat(all).hasSize(4).contains(route, dropped, noted);
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
    void readErrorsAreToldForEachRequest() {
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
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setDirectCounterEntry(
                                                DirectCounterEntry.getDefaultInstance())
                                        .build()))
                .containsExactly(zero.build());
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
    void directMeters() {
        MeterConfig config =
                MeterConfig.newBuilder()
                        .setCir(1000)
                        .setCburst(100)
                        .setPir(2000)
                        .setPburst(200)
                        .build();
        TableEntry entry =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.limits"))
                        .addMatch(Program.exact(1, 0x0200000000L))
                        .setAction(PROGRAM.tableAction("I.metered", 3))
                        .setMeterConfig(config)
                        .build();
        client.insert(entry);
        TableEntry withMeters =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.limits"))
                        .setMeterConfig(MeterConfig.getDefaultInstance())
                        .build();
        assertThat(client.readEntries(withMeters)).containsExactly(entry);
        Entity meter =
                Entity.newBuilder()
                        .setDirectMeterEntry(
                                DirectMeterEntry.newBuilder()
                                        .setTableEntry(
                                                entry.toBuilder().clearAction().clearMeterConfig())
                                        .setConfig(config))
                        .build();
        assertThat(client.read(meter)).containsExactly(meter);
        Entity.Builder none = meter.toBuilder();
        none.getDirectMeterEntryBuilder().clearConfig();
        client.write(Update.Type.MODIFY, none.build());
        assertThat(client.read(meter)).containsExactly(none.build());
        Entity.Builder wrong = meter.toBuilder();
        wrong.getDirectMeterEntryBuilder().getConfigBuilder().setPir(999);
        refused(
                Update.Type.MODIFY,
                wrong.build(),
                Status.Code.INVALID_ARGUMENT,
                "pir 999 is below cir 1000");
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

    @Test
    void meters() {
        Entity meter =
                Entity.newBuilder()
                        .setMeterEntry(
                                MeterEntry.newBuilder()
                                        .setMeterId(PROGRAM.id("I.per_class"))
                                        .setIndex(Index.newBuilder().setIndex(2))
                                        .setConfig(
                                                MeterConfig.newBuilder()
                                                        .setCir(1)
                                                        .setCburst(2)
                                                        .setPir(3)
                                                        .setPburst(4)))
                        .build();
        client.write(Update.Type.MODIFY, meter);
        assertThat(client.read(meter)).containsExactly(meter);
        Entity.Builder array = meter.toBuilder();
        array.getMeterEntryBuilder().clearIndex().clearConfig();
        assertThat(client.read(array.build())).hasSize(4).contains(meter);
        client.write(Update.Type.MODIFY, array.build());
        assertThat(client.read(array.build())).noneMatch(e -> e.getMeterEntry().hasConfig());
    }

    @Test
    void registers() {
        Entity cell = register("I.seen", 2, number(0xdeadbeefL));
        client.write(Update.Type.MODIFY, cell);
        assertThat(client.read(cell)).containsExactly(cell);
        Entity negative =
                register("I.signed_values", 1, ByteString.copyFrom(new byte[] {(byte) 0xfd, 0x1d}));
        client.write(Update.Type.MODIFY, negative);
        assertThat(client.read(negative)).containsExactly(negative);
        assertThat(
                        client.read(
                                Entity.newBuilder()
                                        .setRegisterEntry(RegisterEntry.getDefaultInstance())
                                        .build()))
                .hasSize(8 + 4)
                .contains(cell, negative);
        refused(
                Update.Type.MODIFY,
                register("I.seen", 0, number(1L << 32)),
                Status.Code.INVALID_ARGUMENT,
                "register I.seen: 0x0100000000 does not fit in 32 bits");
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

    private void refused(Update.Type type, Entity entity, Status.Code code, String message) {
        P4RuntimeOuterClass.Error error = client.failingWrite(type, entity);
        assertThat(Status.fromCodeValue(error.getCanonicalCode()).getCode())
                .as(error.getMessage())
                .isEqualTo(code);
        assertThat(error.getMessage()).contains(message);
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

    private static Entity register(String name, int index, ByteString value) {
        return Entity.newBuilder()
                .setRegisterEntry(
                        RegisterEntry.newBuilder()
                                .setRegisterId(PROGRAM.id(name))
                                .setIndex(Index.newBuilder().setIndex(index))
                                .setData(P4Data.newBuilder().setBitstring(value)))
                .build();
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

    private static Replica replica(int port, int instance) {
        return Replica.newBuilder().setEgressPort(port).setInstance(instance).build();
    }
}
