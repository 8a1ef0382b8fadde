// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.weir.bmv2.p4runtime.PipelineRules;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Action;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionRef;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Counter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MatchField;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Table;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.rpc.RequestException;
import org.weir.tofino.bfrt.BfRtInfo;
import org.weir.tofino.bfrt.FieldInfo;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.ForwardingPipelineConfig;

/**
 * Accepts the program that the drivers run, and no other. {@code p4_device_config} is Stratum's
 * BfPipelineConfig, whose fields BF Runtime's ForwardingPipelineConfig has under the same numbers.
 * The parts that the drivers do not tell are not compared.
 */
final class DriverPipelineRules implements PipelineRules {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ForwardingPipelineConfig running;
    private final BfRtInfo info;

    /**
     * Rules of a switch.
     *
     * @param running the program that it runs
     * @param info all its tables
     */
    DriverPipelineRules(ForwardingPipelineConfig running, BfRtInfo info) {
        this.running = running;
        this.info = info;
    }

    @Override
    public Program read(P4RuntimeOuterClass.ForwardingPipelineConfig config) {
        ForwardingPipelineConfig given;
        try {
            given = ForwardingPipelineConfig.parseFrom(config.getP4DeviceConfig());
        } catch (InvalidProtocolBufferException e) {
            throw refused("it is no BfPipelineConfig (bf-rt.json, context.json and binary)");
        }
        if (given.getBfruntimeInfo().isEmpty()) {
            throw refused("it is no BfPipelineConfig: bfruntime_info is missing");
        }
        requireSameTables(given.getBfruntimeInfo());
        if (given.getProfilesCount() > 0 && running.getProfilesCount() > 0) {
            requireSame(
                    "profiles[0].binary",
                    given.getProfiles(0).getBinary(),
                    running.getProfiles(0).getBinary());
            requireSame(
                    "profiles[0].context",
                    given.getProfiles(0).getContext(),
                    running.getProfiles(0).getContext());
        }
        return Program.UNKNOWN;
    }

    private void requireSame(String field, ByteString given, ByteString runs) {
        if (!given.isEmpty() && !runs.isEmpty() && !given.equals(runs)) {
            throw refused(field + " is another than that of the program which the switch runs");
        }
    }

    private void requireSameTables(ByteString given) {
        Map<String, JsonNode> wanted = tables(given, "the given bfruntime_info");
        Map<String, JsonNode> present =
                tables(running.getBfruntimeInfo(), "the switch's bf-rt.json");
        for (Map.Entry<String, JsonNode> table : wanted.entrySet()) {
            JsonNode other = present.get(table.getKey());
            if (other == null) {
                throw refused(
                        "bfruntime_info: the switch runs "
                                + (running.getP4Name().isEmpty()
                                        ? "no program"
                                        : "program " + running.getP4Name())
                                + ", which has no table "
                                + table.getKey());
            }
            for (String part : List.of("id", "key", "action_specs", "data")) {
                if (!table.getValue().path(part).equals(other.path(part))) {
                    throw refused(
                            "bfruntime_info: table "
                                    + table.getKey()
                                    + ": its "
                                    + part
                                    + " is another in the program that the switch runs");
                }
            }
        }
    }

    private static Map<String, JsonNode> tables(ByteString json, String what) {
        Map<String, JsonNode> tables = new TreeMap<>();
        if (json.isEmpty()) {
            return tables;
        }
        try {
            for (JsonNode table : JSON.readTree(json.toByteArray()).path("tables")) {
                // Snapshots differ between builds of one program.
                if (!table.path("table_type").asText().startsWith("Snapshot")
                        && !table.path("name").asText().startsWith("snapshot")) {
                    tables.put(table.path("name").asText(), table);
                }
            }
        } catch (IOException e) {
            throw refused(what + " is no JSON: " + e.getMessage());
        }
        return tables;
    }

    private static RequestException refused(String why) {
        return RequestException.invalid("config, p4_device_config: " + why);
    }

    @Override
    public void check(P4InfoIndex index) {
        Map<Integer, Action> actions =
                index.p4info().getActionsList().stream()
                        .collect(Collectors.toMap(a -> a.getPreamble().getId(), a -> a));
        for (Table table : index.p4info().getTablesList()) {
            String name = table.getPreamble().getName();
            TableInfo there = table("table " + name, name);
            List<FieldInfo> fields = EntryCodec.fields(there);
            requireNames(
                    "table " + name + ": key",
                    table.getMatchFieldsList().stream().map(MatchField::getName).toList(),
                    fields.stream().map(FieldInfo::name).toList());
            for (int i = 0; i < fields.size(); i++) {
                MatchField field = table.getMatchFields(i);
                requireBits(
                        "table " + name + ", field " + field.getName(),
                        field.getBitwidth(),
                        fields.get(i));
            }
            for (ActionRef ref : table.getActionRefsList()) {
                check("table " + name, actions.get(ref.getId()), there);
            }
        }
        for (Counter counter : index.p4info().getCountersList()) {
            String name = counter.getPreamble().getName();
            TableInfo there = table("counter " + name, name);
            if (there.size() != counter.getSize()) {
                throw mismatch(
                        "counter "
                                + name
                                + ": size "
                                + counter.getSize()
                                + ", but "
                                + there.size()
                                + " in the program that the switch runs");
            }
        }
    }

    private static void check(String what, Action action, TableInfo table) {
        String name = action.getPreamble().getName();
        if (!table.actions().contains(name)) {
            throw mismatch(what + ": action " + name + ": the switch's table has none of it");
        }
        List<FieldInfo> fields = table.actionFields(name);
        requireNames(
                what + ", action " + name + ": parameters",
                action.getParamsList().stream().map(Action.Param::getName).toList(),
                fields.stream().map(FieldInfo::name).toList());
        for (int i = 0; i < fields.size(); i++) {
            Action.Param param = action.getParams(i);
            requireBits(
                    what + ", action " + name + ", parameter " + param.getName(),
                    param.getBitwidth(),
                    fields.get(i));
        }
    }

    private TableInfo table(String what, String name) {
        if (!info.hasTable("pipe." + name)) {
            throw mismatch(what + ": not in the program that the switch runs");
        }
        return info.table("pipe." + name);
    }

    private static void requireNames(String what, List<String> given, List<String> runs) {
        if (!given.equals(runs)) {
            throw mismatch(what + " " + given + ", but " + runs + " on the switch");
        }
    }

    private static void requireBits(String what, int bits, FieldInfo field) {
        if (bits != field.widthBits()) {
            throw mismatch(
                    what + ": " + bits + " bits, but " + field.widthBits() + " on the switch");
        }
    }

    private static RequestException mismatch(String message) {
        return RequestException.invalid("config, p4info: " + message);
    }
}
