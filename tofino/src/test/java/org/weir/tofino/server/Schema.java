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
            super(message);
            this.code = code;
        }
    }

    static final int INVALID_ARGUMENT = 3;
    static final int NOT_FOUND = 5;
    static final int UNIMPLEMENTED = 12;

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

    /** Key by names; every field must be there, exact, and as wide as described. */
    Map<String, Object> key(JsonNode table, TableEntry entry) throws Refused {
        Map<String, Object> key = new TreeMap<>();
        for (KeyField field : entry.getKey().getFieldsList()) {
            JsonNode described = null;
            for (JsonNode each : table.get("key")) {
                if (each.get("id").intValue() == field.getFieldId()) {
                    described = each;
                }
            }
            if (described == null || !field.hasExact()) {
                throw new Refused(INVALID_ARGUMENT, "Invalid key field " + field.getFieldId());
            }
            key.put(
                    described.get("name").asText(),
                    value(described.get("type"), field.getExact().getValue()));
        }
        if (key.size() != table.get("key").size()) {
            throw new Refused(INVALID_ARGUMENT, "Incomplete key for " + table.get("name").asText());
        }
        return key;
    }

    private static Object value(JsonNode type, ByteString bytes) throws Refused {
        String name = type.get("type").asText();
        if (name.equals("string")) {
            return bytes.toStringUtf8();
        }
        int width = width(name);
        if (bytes.size() != width) {
            throw new Refused(
                    INVALID_ARGUMENT, "Size of field is " + width + ", was " + bytes.size());
        }
        return new BigInteger(1, bytes.toByteArray()).longValue();
    }

    private static int width(String typeName) {
        return Integer.parseInt(typeName.replaceAll("[^0-9]", "")) / 8;
    }

    /** Written data by names; the action, if any, under the empty name. */
    Map<String, Object> data(JsonNode table, TableData data) throws Refused {
        Map<String, Object> values = new LinkedHashMap<>();
        JsonNode action = null;
        for (JsonNode each : table.path("action_specs")) {
            if (each.get("id").intValue() == data.getActionId()) {
                action = each;
                values.put("", each.get("name").asText());
            }
        }
        if (data.getActionId() != 0 && action == null) {
            throw new Refused(INVALID_ARGUMENT, "Invalid action " + data.getActionId());
        }
        for (DataField field : data.getFieldsList()) {
            JsonNode described = described(table, action, field.getFieldId());
            if (described.path("read_only").asBoolean()) {
                throw new Refused(INVALID_ARGUMENT, "Field is read only");
            }
            JsonNode inner = described.get("singleton");
            values.put(inner.get("name").asText(), written(inner, field));
        }
        return values;
    }

    private static JsonNode described(JsonNode table, JsonNode action, int id) throws Refused {
        for (JsonNode from : new JsonNode[] {table, action}) {
            for (JsonNode each : from == null ? table.path("none") : from.get("data")) {
                if (each.get("singleton").get("id").intValue() == id) {
                    return each;
                }
            }
        }
        throw new Refused(INVALID_ARGUMENT, "Field id " + id + " not found");
    }

    private static Object written(JsonNode described, DataField field) throws Refused {
        JsonNode type = described.get("type");
        switch (type.get("type").asText()) {
            case "bool":
                require(field.hasBoolVal(), described);
                return field.getBoolVal();
            case "string":
                require(field.hasStrVal(), described);
                boolean known = !type.has("choices");
                for (JsonNode choice : type.path("choices")) {
                    known |= choice.asText().equals(field.getStrVal());
                }
                require(known, described);
                return field.getStrVal();
            case "float":
                require(field.hasFloatVal(), described);
                return field.getFloatVal();
            default:
                require(field.hasStream(), described);
                return value(type, field.getStream());
        }
    }

    private static void require(boolean holds, JsonNode described) throws Refused {
        if (!holds) {
            throw new Refused(
                    INVALID_ARGUMENT, "Invalid value for " + described.get("name").asText());
        }
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
