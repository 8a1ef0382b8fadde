// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Action;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Counter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Table;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.SetRequest;
import org.weir.gnmi.proto.gNMIGrpc;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * The adapter between a P4Runtime client and a BF Runtime server, both over gRPC. With {@code
 * -Dweir.bfrt=ADDRESS} the server is that of a {@code bf_switchd} with Weir's program for Tofino 1
 * or 2; tests that look into our own server are skipped then.
 */
@Timeout(600)
class AdapterTest {

    private static final String REAL = System.getProperty("weir.bfrt");

    /** Folder of the compiled program that the drivers run. */
    private java.nio.file.Path program;

    private Drivers drivers;
    private Adapter adapter;
    private Thread thread;
    private ManagedChannel channel;
    private P4Info p4info;
    private final BlockingQueue<StreamMessageResponse> stream = new LinkedBlockingQueue<>();
    private final Uint128 election = Uint128.newBuilder().setLow(7).build();

    /** The program that our own server runs. */
    String build() {
        return "weir";
    }

    @BeforeEach
    void start() throws Exception {
        drivers = REAL == null ? new Drivers(0, build()) : null;
        BfRtAddress address = REAL == null ? drivers.address() : BfRtAddress.parse(REAL);
        program = REAL == null ? Drivers.folder("tofino", build()) : programOf(address);
        adapter =
                new Adapter(
                        new Adapter.Settings(
                                address,
                                "127.0.0.1",
                                0,
                                1,
                                -1,
                                REAL == null ? List.of(1, 2) : List.of(),
                                30_000),
                        null);
        thread =
                new Thread(
                        () -> {
                            try {
                                adapter.run();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        thread.start();
        P4Info.Builder info = P4Info.newBuilder();
        TextFormat.Parser.newBuilder()
                .build()
                .merge(Files.readString(program.resolve("weir.p4info.txtpb")), info);
        p4info = info.build();
        connect();
    }

    private static java.nio.file.Path programOf(BfRtAddress address) {
        try (BfRtSession session = BfRtSession.open(address, 30_000)) {
            String generation = new TrafficManagerTables(session).generation();
            return Drivers.folder(
                    generation.equals("tf2") ? "tofino2" : "tofino", session.program());
        }
    }

    private void connect() throws InterruptedException {
        while (adapter.port() == 0) {
            Thread.sleep(20);
        }
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", adapter.port())
                        .usePlaintext()
                        .maxInboundMessageSize(64 << 20)
                        .build();
        StreamObserver<StreamMessageRequest> requests =
                P4RuntimeGrpc.newStub(channel)
                        .streamChannel(
                                new StreamObserver<>() {
                                    @Override
                                    public void onNext(StreamMessageResponse message) {
                                        stream.add(message);
                                    }

                                    @Override
                                    public void onError(Throwable error) {}

                                    @Override
                                    public void onCompleted() {}
                                });
        StreamMessageRequest.Builder arbitration = StreamMessageRequest.newBuilder();
        arbitration.getArbitrationBuilder().setDeviceId(1).setElectionId(election);
        requests.onNext(arbitration.build());
        assertThat(stream.poll(30, TimeUnit.SECONDS).getArbitration().getStatus().getCode())
                .isZero();
    }

    @AfterEach
    void stop() throws InterruptedException {
        channel.shutdownNow();
        adapter.close();
        thread.join(10_000);
        if (drivers != null) {
            drivers.close();
        }
    }

    private void needOwnServer() {
        assumeTrue(drivers != null, "looks into our own server, not that of -Dweir.bfrt");
    }

    private P4RuntimeGrpc.P4RuntimeBlockingStub stub() {
        return P4RuntimeGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }

    private void push(P4Info info, ByteString bfrt) {
        ByteString device =
                org.weir.tofino.bfrt.proto.ForwardingPipelineConfig.newBuilder()
                        .setP4Name(program.getFileName().toString())
                        .setBfruntimeInfo(bfrt)
                        .build()
                        .toByteString();
        stub().setForwardingPipelineConfig(
                        SetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(1)
                                .setElectionId(election)
                                .setAction(
                                        SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                                .setConfig(
                                        ForwardingPipelineConfig.newBuilder()
                                                .setP4Info(info)
                                                .setP4DeviceConfig(device))
                                .build());
    }

    private void push() throws Exception {
        push(p4info, ByteString.copyFrom(Files.readAllBytes(program.resolve("bf-rt.json"))));
    }

    private void write(Update.Type type, Entity entity) {
        stub().write(
                        WriteRequest.newBuilder()
                                .setDeviceId(1)
                                .setElectionId(election)
                                .addUpdates(Update.newBuilder().setType(type).setEntity(entity))
                                .build());
    }

    private List<Entity> read(Entity... wanted) {
        List<Entity> found = new ArrayList<>();
        stub().read(ReadRequest.newBuilder().setDeviceId(1).addAllEntities(List.of(wanted)).build())
                .forEachRemaining(answer -> found.addAll(answer.getEntitiesList()));
        return found;
    }

    private Table table(String name) {
        return p4info.getTablesList().stream()
                .filter(table -> table.getPreamble().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** An entry of a table with every field stated and the largest values that fit. */
    private TableEntry entry(Table table, int actionId) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table.getPreamble().getId());
        for (MatchField field : table.getMatchFieldsList()) {
            FieldMatch.Builder match = entry.addMatchBuilder().setFieldId(field.getId());
            ByteString all = largest(field.getBitwidth());
            switch (field.getMatchType()) {
                case EXACT -> match.getExactBuilder().setValue(all);
                case LPM -> match.getLpmBuilder().setValue(all).setPrefixLen(field.getBitwidth());
                case RANGE -> {
                    match.getRangeBuilder()
                            .setLow(ByteString.copyFrom(new byte[] {1}))
                            .setHigh(all);
                    entry.setPriority(70_000);
                }
                default -> {
                    match.getTernaryBuilder().setValue(all).setMask(all);
                    entry.setPriority(70_000);
                }
            }
        }
        Action action =
                p4info.getActionsList().stream()
                        .filter(one -> one.getPreamble().getId() == actionId)
                        .findFirst()
                        .orElseThrow();
        entry.getActionBuilder().getActionBuilder().setActionId(actionId);
        for (Action.Param param : action.getParamsList()) {
            entry.getActionBuilder()
                    .getActionBuilder()
                    .addParamsBuilder()
                    .setParamId(param.getId())
                    .setValue(largest(param.getBitwidth()));
        }
        return entry.build();
    }

    private static ByteString largest(int bits) {
        byte[] bytes = new byte[(bits + 7) / 8];
        java.util.Arrays.fill(bytes, (byte) 0xff);
        bytes[0] = (byte) (0xff >> 8 * bytes.length - bits);
        return ByteString.copyFrom(bytes);
    }

    private static Entity entity(TableEntry entry) {
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    private static Entity all(Table table) {
        return entity(TableEntry.newBuilder().setTableId(table.getPreamble().getId()).build());
    }

    @Test
    void everyActionOfEveryTableIsReadBackAsWritten() throws Exception {
        push();
        for (Table table : p4info.getTablesList()) {
            for (var action : table.getActionRefsList()) {
                if (table.getMatchFieldsCount() == 0
                        || action.getScope().name().equals("DEFAULT_ONLY")) {
                    continue;
                }
                TableEntry entry = entry(table, action.getId());
                write(Update.Type.INSERT, entity(entry));
                assertThat(read(all(table))).containsExactly(entity(entry));
                if (drivers != null) {
                    assertThat(drivers.entries("pipe." + table.getPreamble().getName())).hasSize(1);
                }
                write(Update.Type.MODIFY, entity(entry));
                assertThat(read(all(table))).containsExactly(entity(entry));
                write(Update.Type.DELETE, entity(entry));
                assertThat(read(all(table))).isEmpty();
            }
        }
    }

    @Test
    void theGreaterPriorityIsTheSmallerOfTheDrivers() throws Exception {
        needOwnServer();
        push();
        Table acl = table("WeirIngress.acl.acl");
        TableEntry entry = entry(acl, acl.getActionRefs(0).getId());
        write(Update.Type.INSERT, entity(entry.toBuilder().setPriority(1).build()));
        write(Update.Type.INSERT, entity(entry.toBuilder().setPriority(2).build()));
        List<Long> priorities =
                drivers.entries("pipe.WeirIngress.acl.acl").keySet().stream()
                        .map(key -> key.getFields(key.getFieldsCount() - 1))
                        .map(field -> field.getExact().getValue().toByteArray())
                        .map(bytes -> new java.math.BigInteger(1, bytes).longValue())
                        .toList();
        assertThat(priorities).containsExactly((1L << 24) - 2, (1L << 24) - 3);
    }

    @Test
    void wrongEntriesAreRefusedWithTheirField() throws Exception {
        push();
        Table routes = table("WeirIngress.forwarding.ipv4_routes");
        TableEntry entry = entry(routes, routes.getActionRefs(0).getId());
        TableEntry.Builder wide = entry.toBuilder();
        wide.getMatchBuilder(0).getLpmBuilder().setValue(largest(40));
        assertRefused(Update.Type.INSERT, wide.build(), "INVALID_ARGUMENT", "hdr.ipv4.dst_addr");
        assertRefused(Update.Type.DELETE, entry, "NOT_FOUND", "ipv4_routes");
        write(Update.Type.INSERT, entity(entry));
        assertRefused(Update.Type.INSERT, entry, "ALREADY_EXISTS", "ipv4_routes");
        Table acl = table("WeirIngress.acl.acl");
        TableEntry high =
                entry(acl, acl.getActionRefs(0).getId()).toBuilder().setPriority(1 << 24).build();
        assertRefused(Update.Type.INSERT, high, "INVALID_ARGUMENT", "priority");
    }

    private void assertRefused(Update.Type type, TableEntry entry, String code, String text) {
        assertThatThrownBy(() -> write(type, entity(entry)))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> {
                            String all = io.grpc.protobuf.StatusProto.fromThrowable(e).toString();
                            assertThat(all).contains(text);
                            var detail =
                                    io.grpc.protobuf.StatusProto.fromThrowable(e).getDetails(0);
                            try {
                                assertThat(
                                                Status.fromCodeValue(
                                                                detail.unpack(
                                                                                org.weir.bmv2.proto
                                                                                        .v1
                                                                                        .P4RuntimeOuterClass
                                                                                        .Error
                                                                                        .class)
                                                                        .getCanonicalCode())
                                                        .getCode()
                                                        .name())
                                        .isEqualTo(code);
                            } catch (com.google.protobuf.InvalidProtocolBufferException wrong) {
                                throw new AssertionError(wrong);
                            }
                        });
    }

    @Test
    void manyCountersAreReadByOneRequestAndPipesAreSummed() throws Exception {
        needOwnServer();
        push();
        List<Entity> wanted = new ArrayList<>();
        for (String name :
                List.of("WeirIngress.virtual_queue.marks", "WeirIngress.virtual_queue.arrivals")) {
            Counter counter =
                    p4info.getCountersList().stream()
                            .filter(one -> one.getPreamble().getName().equals(name))
                            .findFirst()
                            .orElseThrow();
            for (int index = 0; index < 20; index++) {
                drivers.count("pipe." + name, index, 1000 + index);
                Entity.Builder entity = Entity.newBuilder();
                entity.getCounterEntryBuilder()
                        .setCounterId(counter.getPreamble().getId())
                        .getIndexBuilder()
                        .setIndex(index);
                wanted.add(entity.build());
            }
        }
        int before = drivers.reads();
        List<Entity> found = read(wanted.toArray(Entity[]::new));
        // One for the counters; the ports are asked for every second.
        assertThat(drivers.reads() - before).isLessThan(20);
        assertThat(found).hasSize(40);
        for (Entity one : found) {
            assertThat(one.getCounterEntry().getData().getPacketCount())
                    .isEqualTo(2 * (1000 + one.getCounterEntry().getIndex().getIndex()));
        }
    }

    @Test
    void aLargeCounterIsReadFromTheDriversCopyWhichIsMadeAnew() throws Exception {
        needOwnServer();
        push();
        String name = "WeirEgress.queue_statistics.delays";
        Counter counter =
                p4info.getCountersList().stream()
                        .filter(one -> one.getPreamble().getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        List<Entity> wanted = new ArrayList<>();
        for (int index = 0; index < 130; index++) {
            drivers.count("pipe." + name, index, index);
            Entity.Builder entity = Entity.newBuilder();
            entity.getCounterEntryBuilder()
                    .setCounterId(counter.getPreamble().getId())
                    .getIndexBuilder()
                    .setIndex(index);
            wanted.add(entity.build());
        }
        read(wanted.get(0));
        for (int tries = 0; drivers.syncs() == 0 && tries < 1000; tries++) {
            Thread.sleep(20);
        }
        int before = drivers.reads();
        List<Entity> found = read(wanted.toArray(Entity[]::new));
        assertThat(drivers.syncs()).as("the copy is made anew 1 % of the time").isEqualTo(1);
        assertThat(drivers.reads() - before).as("requests of 128 cells").isBetween(2, 10);
        assertThat(found)
                .extracting(one -> one.getCounterEntry().getData().getPacketCount())
                .containsExactlyElementsOf(
                        java.util.stream.LongStream.range(0, 130).map(i -> 2 * i).boxed().toList());
    }

    @Test
    void cloneSessionIsAMirrorSession() throws Exception {
        needOwnServer();
        push();
        Entity.Builder clone = Entity.newBuilder();
        var session =
                clone.getPacketReplicationEngineEntryBuilder()
                        .getCloneSessionEntryBuilder()
                        .setSessionId(1)
                        .setPacketLengthBytes(128);
        session.addReplicasBuilder().setPort(ByteString.copyFrom(new byte[] {68})).setInstance(1);
        write(Update.Type.INSERT, clone.build());
        TableData data = drivers.entries("$mirror.cfg").get(Drivers.key(1, 2));
        assertThat(data.getFieldsList())
                .anyMatch(f -> f.getFieldId() == 23 && f.getStream().byteAt(1) == (byte) 128)
                .anyMatch(f -> f.getFieldId() == 7 && f.getStream().byteAt(3) == 68);
        Entity.Builder every = Entity.newBuilder();
        every.getPacketReplicationEngineEntryBuilder().getCloneSessionEntryBuilder();
        assertThat(read(every.build())).containsExactly(clone.build());
        write(Update.Type.DELETE, clone.build());
        assertThat(drivers.entries("$mirror.cfg")).isEmpty();
    }

    @Test
    void anotherProgramIsRefused() throws Exception {
        String json = Files.readString(program.resolve("bf-rt.json"));
        String other = json.replace("pipe.WeirIngress.acl.acl", "pipe.Other.acl");
        assertThatThrownBy(() -> push(p4info, ByteString.copyFromUtf8(other)))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("no table pipe.Other.acl");
        P4Info.Builder wrong = p4info.toBuilder();
        wrong.getTablesBuilder(0).getMatchFieldsBuilder(0).setName("other");
        assertThatThrownBy(() -> push(wrong.build(), ByteString.copyFromUtf8(json)))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining(p4info.getTables(0).getPreamble().getName())
                .hasMessageContaining("other");
    }

    @Test
    void gnmiTellsThePortsAndTheirState() {
        needOwnServer();
        drivers.setPort(1, "BF_SPEED_25G", true);
        assertThat(awaitPorts("SPEED_25GB"))
                .contains("1/0")
                .contains("2/0")
                .doesNotContain("64/0", "68/0");
    }

    @Test
    void aSpeedOfAnotherNameIsTheRateInItOrUnknown() {
        needOwnServer();
        drivers.setPort(1, "BF_SPEED_FASTER", true);
        awaitPorts("SPEED_UNKNOWN");
        drivers.setPort(2, "BF_SPEED_40G_R2", true);
        awaitPorts("SPEED_40GB");
        drivers.setPort(2, "BF_SPEED_50G_CONS", true);
        awaitPorts("SPEED_50GB");
    }

    /** All that gNMI tells of the ports, when it contains a text. */
    private String awaitPorts(String wanted) {
        var request = GetRequest.newBuilder();
        request.setEncodingValue(2);
        request.addPath(
                Path.newBuilder()
                        .addElem(org.weir.gnmi.proto.PathElem.newBuilder().setName("interfaces")));
        String text = "";
        while (!text.contains(wanted)) {
            text =
                    gNMIGrpc.newBlockingStub(channel)
                            .withDeadlineAfter(60, TimeUnit.SECONDS)
                            .get(request.build())
                            .toString();
        }
        return text;
    }

    @Test
    void portThatAControllerHasDisabledIsNotEnabledAgain() throws Exception {
        needOwnServer();
        assertThat(drivers.enabledPorts()).containsExactly(1, 2);
        disablePort("1/0");
        assertThat(drivers.enabledPorts()).containsExactly(2);

        restartDrivers();
        assertThat(drivers.enabledPorts()).containsExactly(2);
    }

    /** As {@code weir tofino port --set enable} does, past the adapter. */
    @Test
    void portThatSomeoneElseHasEnabledSinceIsEnabledAgain() throws Exception {
        needOwnServer();
        disablePort("1/0");
        assertThat(drivers.enabledPorts()).containsExactly(2);
        drivers.setPort(1, "BF_SPEED_25G", true);
        awaitPorts("SPEED_25GB");
        restartDrivers();
        assertThat(drivers.enabledPorts()).containsExactly(1, 2);
    }

    private void disablePort(String name) {
        SetRequest.Builder disable = SetRequest.newBuilder();
        Path.Builder path = disable.addUpdateBuilder().getPathBuilder();
        path.addElemBuilder().setName("interfaces");
        path.addElemBuilder().setName("interface").putKey("name", name);
        path.addElemBuilder().setName("config");
        path.addElemBuilder().setName("enabled");
        disable.getUpdateBuilder(0).getValBuilder().setBoolVal(false);
        gNMIGrpc.newBlockingStub(channel).set(disable.build());
    }

    private void restartDrivers() throws Exception {
        int port = drivers.port();
        drivers.close();
        while (adapter.port() != 0) {
            Thread.sleep(20);
        }
        channel.shutdownNow();
        drivers = new Drivers(port, build());
        connect();
    }

    @Test
    void afterARestartOfTheDriversTheSwitchHasNoPipeline() throws Exception {
        needOwnServer();
        push();
        int port = drivers.port();
        drivers.close();
        while (adapter.port() != 0) {
            Thread.sleep(20);
        }
        // A call that meets the closing server is cancelled.
        assertThatThrownBy(() -> read(all(table("WeirIngress.acl.acl"))))
                .message()
                .containsAnyOf("UNAVAILABLE", "CANCELLED");
        channel.shutdownNow();
        drivers = new Drivers(port, build());
        connect();
        assertThatThrownBy(() -> read(all(table("WeirIngress.acl.acl"))))
                .hasMessageContaining("FAILED_PRECONDITION");
        push();
        assertThat(read(all(table("WeirIngress.acl.acl")))).isEmpty();
    }
}
