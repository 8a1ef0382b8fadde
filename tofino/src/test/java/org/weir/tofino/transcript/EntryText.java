// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.KeyField;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.TargetDevice;

/**
 * Entries of BF Runtime as JSON and back, by the names in descriptions of tables (bf-rt.json).
 * Nothing is checked, so wrong requests can be written, too: a table, a field or an action without
 * a description is {@code #} and its id, a value of another width than described is {@code 0x} and
 * its bytes.
 */
final class EntryText {
    /** Stands for every pipe, direction or parser. */
    private static final int EVERY_PIPE = 0xFFFF;

    private static final int EVERY = 0xFF;

    /** Begins the name of what has no description. */
    static final String ID = "#";

    private static final String BYTES = "0x";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Long, JsonNode> tables = new LinkedHashMap<>();

    /**
     * Names of tables.
     *
     * @param documents contents of bf-rt.json files
     */
    EntryText(List<byte[]> documents) {
        try {
            for (byte[] document : documents) {
                for (JsonNode table : JSON.readTree(document).path("tables")) {
                    tables.put(table.get("id").longValue(), table);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An entry with its key and data. */
    ObjectNode text(TableEntry entry) {
        JsonNode table =
                tables.getOrDefault(
                        Integer.toUnsignedLong(entry.getTableId()), JSON.createObjectNode());
        ObjectNode text = JSON.createObjectNode();
        text.put(
                "table",
                table.path("name").asText(ID + Integer.toUnsignedLong(entry.getTableId())));
        if (entry.hasEntryTgt() && entry.getEntryTgt().getPipeId() != EVERY_PIPE) {
            text.put("pipe", entry.getEntryTgt().getPipeId());
        }
        if (entry.getIsDefaultEntry()) {
            text.put("default", true);
        }
        if (entry.getTableFlags().getFromHw()) {
            text.put("fromHw", true);
        }
        if (entry.hasKey()) {
            ObjectNode key = text.putObject("key");
            for (KeyField field : entry.getKey().getFieldsList()) {
                JsonNode described = described(List.of(table.path("key")), field.getFieldId());
                put(key, name(described, field.getFieldId()), described, field.getExact());
            }
        }
        if (entry.hasData()) {
            data(text, table, entry.getData());
        }
        return text;
    }

    private static void put(ObjectNode key, String name, JsonNode described, KeyField.Exact exact) {
        key.set(name, stream(described, exact.getValue()));
    }

    private static void data(ObjectNode text, JsonNode table, TableData data) {
        List<JsonNode> fields = new ArrayList<>(List.of(table.path("data")));
        if (data.getActionId() != 0) {
            JsonNode action = described(List.of(table.path("action_specs")), data.getActionId());
            text.put("action", name(action, data.getActionId()));
            fields.add(action.path("data"));
        }
        ObjectNode values = text.putObject("data");
        for (DataField field : data.getFieldsList()) {
            JsonNode described = described(fields, field.getFieldId());
            values.set(name(described, field.getFieldId()), value(described, field));
        }
    }

    private static JsonNode value(JsonNode described, DataField field) {
        switch (field.getValueCase()) {
            case BOOL_VAL:
                return JSON.getNodeFactory().booleanNode(field.getBoolVal());
            case STR_VAL:
                return JSON.getNodeFactory().textNode(field.getStrVal());
            case FLOAT_VAL:
                return JSON.getNodeFactory().numberNode(field.getFloatVal());
            case INT_ARR_VAL:
                ArrayNode numbers = JSON.createArrayNode();
                field.getIntArrVal().getValList().forEach(one -> numbers.add(one & 0xFFFFFFFFL));
                return numbers;
            default:
                return stream(described, field.getStream());
        }
    }

    private static JsonNode stream(JsonNode described, ByteString bytes) {
        String type = described.path("type").path("type").asText();
        if (type.equals("string")) {
            return JSON.getNodeFactory().textNode(bytes.toStringUtf8());
        }
        BigInteger number = new BigInteger(1, bytes.toByteArray());
        return bytes.size() == widthBytes(type)
                ? JSON.getNodeFactory().numberNode(number)
                : JSON.getNodeFactory()
                        .textNode(BYTES + String.format("%0" + 2 * bytes.size() + "x", number));
    }

    private static int widthBytes(String type) {
        String digits = type.replaceAll("[^0-9]", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits) / Byte.SIZE;
    }

    /** The description of the field with an id; empty if there is none. */
    private static JsonNode described(List<JsonNode> lists, int id) {
        return find(lists, one -> one.path("id").asInt() == id);
    }

    private static JsonNode named(List<JsonNode> lists, String name) {
        if (name.startsWith(ID)) {
            return JSON.createObjectNode().put("id", Integer.parseInt(name.substring(1)));
        }
        JsonNode found = find(lists, one -> one.path("name").asText().equals(name));
        if (!found.has("id")) {
            throw new IllegalArgumentException(name + ": no such name in the table's description");
        }
        return found;
    }

    private static JsonNode find(
            List<JsonNode> lists, java.util.function.Predicate<JsonNode> wanted) {
        for (JsonNode list : lists) {
            for (JsonNode each : list) {
                JsonNode one = each.has("singleton") ? each.get("singleton") : each;
                if (wanted.test(one)) {
                    return one;
                }
            }
        }
        return JSON.createObjectNode();
    }

    private static String name(JsonNode described, int id) {
        return described.path("name").asText(ID + id);
    }

    /** The entry of a text that {@link #text} gave, or that was written by hand. */
    TableEntry entry(JsonNode text) {
        JsonNode table = table(text.get("table").asText());
        TableEntry.Builder entry =
                TableEntry.newBuilder()
                        .setTableId((int) table.get("id").longValue())
                        .setEntryTgt(target(text.path("pipe").asInt(EVERY_PIPE)))
                        .setIsDefaultEntry(text.path("default").asBoolean());
        entry.getTableFlagsBuilder().setFromHw(text.path("fromHw").asBoolean());
        if (text.has("key")) {
            entry.getKeyBuilder();
            text.get("key")
                    .fields()
                    .forEachRemaining(
                            field -> {
                                JsonNode described =
                                        named(List.of(table.path("key")), field.getKey());
                                entry.getKeyBuilder()
                                        .addFieldsBuilder()
                                        .setFieldId(described.get("id").asInt())
                                        .getExactBuilder()
                                        .setValue(bytes(described, field.getValue()));
                            });
        }
        if (text.has("data")) {
            data(entry.getDataBuilder(), table, text);
        }
        return entry.build();
    }

    /** All of a switch, or one pipe of it. */
    static TargetDevice.Builder target(int pipe) {
        return TargetDevice.newBuilder().setPipeId(pipe).setDirection(EVERY).setPrsrId(EVERY);
    }

    static TargetDevice.Builder wholeTarget() {
        return target(EVERY_PIPE);
    }

    private JsonNode table(String name) {
        if (name.startsWith(ID)) {
            return JSON.createObjectNode().put("id", Long.parseLong(name.substring(1)));
        }
        return tables.values().stream()
                .filter(one -> one.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + ": no such table"));
    }

    private static void data(TableData.Builder data, JsonNode table, JsonNode text) {
        List<JsonNode> fields = new ArrayList<>(List.of(table.path("data")));
        if (text.has("action")) {
            JsonNode action =
                    named(List.of(table.path("action_specs")), text.get("action").asText());
            data.setActionId(action.get("id").asInt());
            fields.add(action.path("data"));
        }
        text.get("data")
                .fields()
                .forEachRemaining(
                        field -> {
                            JsonNode described = named(fields, field.getKey());
                            DataField.Builder sent =
                                    data.addFieldsBuilder().setFieldId(described.get("id").asInt());
                            JsonNode value = field.getValue();
                            if (value.isBoolean()) {
                                sent.setBoolVal(value.booleanValue());
                            } else if (value.isFloatingPointNumber()) {
                                sent.setFloatVal(value.floatValue());
                            } else if (value.isTextual() && !value.asText().startsWith(BYTES)) {
                                sent.setStrVal(value.asText());
                            } else {
                                sent.setStream(bytes(described, value));
                            }
                        });
    }

    private static ByteString bytes(JsonNode described, JsonNode value) {
        if (value.isTextual() && !value.asText().startsWith(BYTES)) {
            return ByteString.copyFromUtf8(value.asText());
        }
        boolean asBytes = value.isTextual();
        BigInteger number =
                asBytes
                        ? new BigInteger("0" + value.asText().substring(BYTES.length()), 16)
                        : value.bigIntegerValue();
        byte[] bytes =
                new byte
                        [asBytes
                                ? (value.asText().length() - BYTES.length()) / 2
                                : widthBytes(described.path("type").path("type").asText())];
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = number.byteValue();
            number = number.shiftRight(Byte.SIZE);
        }
        return ByteString.copyFrom(bytes);
    }
}
