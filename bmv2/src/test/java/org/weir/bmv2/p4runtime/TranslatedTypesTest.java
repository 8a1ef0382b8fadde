// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.p4runtime.Program.entity;
import static org.weir.bmv2.p4runtime.Program.number;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.p4runtime.role.WriteObserver;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Action;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOut;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** Types that clients see as strings or as numbers of another width, and enums. */
class TranslatedTypesTest extends ServedTest {

    private static final Program TRANSLATED = Program.TRANSLATED;
    private static final byte[] ARP =
            HexFormat.of().parseHex("ffffffffffff020000000001" + "0806" + "00".repeat(46));

    @Override
    protected Program pushed() {
        return TRANSLATED;
    }

    @Test
    void entriesComeBackInTheClientsWords() {
        TableEntry classify = classify("port2", "blue", 0x123);
        client.insert(classify);
        assertThat(read("I.classes")).isEqualTo(classify);
        TableEntry tagged = tagged("blue", number(0xffffffffL), "port3");
        client.insert(tagged);
        assertThat(read("I.tagged")).isEqualTo(tagged);
        TableEntry prefix =
                TableEntry.newBuilder()
                        .setTableId(TRANSLATED.id("I.prefixes"))
                        .addMatch(
                                FieldMatch.newBuilder()
                                        .setFieldId(1)
                                        .setLpm(
                                                FieldMatch.LPM
                                                        .newBuilder()
                                                        .setValue(number(0x100))
                                                        .setPrefixLen(24)))
                        .setAction(send("4"))
                        .build();
        client.insert(prefix);
        assertThat(read("I.prefixes")).isEqualTo(prefix);
    }

    @Test
    void packetsMeetThem() throws Exception {
        client.insert(classify("port2", "blue", 0x123));
        client.insert(tagged("blue", number(0xffffffffL), "port3"));
        bench.receive(2, ARP);
        assertThat(bench.nextSent(3)).isEqualTo(ARP);
        assertThat(register("I.vrfs").getBitstring().toStringUtf8()).isEqualTo("blue");
        assertThat(register("I.tags").getBitstring()).isEqualTo(number(0x123));
        assertThat(register("I.colours").getEnumValue()).isEqualTo(number(2));
        assertThat(register("I.kinds").getBitstring()).isEqualTo(number(0));
    }

    @Test
    void digestsCarryThem() throws Exception {
        client.write(
                Update.Type.INSERT,
                Entity.newBuilder()
                        .setDigestEntry(
                                DigestEntry.newBuilder()
                                        .setDigestId(TRANSLATED.id("learn_t"))
                                        .setConfig(DigestEntry.Config.getDefaultInstance()))
                        .build());
        client.insert(classify("port2", "blue", 0x123));
        bench.receive(2, ARP);
        StreamMessageResponse message = client.next();
        assertThat(message.getDigest().getData(0).getStruct().getMembersList())
                .containsExactly(
                        P4Data.newBuilder().setBitstring(ByteString.copyFromUtf8("blue")).build(),
                        P4Data.newBuilder().setBitstring(number(0x123)).build(),
                        P4Data.newBuilder().setEnumValue(number(2)).build(),
                        P4Data.newBuilder().setEnum("RIGHT").build(),
                        P4Data.newBuilder().setBool(false).build(),
                        P4Data.newBuilder().setError("NoError").build());
    }

    @Test
    void cpuPortHasOneNumberOnEveryDevice() throws Exception {
        client.send(
                StreamMessageRequest.newBuilder()
                        .setPacket(
                                PacketOut.newBuilder()
                                        .setPayload(ByteString.copyFrom(ARP))
                                        .addMetadata(metadata(number(0xfffffffdL))))
                        .build());
        StreamMessageResponse message = client.next();
        assertThat(message.getPacket().getPayload()).isEqualTo(ByteString.copyFrom(ARP));
        assertThat(message.getPacket().getMetadata(0).getValue()).isEqualTo(number(0xfffffffdL));
    }

    @Test
    void registersAreWrittenInTheClientsWords() {
        Entity vrf =
                register(
                        "I.vrfs",
                        P4Data.newBuilder().setBitstring(ByteString.copyFromUtf8("red")).build());
        client.write(Update.Type.MODIFY, vrf);
        assertThat(client.read(vrf)).containsExactly(vrf);
        Entity colour = register("I.colours", P4Data.newBuilder().setEnumValue(number(1)).build());
        client.write(Update.Type.MODIFY, colour);
        assertThat(client.read(colour)).containsExactly(colour);
        refused(
                Update.Type.MODIFY,
                register("I.colours", P4Data.newBuilder().setBitstring(number(1)).build()),
                Status.Code.INVALID_ARGUMENT,
                "register I.colours, data: must be ENUM_VALUE, but is BITSTRING");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        refused(
                Update.Type.INSERT,
                entity(classify("port9", "blue", 1)),
                Status.Code.INVALID_ARGUMENT,
                "table I.classes, field m.port: no port is called \"port9\"");
        refused(
                Update.Type.INSERT,
                entity(classify("port2", "blue", 0x1000)),
                Status.Code.INVALID_ARGUMENT,
                "action I.classify, parameter tag, in the data plane: 0x1000 does not fit in 12 bits");
        refused(
                Update.Type.INSERT,
                entity(classify("port2", "", 1)),
                Status.Code.INVALID_ARGUMENT,
                "parameter vrf: its 0 bytes are not within 1..256");
        for (int i = 0; i < 15; i++) {
            client.insert(classify(i, "vrf" + i));
        }
        refused(
                Update.Type.MODIFY,
                register("I.vrfs", name("one more")),
                Status.Code.RESOURCE_EXHAUSTED,
                "the 4 bits of type vrf_t hold no more strings");
    }

    @Test
    void whatIsRefusedUsesUpNoNumbers() {
        for (int i = 0; i < 20; i++) {
            refused(
                    Update.Type.INSERT,
                    entity(classify("port2", "wrong" + i, 0x1000)),
                    Status.Code.INVALID_ARGUMENT,
                    "does not fit in 12 bits");
            refused(
                    Update.Type.MODIFY,
                    entity(classify("port2", "absent" + i, 1)),
                    Status.Code.NOT_FOUND,
                    "no entry matches");
            Update right =
                    Client.update(Update.Type.INSERT, entity(classify("port2", "taken" + i, 1)));
            Update wrong = Client.update(Update.Type.MODIFY, register("I.vrfs", name("")));
            assertThat(client.failingWrite(WriteRequest.Atomicity.ROLLBACK_ON_ERROR, right, wrong))
                    .hasSize(2);
            assertThat(client.readEntries(tagged("unknown" + i, number(0xfff), "port1"))).isEmpty();
        }
        // All 15 numbers are there, and the one update of a batch that is right keeps its own.
        Update right = Client.update(Update.Type.INSERT, entity(classify("port2", "kept", 1)));
        Update wrong = Client.update(Update.Type.MODIFY, register("I.vrfs", name("")));
        client.failingWrite(WriteRequest.Atomicity.CONTINUE_ON_ERROR, wrong, right);
        for (int i = 0; i < 14; i++) {
            client.insert(classify(i, "vrf" + i));
        }
        assertThat(client.readEntries(classify("port2", "kept", 1)))
                .containsExactly(classify("port2", "kept", 1));
        refused(
                Update.Type.MODIFY,
                register("I.vrfs", name("one more")),
                Status.Code.RESOURCE_EXHAUSTED,
                "the 4 bits of type vrf_t hold no more strings");
    }

    /** The type has 15 numbers. */
    @Test
    void numbersOfStringsThatNothingHoldsAreGivenBack() {
        client.insert(classify(1, "entry"));
        client.write(Update.Type.MODIFY, register("I.vrfs", name("register")));
        for (int i = 0; i < 40; i++) {
            client.insert(classify("port2", "inserted" + i, 1));
            client.write(Update.Type.MODIFY, entity(classify("port2", "modified" + i, 1)));
            assertThat(client.readEntries(tagged("unknown" + i, number(0xfff), "port1"))).isEmpty();
            client.write(Update.Type.DELETE, entity(classify("port2", "modified" + i, 1)));
        }
        assertThat(client.readEntries(classify(1, "entry"))).containsExactly(classify(1, "entry"));
        assertThat(register("I.vrfs")).isEqualTo(name("register"));
        client.insert(tagged("blue", number(0xffffffffL), "port3"));
        for (int i = 2; i < 14; i++) {
            client.insert(classify(i, "vrf" + i));
        }
        refused(
                Update.Type.INSERT,
                entity(classify(14, "one more")),
                Status.Code.RESOURCE_EXHAUSTED,
                "the 4 bits of type vrf_t hold no more strings");
    }

    /** The type has 15 numbers, of which all are taken. */
    @Test
    void aBatchUsesTheNumbersThatItsDeletesGiveBack() {
        takeAllNumbers();
        client.write(
                WriteRequest.Atomicity.CONTINUE_ON_ERROR,
                Client.update(Update.Type.DELETE, entity(classify(1, "vrf1"))),
                Client.update(Update.Type.INSERT, entity(classify(1, "next1"))),
                Client.update(Update.Type.DELETE, entity(classify(2, "vrf2"))),
                Client.update(Update.Type.INSERT, entity(classify(2, "next2"))));
        assertThat(client.readEntries(key(1))).containsExactly(classify(1, "next1"));
        assertThat(client.readEntries(key(2))).containsExactly(classify(2, "next2"));
        Update tooEarly = Client.update(Update.Type.INSERT, entity(classify(16, "next3")));
        Update delete = Client.update(Update.Type.DELETE, entity(classify(3, "vrf3")));
        assertThat(client.failingWrite(WriteRequest.Atomicity.CONTINUE_ON_ERROR, tooEarly, delete))
                .extracting(P4RuntimeOuterClass.Error::getCanonicalCode)
                .containsExactly(Status.Code.RESOURCE_EXHAUSTED.value(), Status.Code.OK.value());
    }

    /** A switch with drivers answers each reading of a table in its own time. */
    @Test
    void aBatchReadsTheSwitchOnceForItsNumbers() throws Exception {
        stop();
        TableReads reads = new TableReads();
        bench = new Bench(WriteObserver.NONE, reads::count);
        client = Client.primary(bench.port(), 10);
        client.push(pushed().config(1));
        takeAllNumbers();
        List<Update> batch = new ArrayList<>();
        batch.add(Client.update(Update.Type.DELETE, entity(classify(15, "vrf15"))));
        for (int i = 1; i <= 14; i++) {
            batch.add(Client.update(Update.Type.DELETE, entity(classify(i, "vrf" + i))));
            batch.add(Client.update(Update.Type.INSERT, entity(classify(i, "next" + i))));
            batch.add(Client.update(Update.Type.MODIFY, entity(classify(i, "last" + i))));
        }
        reads.count = 0;

        client.write(WriteRequest.Atomicity.CONTINUE_ON_ERROR, batch.toArray(new Update[0]));

        assertThat(reads.count).isEqualTo(1);
        for (int i = 1; i <= 14; i++) {
            assertThat(client.readEntries(key(i))).containsExactly(classify(i, "last" + i));
        }
        client.insert(classify(15, "one"));
        refused(
                Update.Type.INSERT,
                entity(classify(16, "more")),
                Status.Code.RESOURCE_EXHAUSTED,
                "the 4 bits of type vrf_t hold no more strings");
    }

    /** Counts the readings of all entries of a table. */
    private static final class TableReads {

        private volatile int count;

        SwitchControl count(SwitchControl control) {
            return counted(SwitchControl.class, control);
        }

        private <T> T counted(Class<T> type, T target) {
            return type.cast(
                    Proxy.newProxyInstance(
                            type.getClassLoader(),
                            new Class<?>[] {type},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("entries")
                                        && ((TableControl) target).name().equals("I.classes")) {
                                    count++;
                                }
                                try {
                                    return between(method.invoke(target, arguments));
                                } catch (InvocationTargetException e) {
                                    throw e.getCause();
                                }
                            }));
        }

        private Object between(Object answer) {
            if (answer instanceof Optional<?> found
                    && found.isPresent()
                    && found.get() instanceof TableControl table) {
                return Optional.of(counted(TableControl.class, table));
            }
            return answer;
        }
    }

    @Test
    void aBatchThatIsTakenBackLeavesStringsTheirNumbers() {
        takeAllNumbers();
        Update delete = Client.update(Update.Type.DELETE, entity(classify(1, "vrf1")));
        Update insert = Client.update(Update.Type.INSERT, entity(classify(1, "next")));
        Update again = Client.update(Update.Type.INSERT, entity(classify(2, "vrf2")));
        for (WriteRequest.Atomicity atomicity :
                List.of(
                        WriteRequest.Atomicity.ROLLBACK_ON_ERROR,
                        WriteRequest.Atomicity.DATAPLANE_ATOMIC)) {
            assertThat(client.failingWrite(atomicity, delete, insert, again))
                    .extracting(P4RuntimeOuterClass.Error::getCanonicalCode)
                    .containsExactly(
                            Status.Code.ABORTED.value(),
                            Status.Code.ABORTED.value(),
                            Status.Code.ALREADY_EXISTS.value());
            for (int i = 1; i <= 15; i++) {
                assertThat(client.readEntries(key(i))).containsExactly(classify(i, "vrf" + i));
            }
            client.write(atomicity, delete, insert);
            assertThat(client.readEntries(key(1))).containsExactly(classify(1, "next"));
            client.write(
                    atomicity,
                    Client.update(Update.Type.DELETE, entity(classify(1, "next"))),
                    Client.update(Update.Type.INSERT, entity(classify(1, "vrf1"))));
        }
    }

    private static TableEntry key(int type) {
        return classify(type, "any").toBuilder().clearAction().build();
    }

    private void takeAllNumbers() {
        for (int i = 1; i <= 15; i++) {
            client.insert(classify(i, "vrf" + i));
        }
    }

    private TableEntry read(String table) {
        return client.readEntries(TableEntry.newBuilder().setTableId(TRANSLATED.id(table)).build())
                .get(0);
    }

    private P4Data register(String name) {
        return client.read(register(name, P4Data.getDefaultInstance()))
                .get(0)
                .getRegisterEntry()
                .getData();
    }

    private static Entity register(String name, P4Data data) {
        return Entity.newBuilder()
                .setRegisterEntry(
                        RegisterEntry.newBuilder()
                                .setRegisterId(TRANSLATED.id(name))
                                .setIndex(Index.newBuilder().setIndex(0))
                                .setData(data))
                .build();
    }

    private static P4Data name(String name) {
        return P4Data.newBuilder().setBitstring(ByteString.copyFromUtf8(name)).build();
    }

    /** An entry for another type of frame than ARP's. */
    private static TableEntry classify(int type, String vrf) {
        return classify("port2", vrf, 1).toBuilder().setMatch(1, exact(2, number(type))).build();
    }

    private static TableEntry classify(String port, String vrf, long tag) {
        return TableEntry.newBuilder()
                .setTableId(TRANSLATED.id("I.classes"))
                .addMatch(exact(1, ByteString.copyFromUtf8(port)))
                .addMatch(exact(2, number(0x806)))
                .setAction(
                        TableAction.newBuilder()
                                .setAction(
                                        Action.newBuilder()
                                                .setActionId(TRANSLATED.id("I.classify"))
                                                .addParams(param(1, ByteString.copyFromUtf8(vrf)))
                                                .addParams(param(2, number(tag)))
                                                .addParams(param(3, number(2)))))
                .build();
    }

    /** An entry that takes tag 0x123 under a mask. */
    private static TableEntry tagged(String vrf, ByteString mask, String port) {
        return TableEntry.newBuilder()
                .setTableId(TRANSLATED.id("I.tagged"))
                .addMatch(
                        FieldMatch.newBuilder()
                                .setFieldId(1)
                                .setOptional(
                                        FieldMatch.Optional.newBuilder()
                                                .setValue(ByteString.copyFromUtf8(vrf))))
                .addMatch(
                        FieldMatch.newBuilder()
                                .setFieldId(2)
                                .setTernary(
                                        FieldMatch.Ternary.newBuilder()
                                                .setValue(number(0x123))
                                                .setMask(mask)))
                .addMatch(exact(3, number(2)))
                .setPriority(1)
                .setAction(send(port))
                .build();
    }

    private static TableAction send(String port) {
        return TableAction.newBuilder()
                .setAction(
                        Action.newBuilder()
                                .setActionId(TRANSLATED.id("I.send"))
                                .addParams(param(1, ByteString.copyFromUtf8(port))))
                .build();
    }

    private static Action.Param param(int id, ByteString value) {
        return Action.Param.newBuilder().setParamId(id).setValue(value).build();
    }

    private static FieldMatch exact(int field, ByteString value) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setExact(FieldMatch.Exact.newBuilder().setValue(value))
                .build();
    }

    private static PacketMetadata metadata(ByteString value) {
        return PacketMetadata.newBuilder().setMetadataId(1).setValue(value).build();
    }
}
