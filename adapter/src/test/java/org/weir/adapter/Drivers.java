// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.proto.BfRuntimeGrpc;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.Error;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigRequest;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigResponse;
import org.weir.tofino.bfrt.proto.KeyField;
import org.weir.tofino.bfrt.proto.ReadRequest;
import org.weir.tofino.bfrt.proto.ReadResponse;
import org.weir.tofino.bfrt.proto.StreamMessageRequest;
import org.weir.tofino.bfrt.proto.StreamMessageResponse;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.TableKey;
import org.weir.tofino.bfrt.proto.Update;
import org.weir.tofino.bfrt.proto.WriteRequest;
import org.weir.tofino.bfrt.proto.WriteResponse;

/**
 * A BF Runtime server over gRPC that runs a program of Weir for Tofino: it has the program's tables
 * by its bf-rt.json, and stores entries. It refuses keys whose fields it does not know or that are
 * not as wide as described, entries that are there (INSERT) or not (MODIFY, DELETE), and unknown
 * actions. A read without a key gives all entries and then the default entry. As Intel's drivers
 * do, it keeps no values of parameters that the program does not use.
 */
final class Drivers implements AutoCloseable {

    private static final Path PROGRAMS = Path.of("../pipelines/compiled/onos/tna");
    private static final int INVALID_ARGUMENT = 3;
    private static final int NOT_FOUND = 5;
    private static final int ALREADY_EXISTS = 6;

    /** Parameters of which Intel's drivers 9.13.4 tell 0, whatever was written. */
    private static final Set<String> UNUSED = Set.of("round_packets", "weight_packets");

    private final String program;
    private final ByteString programInfo;
    private final ByteString fixedInfo;
    private final Map<Integer, JsonNode> tables = new HashMap<>();
    private final Map<Integer, Map<TableKey, TableData>> entries = new HashMap<>();
    private final Map<Integer, TableData> defaults = new HashMap<>();
    private final Server server;
    private int reads;
    private int syncs;

    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int code;

        Refused(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    /** Folder of the compiled files of a program. */
    static Path folder(String asic, String program) {
        return PROGRAMS.resolve(asic).resolve(program);
    }

    /**
     * A server.
     *
     * @param port TCP port, 0 for a free one
     * @param program name of the program that it runs, {@code weir} or {@code weir_abc}
     */
    Drivers(int port, String program) throws IOException {
        this.program = program;
        programInfo =
                ByteString.copyFrom(
                        Files.readAllBytes(folder("tofino", program).resolve("bf-rt.json")));
        try (InputStream in = Drivers.class.getResourceAsStream("/fixed-tables.json")) {
            fixedInfo = ByteString.readFrom(in);
        }
        for (ByteString json : new ByteString[] {programInfo, fixedInfo}) {
            for (JsonNode table : new ObjectMapper().readTree(json.toByteArray()).get("tables")) {
                tables.put((int) table.get("id").longValue(), table);
            }
        }
        for (int number : new int[] {1, 2, 64, 68}) {
            entries("$PORT").put(key(number, 4), port(number, "BF_SPEED_10G", false, true));
            entries("$pre.port").put(key(number, 4), TableData.getDefaultInstance());
            entries("tf1.pktgen.port_cfg").put(key(number, 4), TableData.getDefaultInstance());
        }
        server =
                NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
                        .addService(new Service())
                        .build()
                        .start();
    }

    int port() {
        return server.getPort();
    }

    BfRtAddress address() {
        return new BfRtAddress("127.0.0.1", port(), 0, 77);
    }

    /** Read requests so far. */
    synchronized int reads() {
        return reads;
    }

    /** Requests to read all counters of a table from the ASIC so far. */
    synchronized int syncs() {
        return syncs;
    }

    /** Entries of a table. */
    synchronized Map<TableKey, TableData> entries(String name) {
        return entries.computeIfAbsent(id(name), table -> new LinkedHashMap<>());
    }

    /** Gives a counter a value, in two pipes. */
    synchronized void count(String counter, int index, long packets) {
        TableData.Builder data = TableData.newBuilder();
        int field = field(counter, "$COUNTER_SPEC_PKTS");
        for (int pipe = 0; pipe < 2; pipe++) {
            data.addFieldsBuilder().setFieldId(field).setStream(bytes(packets, 8));
        }
        TableKey.Builder key = TableKey.newBuilder();
        key.addFieldsBuilder()
                .setFieldId(tables.get(id(counter)).get("key").get(0).get("id").intValue())
                .getExactBuilder()
                .setValue(bytes(index, 4));
        entries(counter).put(key.build(), data.build());
    }

    /** Gives a port a state. */
    synchronized void setPort(int number, String speed, boolean up) {
        entries("$PORT").put(key(number, 4), port(number, speed, true, up));
    }

    private int id(String name) {
        return tables.entrySet().stream()
                .filter(table -> table.getValue().get("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** Id of a data field that all entries of a table have. */
    int field(String table, String field) {
        for (JsonNode data : tables.get(id(table)).get("data")) {
            if (data.get("singleton").get("name").asText().equals(field)) {
                return data.get("singleton").get("id").intValue();
            }
        }
        throw new IllegalArgumentException(field);
    }

    static TableKey key(long value, int bytes) {
        TableKey.Builder key = TableKey.newBuilder();
        key.addFieldsBuilder().setFieldId(1).getExactBuilder().setValue(bytes(value, bytes));
        return key.build();
    }

    /** The dev_ports that are enabled. */
    synchronized List<Integer> enabledPorts() {
        int enable = field("$PORT", "$PORT_ENABLE");
        List<Integer> enabled = new ArrayList<>();
        for (int number : new int[] {1, 2}) {
            if (entries("$PORT").get(key(number, 4)).getFieldsList().stream()
                    .anyMatch(field -> field.getFieldId() == enable && field.getBoolVal())) {
                enabled.add(number);
            }
        }
        return enabled;
    }

    private static TableData port(int number, String speed, boolean enabled, boolean up) {
        TableData.Builder data = TableData.newBuilder();
        data.addFieldsBuilder().setFieldId(1).setStrVal(speed);
        data.addFieldsBuilder().setFieldId(2).setBoolVal(enabled);
        data.addFieldsBuilder().setFieldId(3).setBoolVal(up);
        data.addFieldsBuilder().setFieldId(4).setStrVal(number + "/0");
        return data.build();
    }

    private static ByteString bytes(long value, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[count - 1 - i] = (byte) (value >> 8 * i);
        }
        return ByteString.copyFrom(bytes);
    }

    private synchronized void write(Update update) throws Refused {
        if (update.getEntity().hasTableOperation()) {
            syncs++;
            return;
        }
        TableEntry entry = update.getEntity().getTableEntry();
        JsonNode table = tables.get(entry.getTableId());
        String name = table.get("name").asText();
        Map<TableKey, TableData> all = entries(name);
        if (entry.getIsDefaultEntry()) {
            if (table.path("has_const_default_action").asBoolean()) {
                throw new Refused(INVALID_ARGUMENT, "Default entry is const table:" + name);
            }
            if (update.getType() == Update.Type.DELETE) {
                defaults.remove(entry.getTableId());
            } else {
                defaults.put(entry.getTableId(), entry.getData());
            }
            return;
        }
        if (update.getType() == Update.Type.DELETE && !entry.hasKey()) {
            all.clear();
            return;
        }
        check(table, entry.getKey());
        boolean there =
                all.containsKey(entry.getKey())
                        || table.get("table_type").asText().equals("Counter");
        if (there && update.getType() == Update.Type.INSERT) {
            throw new Refused(ALREADY_EXISTS, "Table Add failed table:" + name);
        }
        if (!there && update.getType() != Update.Type.INSERT) {
            throw new Refused(NOT_FOUND, "Object not found table:" + name);
        }
        if (update.getType() == Update.Type.DELETE) {
            all.remove(entry.getKey());
        } else {
            checkAction(table, entry.getData());
            all.put(entry.getKey(), merged(all.get(entry.getKey()), kept(table, entry.getData())));
        }
    }

    /** The data without the values of parameters that the program does not use. */
    private static TableData kept(JsonNode table, TableData data) {
        TableData.Builder kept = data.toBuilder();
        for (JsonNode action : table.path("action_specs")) {
            for (JsonNode parameter : action.path("data")) {
                if (action.get("id").longValue() == data.getActionId()
                        && UNUSED.contains(parameter.get("name").asText())) {
                    kept.getFieldsBuilderList().stream()
                            .filter(field -> field.getFieldId() == parameter.get("id").intValue())
                            .forEach(field -> field.setStream(bytes(0, field.getStream().size())));
                }
            }
        }
        return kept.build();
    }

    /** Fields that a modification does not name stay. */
    private static TableData merged(TableData before, TableData data) {
        if (before == null || before.getActionId() != data.getActionId()) {
            return data;
        }
        TableData.Builder merged = data.toBuilder();
        for (DataField field : before.getFieldsList()) {
            if (data.getFieldsList().stream()
                    .noneMatch(one -> one.getFieldId() == field.getFieldId())) {
                merged.addFields(field);
            }
        }
        return merged.build();
    }

    private static void check(JsonNode table, TableKey key) throws Refused {
        if (key.getFieldsCount() != table.get("key").size()) {
            throw new Refused(INVALID_ARGUMENT, "fields of key");
        }
        for (KeyField field : key.getFieldsList()) {
            JsonNode described = null;
            for (JsonNode each : table.get("key")) {
                described = each.get("id").intValue() == field.getFieldId() ? each : described;
            }
            String type = described == null ? "none" : described.get("match_type").asText();
            ByteString value =
                    switch (type) {
                        case "Exact" -> field.getExact().getValue();
                        case "LPM" -> field.getLpm().getValue();
                        case "Range" -> field.getRange().getLow();
                        case "Ternary" -> field.getTernary().getMask();
                        default -> throw new Refused(INVALID_ARGUMENT, "match type " + type);
                    };
            JsonNode width = described.get("type");
            int bits =
                    width.has("width")
                            ? width.get("width").intValue()
                            : Integer.parseInt(width.get("type").asText().substring(4));
            if (value.size() != (bits + 7) / 8) {
                throw new Refused(INVALID_ARGUMENT, "width of " + described.get("name"));
            }
        }
    }

    private static void checkAction(JsonNode table, TableData data) throws Refused {
        boolean found = !table.has("action_specs") && data.getActionId() == 0;
        for (JsonNode action : table.path("action_specs")) {
            found |= action.get("id").intValue() == data.getActionId();
        }
        if (!found) {
            throw new Refused(NOT_FOUND, "action");
        }
    }

    private synchronized void read(TableEntry asked, ReadResponse.Builder answer) throws Refused {
        JsonNode table = tables.get(asked.getTableId());
        Map<TableKey, TableData> all = entries(table.get("name").asText());
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(asked.getTableId());
        if (asked.hasKey()) {
            TableData data = all.get(asked.getKey());
            if (data == null && table.get("table_type").asText().equals("Counter")) {
                data = TableData.getDefaultInstance();
            }
            if (data == null) {
                throw new Refused(NOT_FOUND, "Entry not found in table:" + table.get("name"));
            }
            answer.addEntitiesBuilder().setTableEntry(entry.setKey(asked.getKey()).setData(data));
            return;
        }
        if (!asked.getIsDefaultEntry()) {
            all.forEach(
                    (key, data) ->
                            answer.addEntitiesBuilder()
                                    .setTableEntry(entry.clone().setKey(key).setData(data)));
        }
        if (table.has("action_specs") && defaults.containsKey(asked.getTableId())) {
            answer.addEntitiesBuilder()
                    .setTableEntry(
                            entry.clone()
                                    .setIsDefaultEntry(true)
                                    .setData(defaults.get(asked.getTableId())));
        }
    }

    private static StatusRuntimeException status(Refused refused) {
        return StatusProto.toStatusRuntimeException(
                com.google.rpc.Status.newBuilder()
                        .setCode(2)
                        .addDetails(
                                Any.pack(
                                        Error.newBuilder()
                                                .setCanonicalCode(refused.code)
                                                .setMessage(refused.getMessage())
                                                .build()))
                        .build());
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Service extends BfRuntimeGrpc.BfRuntimeImplBase {

        @Override
        public StreamObserver<StreamMessageRequest> streamChannel(
                StreamObserver<StreamMessageResponse> answers) {
            return new StreamObserver<>() {
                @Override
                public void onNext(StreamMessageRequest message) {
                    answers.onNext(
                            StreamMessageResponse.newBuilder()
                                    .setSubscribe(message.getSubscribe())
                                    .build());
                }

                @Override
                public void onError(Throwable error) {}

                @Override
                public void onCompleted() {
                    answers.onCompleted();
                }
            };
        }

        @Override
        public void getForwardingPipelineConfig(
                GetForwardingPipelineConfigRequest request,
                StreamObserver<GetForwardingPipelineConfigResponse> answers) {
            GetForwardingPipelineConfigResponse.Builder answer =
                    GetForwardingPipelineConfigResponse.newBuilder();
            answer.addConfigBuilder().setP4Name(program).setBfruntimeInfo(programInfo);
            answer.getNonP4ConfigBuilder().setBfruntimeInfo(fixedInfo);
            answers.onNext(answer.build());
            answers.onCompleted();
        }

        @Override
        public void write(WriteRequest request, StreamObserver<WriteResponse> answers) {
            try {
                for (Update update : request.getUpdatesList()) {
                    Drivers.this.write(update);
                }
                answers.onNext(WriteResponse.getDefaultInstance());
                answers.onCompleted();
            } catch (Refused refused) {
                answers.onError(status(refused));
            }
        }

        @Override
        public void read(ReadRequest request, StreamObserver<ReadResponse> answers) {
            ReadResponse.Builder answer = ReadResponse.newBuilder();
            try {
                synchronized (Drivers.this) {
                    reads++;
                    for (org.weir.tofino.bfrt.proto.Entity each : request.getEntitiesList()) {
                        Drivers.this.read(each.getTableEntry(), answer);
                    }
                }
                answers.onNext(answer.build());
                answers.onCompleted();
            } catch (Refused refused) {
                answers.onError(status(refused));
            }
        }
    }
}
