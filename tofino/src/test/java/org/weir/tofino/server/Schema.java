// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.KeyField;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableEntry;

/**
 * The server's own reading of the description of its tables, apart from the client's: between names
 * and values on one side and what travels on the other.
 */
final class Schema {
    /** An update that the server refuses. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        final int code;

        Refused(int code, String message) {
            super(message + ENDS.get(code));
            this.code = code;
        }

        /** A refusal of what was asked of a table. */
        Refused(int code, String what, JsonNode table) {
            this(code, what + " table:" + table.get("name").asText());
        }
    }

    static final int INVALID_ARGUMENT = 3;
    static final int NOT_FOUND = 5;
    static final int UNIMPLEMENTED = 12;

    /** Text that the drivers add to a message. */
    private static final Map<Integer, String> ENDS =
            Map.of(
                    INVALID_ARGUMENT, " Invalid arguments",
                    NOT_FOUND, " Object not found",
                    UNIMPLEMENTED, " Operation not supported");

    private final byte[] document;
    private final Map<Integer, JsonNode> tables = new HashMap<>();

    Schema(String resource) {
        try (InputStream in = Schema.class.getResourceAsStream(resource)) {
            document = in.readAllBytes();
            for (JsonNode table : new ObjectMapper().readTree(document).get("tables")) {
                tables.put((int) table.get("id").longValue(), table);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ByteString document() {
        return ByteString.copyFrom(document);
    }

    JsonNode table(int id) throws Refused {
        JsonNode table = tables.get(id);
        if (table == null) {
            throw new Refused(NOT_FOUND, "Table not found for id " + Integer.toUnsignedString(id));
        }
        return table;
    }

    JsonNode table(String name) {
        return tables.values().stream()
                .filter(table -> table.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Key by names; fields must be exact and as wide as described, those that lack are 0. */
    Map<String, Object> key(JsonNode table, TableEntry entry) throws Refused {
        Map<String, Object> key = new TreeMap<>();
        for (JsonNode each : table.get("key")) {
            boolean text = each.get("type").get("type").asText().equals("string");
            key.put(each.get("name").asText(), text ? "" : (Object) 0L);
        }
        for (KeyField field : entry.getKey().getFieldsList()) {
            JsonNode described = null;
            for (JsonNode each : table.get("key")) {
                if (each.get("id").intValue() == field.getFieldId()) {
                    described = each;
                }
            }
            if (described == null) {
                throw new Refused(
                        NOT_FOUND,
                        "ERROR getting Field data type for field " + field.getFieldId(),
                        table);
            }
            if (!field.hasExact() || !fits(described, field.getExact().getValue())) {
                throw new Refused(
                        INVALID_ARGUMENT,
                        "Failed to create key for field:" + field.getFieldId(),
                        table);
            }
            key.put(
                    described.get("name").asText(),
                    value(described.get("type"), field.getExact().getValue()));
        }
        return key;
    }

    private static boolean fits(JsonNode described, ByteString bytes) {
        String type = described.get("type").get("type").asText();
        return type.equals("string") || bytes.size() == width(type);
    }

    private static Object value(JsonNode type, ByteString bytes) {
        return type.get("type").asText().equals("string")
                ? bytes.toStringUtf8()
                : (Object) new BigInteger(1, bytes.toByteArray()).longValue();
    }

    private static int width(String typeName) {
        return Integer.parseInt(typeName.replaceAll("[^0-9]", "")) / 8;
    }

    /**
     * Written data by names; the action, if any, under the empty name. Values of fields that can
     * only be read are ignored.
     *
     * @param failed begin of the message if a text is none of the field's choices
     */
    Map<String, Object> data(JsonNode table, TableData data, String failed) throws Refused {
        Map<String, Object> values = new LinkedHashMap<>();
        JsonNode action = null;
        for (JsonNode each : table.path("action_specs")) {
            if (each.get("id").intValue() == data.getActionId()) {
                action = each;
                values.put("", each.get("name").asText());
            }
        }
        if (data.getActionId() != 0 && action == null) {
            throw new Refused(
                    NOT_FOUND,
                    "ERROR Unable to get data field list for table : "
                            + table.get("name").asText());
        }
        for (DataField field : data.getFieldsList()) {
            JsonNode described = described(table, action, field.getFieldId());
            JsonNode inner = described == null ? null : described.get("singleton");
            if (inner == null || !isOfType(inner, field)) {
                throw new Refused(
                        INVALID_ARGUMENT, "SetValue failed for field:" + field.getFieldId(), table);
            }
            Object value = written(inner, field);
            if (value instanceof String && !isChoice(inner, (String) value)) {
                throw new Refused(INVALID_ARGUMENT, failed, table);
            }
            if (!described.path("read_only").asBoolean()) {
                values.put(inner.get("name").asText(), value);
            }
        }
        return values;
    }

    /** The description of a data field of a table or of its action; null if there is none. */
    private static JsonNode described(JsonNode table, JsonNode action, int id) {
        for (JsonNode from : new JsonNode[] {table, action}) {
            for (JsonNode each : from == null ? table.path("none") : from.get("data")) {
                if (each.get("singleton").get("id").intValue() == id) {
                    return each;
                }
            }
        }
        return null;
    }

    private static boolean isOfType(JsonNode described, DataField field) {
        switch (described.get("type").get("type").asText()) {
            case "bool":
                return field.hasBoolVal();
            case "string":
                return field.hasStrVal();
            case "float":
                return field.hasFloatVal();
            default:
                return field.hasStream() && fits(described, field.getStream());
        }
    }

    private static Object written(JsonNode described, DataField field) {
        switch (field.getValueCase()) {
            case BOOL_VAL:
                return field.getBoolVal();
            case STR_VAL:
                return field.getStrVal();
            case FLOAT_VAL:
                return field.getFloatVal();
            default:
                return value(described.get("type"), field.getStream());
        }
    }

    private static boolean isChoice(JsonNode described, String text) {
        JsonNode type = described.get("type");
        for (JsonNode choice : type.path("choices")) {
            if (choice.asText().equals(text)) {
                return true;
            }
        }
        return !type.has("choices");
    }

    /** An entry as it is sent. */
    TableEntry encode(JsonNode table, Map<String, Object> key, Map<String, Object> data) {
        TableEntry.Builder entry =
                TableEntry.newBuilder().setTableId((int) table.get("id").longValue());
        for (JsonNode described : table.get("key")) {
            entry.getKeyBuilder()
                    .addFieldsBuilder()
                    .setFieldId(described.get("id").intValue())
                    .getExactBuilder()
                    .setValue(
                            bytes(described.get("type"), key.get(described.get("name").asText())));
        }
        for (JsonNode described : table.get("data")) {
            add(entry.getDataBuilder(), described.get("singleton"), data);
        }
        for (JsonNode action : table.path("action_specs")) {
            if (action.get("name").asText().equals(data.get(""))) {
                entry.getDataBuilder().setActionId(action.get("id").intValue());
                for (JsonNode described : action.get("data")) {
                    add(entry.getDataBuilder(), described.get("singleton"), data);
                }
            }
        }
        return entry.build();
    }

    private static void add(TableData.Builder into, JsonNode field, Map<String, Object> data) {
        Object value = data.get(field.get("name").asText());
        if (value == null) {
            return;
        }
        DataField.Builder sent = into.addFieldsBuilder().setFieldId(field.get("id").intValue());
        if (value instanceof Boolean) {
            sent.setBoolVal((Boolean) value);
        } else if (value instanceof String) {
            sent.setStrVal((String) value);
        } else if (value instanceof Float) {
            sent.setFloatVal((Float) value);
        } else if (value instanceof int[]) {
            for (int each : (int[]) value) {
                sent.getIntArrValBuilder().addVal(each);
            }
        } else {
            sent.setStream(bytes(field.get("type"), value));
        }
    }

    private static ByteString bytes(JsonNode type, Object value) {
        if (value instanceof String) {
            return ByteString.copyFromUtf8((String) value);
        }
        byte[] bytes = new byte[width(type.get("type").asText())];
        long rest = (Long) value;
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = (byte) rest;
            rest >>>= 8;
        }
        return ByteString.copyFrom(bytes);
    }
}
