// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest.ResponseType;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.time.RealTimeline;

/** Pushing and reading back pipelines. */
class PipelineTest extends ServedTest {

    @Override
    protected Program pushed() {
        return null;
    }

    @Test
    void comesBackAsItWasPushed() {
        assertThat(get(ResponseType.ALL)).isEqualTo(ForwardingPipelineConfig.getDefaultInstance());
        ForwardingPipelineConfig config = PROGRAM.config(0x1122334455667788L);
        client.push(config);
        assertThat(get(ResponseType.ALL)).isEqualTo(config);
        assertThat(get(ResponseType.COOKIE_ONLY))
                .isEqualTo(
                        ForwardingPipelineConfig.newBuilder()
                                .setCookie(config.getCookie())
                                .build());
        assertThat(get(ResponseType.P4INFO_AND_COOKIE))
                .isEqualTo(config.toBuilder().clearP4DeviceConfig().build());
        assertThat(get(ResponseType.DEVICE_CONFIG_AND_COOKIE))
                .isEqualTo(config.toBuilder().clearP4Info().build());
    }

    /** {@code p4.tmp.P4DeviceConfig}, with {@code reassign} and without. */
    @Test
    void theProgramMayBeInAMessage() throws Exception {
        ForwardingPipelineConfig config = PROGRAM.config(1);
        for (boolean reassign : new boolean[] {true, false}) {
            ByteString.Output bytes = ByteString.newOutput();
            CodedOutputStream message = CodedOutputStream.newInstance(bytes);
            if (reassign) {
                message.writeBool(1, true);
                message.writeByteArray(2, new byte[0]);
            }
            message.writeBytes(3, config.getP4DeviceConfig());
            message.flush();
            ForwardingPipelineConfig wrapped =
                    config.toBuilder().setP4DeviceConfig(bytes.toByteString()).build();
            for (Action action :
                    List.of(
                            Action.VERIFY,
                            Action.VERIFY_AND_SAVE,
                            Action.COMMIT,
                            Action.VERIFY_AND_COMMIT)) {
                client.push(action, action == Action.COMMIT ? null : wrapped);
            }
            client.insert(PROGRAM.route(0x0a000000, 8, 1));
            assertThat(get(ResponseType.ALL)).isEqualTo(wrapped);
        }
    }

    /** As of a table with {@code const entries = {}}. */
    @Test
    void aConstantTableWithoutEntriesTakesNone() {
        ForwardingPipelineConfig.Builder config = PROGRAM.config(1).toBuilder();
        config.getP4InfoBuilder().getTablesBuilderList().stream()
                .filter(table -> table.getPreamble().getName().equals("I.routes"))
                .forEach(table -> table.setIsConstTable(true));
        client.push(config.build());
        refused(
                Update.Type.INSERT,
                Program.entity(PROGRAM.route(0x0a000000, 8, 1)),
                Status.Code.PERMISSION_DENIED,
                "table I.routes: its entries are constant");
        assertThat(client.readTable("I.routes")).isEmpty();
    }

    @Test
    void nothingCanBeReadOrWrittenBefore() {
        assertThatThrownBy(() -> client.readTable("I.routes"))
                .hasMessageContaining("FAILED_PRECONDITION");
        assertThatThrownBy(() -> client.insert(PROGRAM.route(0x0a000000, 8, 1)))
                .hasMessageContaining("FAILED_PRECONDITION");
    }

    @Test
    void commitClearsTheState() {
        client.push(PROGRAM.config(1));
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        client.push(PROGRAM.config(2));
        assertThat(client.readTable("I.routes")).isEmpty();
    }

    @Test
    void verifyChangesNothing() {
        client.push(PROGRAM.config(1));
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        client.push(Action.VERIFY, PROGRAM.config(2));
        assertThat(get(ResponseType.COOKIE_ONLY).getCookie().getCookie()).isEqualTo(1);
        assertThat(client.readTable("I.routes")).hasSize(1);
    }

    @Test
    void saveAndCommit() {
        assertThatThrownBy(() -> client.push(Action.COMMIT, null))
                .hasMessageContaining("NOT_FOUND");
        client.push(Action.VERIFY_AND_SAVE, PROGRAM.config(3));
        assertThatThrownBy(() -> client.push(Action.COMMIT, PROGRAM.config(3)))
                .hasMessageContaining("INVALID_ARGUMENT");
        client.push(Action.COMMIT, null);
        assertThat(get(ResponseType.COOKIE_ONLY).getCookie().getCookie()).isEqualTo(3);
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
    }

    @Test
    void writesBetweenSaveAndCommitWaitForTheCommit() throws Exception {
        client.push(PROGRAM.config(1));
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        client.push(Action.VERIFY_AND_SAVE, Program.TRANSLATED.config(2));
        // Reads and writes are about the saved program; packets still meet the running one.
        assertThat(client.readEntries(TableEntry.getDefaultInstance())).isEmpty();
        assertThatThrownBy(() -> client.insert(PROGRAM.route(0x0b000000, 8, 1)))
                .hasMessageContaining("table_id");
        Entity vrf = register("saved");
        client.write(Update.Type.MODIFY, vrf);
        assertThat(client.read(vrf)).containsExactly(vrf);
        assertThat(get(ResponseType.COOKIE_ONLY).getCookie().getCookie()).isEqualTo(2);
        client.push(Action.COMMIT, null);
        assertThat(client.read(vrf)).containsExactly(vrf);
        assertThat(get(ResponseType.COOKIE_ONLY).getCookie().getCookie()).isEqualTo(2);
        assertThatThrownBy(() -> client.push(Action.COMMIT, null))
                .hasMessageContaining("NOT_FOUND");
        // A saved program that is never committed leaves the running one as it is.
        client.push(Action.VERIFY_AND_SAVE, PROGRAM.config(3));
        client.push(Action.VERIFY_AND_COMMIT, Program.TRANSLATED.config(4));
        assertThat(get(ResponseType.COOKIE_ONLY).getCookie().getCookie()).isEqualTo(4);
    }

    private static Entity register(String vrf) {
        return Entity.newBuilder()
                .setRegisterEntry(
                        RegisterEntry.newBuilder()
                                .setRegisterId(Program.TRANSLATED.id("I.vrfs"))
                                .setIndex(Index.newBuilder().setIndex(1))
                                .setData(
                                        P4Data.newBuilder()
                                                .setBitstring(ByteString.copyFromUtf8(vrf))))
                .build();
    }

    @Test
    void reconcileKeepsTheState() {
        client.push(PROGRAM.config(1));
        TableEntry route =
                PROGRAM.route(0x0a000000, 8, 1).toBuilder()
                        .setMetadata(ByteString.copyFromUtf8("mine"))
                        .build();
        client.insert(route);
        Entity counter =
                Entity.newBuilder()
                        .setCounterEntry(
                                CounterEntry.newBuilder()
                                        .setCounterId(PROGRAM.id("I.per_port"))
                                        .setIndex(Index.newBuilder().setIndex(3))
                                        .setData(
                                                CounterData.newBuilder()
                                                        .setPacketCount(5)
                                                        .setByteCount(600)))
                        .build();
        client.write(Update.Type.MODIFY, counter);
        Entity otherDefault =
                Program.entity(
                        TableEntry.newBuilder()
                                .setTableId(PROGRAM.id("I.keyless"))
                                .setIsDefaultAction(true)
                                .setAction(PROGRAM.tableAction("I.set_output", 4))
                                .build());
        client.write(Update.Type.MODIFY, otherDefault);
        client.push(Action.RECONCILE_AND_COMMIT, PROGRAM.config(2));
        assertThat(get(ResponseType.COOKIE_ONLY).getCookie().getCookie()).isEqualTo(2);
        assertThat(client.readTable("I.routes")).containsExactly(route);
        assertThat(client.read(counter)).containsExactly(counter);
        assertThat(client.read(otherDefault)).containsExactly(otherDefault);
    }

    @Test
    void reconcileAndCommitKeepTheNotesOfEntriesWithAnOptionalField() {
        client.push(PROGRAM.config(1));
        TableEntry noted =
                PROGRAM.acl(0x800, 5, PROGRAM.tableAction("I.drop")).toBuilder()
                        .addMatch(
                                FieldMatch.newBuilder()
                                        .setFieldId(4)
                                        .setOptional(
                                                FieldMatch.Optional.newBuilder()
                                                        .setValue(Program.number(0x020000000001L))))
                        .setControllerMetadata(77)
                        .setMetadata(ByteString.copyFromUtf8("mine"))
                        .build();
        client.insert(noted);
        client.push(Action.RECONCILE_AND_COMMIT, PROGRAM.config(2));
        assertThat(client.readTable("I.acl")).containsExactly(noted);
        client.push(Action.VERIFY_AND_SAVE, PROGRAM.config(3));
        client.insert(noted);
        client.push(Action.COMMIT, null);
        assertThat(client.readTable("I.acl")).containsExactly(noted);
    }

    @Test
    void reconcileKeepsWhatConstantEntriesHaveCounted() {
        client.push(PROGRAM.config(1));
        TableEntry constant = client.readTable("I.l2").get(0);
        TableEntry counted =
                constant.toBuilder()
                        .clearIsConst()
                        .clearAction()
                        .setMetadata(ByteString.copyFromUtf8("mine"))
                        .setCounterData(
                                CounterData.newBuilder().setPacketCount(5).setByteCount(600))
                        .setMeterConfig(
                                MeterConfig.newBuilder()
                                        .setCir(1)
                                        .setCburst(2)
                                        .setPir(3)
                                        .setPburst(4))
                        .build();
        client.write(Update.Type.MODIFY, Program.entity(counted));
        TableEntry request =
                TableEntry.newBuilder()
                        .setTableId(constant.getTableId())
                        .setCounterData(CounterData.getDefaultInstance())
                        .setMeterConfig(MeterConfig.getDefaultInstance())
                        .build();
        List<TableEntry> before = client.readEntries(request);
        assertThat(before)
                .containsExactly(
                        counted.toBuilder()
                                .setIsConst(true)
                                .setAction(constant.getAction())
                                .build());
        client.push(Action.RECONCILE_AND_COMMIT, PROGRAM.config(2));
        assertThat(client.readEntries(request)).isEqualTo(before);
        // A program whose constant entry is another keeps no account of the one that has gone.
        String json = new String(PROGRAM.json, StandardCharsets.UTF_8);
        ForwardingPipelineConfig other =
                PROGRAM.config(3).toBuilder()
                        .setP4DeviceConfig(
                                ByteString.copyFromUtf8(
                                        json.replace("0x010000000001", "0x010000000002")))
                        .build();
        client.push(Action.RECONCILE_AND_COMMIT, other);
        TableEntry fresh = client.readEntries(request).get(0);
        assertThat(fresh.getCounterData()).isEqualTo(CounterData.getDefaultInstance());
        assertThat(fresh.hasMeterConfig()).isFalse();
        assertThat(fresh.getMatchList()).isNotEqualTo(constant.getMatchList());
    }

    /** The priority of an entry depends on the number of entries that follow it. */
    @Test
    void reconcileKeepsWhatConstantEntriesHaveCountedWhenTheirNumberChanges() {
        client.push(withConstantAcl(1, 0x0800, 0x0806));
        TableEntry request =
                TableEntry.newBuilder()
                        .setTableId(PROGRAM.id("I.acl"))
                        .setCounterData(CounterData.getDefaultInstance())
                        .build();
        for (TableEntry entry : client.readEntries(request)) {
            client.write(
                    Update.Type.MODIFY,
                    Program.entity(
                            entry.toBuilder()
                                    .clearIsConst()
                                    .clearAction()
                                    .setMetadata(
                                            ByteString.copyFromUtf8("of " + entry.getPriority()))
                                    .setCounterData(
                                            CounterData.newBuilder()
                                                    .setPacketCount(entry.getPriority()))
                                    .build()));
        }
        assertThat(aclCounts(request)).containsExactly("2 of 2: 2", "1 of 1: 1");
        client.push(
                Action.RECONCILE_AND_COMMIT, withConstantAcl(2, 0x0800, 0x0806, 0x86dd, 0x0800));
        assertThat(aclCounts(request)).containsExactly("4 of 2: 2", "3 of 1: 1", "2 : 0", "1 : 0");
        // Of entries with the same match each keeps its own.
        client.write(
                Update.Type.MODIFY,
                Program.entity(
                        client.readEntries(request).stream()
                                .filter(entry -> entry.getPriority() == 1)
                                .findAny()
                                .orElseThrow()
                                .toBuilder()
                                .clearIsConst()
                                .clearAction()
                                .setCounterData(CounterData.newBuilder().setPacketCount(9))
                                .build()));
        client.push(Action.RECONCILE_AND_COMMIT, withConstantAcl(3, 0x0806, 0x0800, 0x0800));
        assertThat(aclCounts(request)).containsExactly("3 of 1: 1", "2 of 2: 2", "1 : 9");
    }

    /** Priority, metadata and packets of the entries, those that win first. */
    private List<String> aclCounts(TableEntry request) {
        return client.readEntries(request).stream()
                .sorted(Comparator.comparingInt(TableEntry::getPriority).reversed())
                .map(
                        entry ->
                                entry.getPriority()
                                        + " "
                                        + entry.getMetadata().toStringUtf8()
                                        + ": "
                                        + entry.getCounterData().getPacketCount())
                .toList();
    }

    /** The program with constant entries of {@code I.acl} that punt these EtherTypes. */
    private static ForwardingPipelineConfig withConstantAcl(long cookie, int... etherTypes) {
        StringBuilder entries = new StringBuilder();
        String any = "{\"match_type\": \"ternary\", \"key\": \"0x0\", \"mask\": \"0x0\"}";
        for (int i = 0; i < etherTypes.length; i++) {
            entries.append(i == 0 ? "" : ", ")
                    .append("{\"match_key\": [")
                    .append(any + ", " + any)
                    .append(", {\"match_type\": \"ternary\", \"key\": \"0x")
                    .append(Integer.toHexString(etherTypes[i]))
                    .append("\", \"mask\": \"0xffff\"}, ")
                    .append(any)
                    .append(
                            ", {\"match_type\": \"range\", \"start\": \"0x0\", \"end\": \"0xffff\"}]")
                    .append(", \"action_entry\": {\"action_id\": 16, \"action_data\": []}")
                    .append(", \"priority\": ")
                    .append(i + 1)
                    .append("}");
        }
        String name = "\"name\":\"I.acl\",";
        String json = new String(PROGRAM.json, StandardCharsets.UTF_8);
        ForwardingPipelineConfig.Builder config = PROGRAM.config(cookie).toBuilder();
        config.setP4DeviceConfig(
                ByteString.copyFromUtf8(
                        json.replace(name, name + "\"entries\": [" + entries + "],")));
        config.getP4InfoBuilder().getTablesBuilderList().stream()
                .filter(table -> table.getPreamble().getName().equals("I.acl"))
                .forEach(table -> table.setIsConstTable(true));
        return config.build();
    }

    @Test
    void wrongProgramIsNamedAndTheOldOneRunsOn() {
        client.push(PROGRAM.config(1));
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        ForwardingPipelineConfig broken =
                PROGRAM.config(2).toBuilder()
                        .setP4DeviceConfig(ByteString.copyFromUtf8("{\"parsers\": 3}"))
                        .build();
        for (Action action :
                List.of(Action.VERIFY, Action.VERIFY_AND_COMMIT, Action.RECONCILE_AND_COMMIT)) {
            assertThatThrownBy(() -> client.push(action, broken))
                    .hasMessageContaining("INVALID_ARGUMENT")
                    .hasMessageContaining("p4_device_config");
        }
        assertThatThrownBy(() -> client.push(Action.VERIFY, null))
                .hasMessageContaining("config: not given");
        assertThat(client.readTable("I.routes")).hasSize(1);
    }

    @Test
    void p4infoOfAnotherProgramIsRefused() {
        ForwardingPipelineConfig.Builder config = PROGRAM.config(1).toBuilder();
        config.getP4InfoBuilder().getTablesBuilder(2).getMatchFieldsBuilder(0).setBitwidth(33);
        assertThatThrownBy(() -> client.push(config.build()))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("table I.routes, field h.ipv4.dst_addr: 33 bits, but 32");
        config.getP4InfoBuilder().getTablesBuilder(2).getPreambleBuilder().setName("I.other");
        assertThatThrownBy(() -> client.push(config.build()))
                .hasMessageContaining("table I.other: not in p4_device_config");
    }

    @Test
    void unknownDevice() {
        assertThatThrownBy(
                        () ->
                                client.stub.getForwardingPipelineConfig(
                                        GetForwardingPipelineConfigRequest.newBuilder()
                                                .setDeviceId(1)
                                                .build()))
                .hasMessageContaining("NOT_FOUND")
                .hasMessageContaining("device_id 1");
    }

    @Test
    void capabilities() {
        assertThat(
                        client.stub
                                .capabilities(CapabilitiesRequest.getDefaultInstance())
                                .getP4RuntimeApiVersion())
                .isEqualTo("1.4.1");
    }

    @Test
    void pipelineFromFiles() throws Exception {
        bench.server().local().loadPipeline(PROGRAM.p4infoText, PROGRAM.json);
        client.insert(PROGRAM.route(0x0a000000, 8, 1));
        assertThatThrownBy(
                        () ->
                                bench.server()
                                        .local()
                                        .loadPipeline("tables { nonsense", PROGRAM.json))
                .isInstanceOf(ProgramException.class)
                .hasMessageStartingWith("p4info: ");
    }

    @Test
    void firstClientFindsThePipelineFromFiles() throws Exception {
        try (RealTimeline timeline = new RealTimeline("files")) {
            Switch device = new Switch(new SwitchConfig("files"), timeline);
            P4RuntimeServer server = new P4RuntimeServer(device, timeline, Client.DEVICE_ID);
            server.local().loadPipeline(PROGRAM.p4infoText, PROGRAM.json);
            server.start("127.0.0.1", 0);
            try (Client first = Client.primary(server.port(), 10)) {
                TableEntry route = PROGRAM.route(0x0a000000, 8, 1);
                first.insert(route);
                assertThat(first.readTable("I.routes")).containsExactly(route);
            } finally {
                server.stop();
            }
        }
    }

    private ForwardingPipelineConfig get(ResponseType type) {
        return client.stub
                .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(Client.DEVICE_ID)
                                .setResponseType(type)
                                .build())
                .getConfig();
    }
}
