// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.KeyField;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.TableKey;

/**
 * An entry of a table by names, to be written or as read. Values are {@code Long} for numbers of up
 * to 64 bits, {@code Boolean}, {@code String}, {@code Float}, or a {@code List} of one of them.
 */
public final class Entry {
    private final TableInfo table;
    private final Scope scope;
    private final Map<String, Object> key = new LinkedHashMap<>();
    private final Map<String, Object> data = new LinkedHashMap<>();
    private String action = "";

    /**
     * An entry without key and data.
     *
     * @param table its table
     * @param scope the part of the switch it is meant for
     */
    public Entry(TableInfo table, Scope scope) {
        this.table = Objects.requireNonNull(table, "table");
        this.scope = Objects.requireNonNull(scope, "scope");
    }

    /**
     * Sets a number of the key.
     *
     * @return this entry
     * @throws BfRtException if the table has no such key field or the value does not fit
     */
    public Entry key(String field, long value) {
        return keyValue(field, value);
    }

    /**
     * Sets a text of the key.
     *
     * @return this entry
     * @throws BfRtException if the table has no such key field or it may not hold this text
     */
    public Entry key(String field, String value) {
        return keyValue(field, value);
    }

    private Entry keyValue(String field, Object value) {
        FieldInfo info = table.key(field);
        if (!info.matchType().equals("Exact")) {
            throw new BfRtException(
                    BfRtException.Reason.INVALID,
                    table.name()
                            + ": "
                            + field
                            + ": is matched "
                            + info.matchType()
                            + ", only exact keys are supported");
        }
        info.check(value);
        key.put(field, value);
        return this;
    }

    /**
     * Chooses the action; to be called before the action's own fields are set.
     *
     * @return this entry
     * @throws BfRtException if the table has no such action
     */
    public Entry action(String name) {
        table.actionId(name);
        action = name;
        return this;
    }

    /**
     * Sets a data field.
     *
     * @param field its name
     * @param value a {@code Long}, {@code Integer}, {@code Boolean}, {@code String} or {@code
     *     Float}
     * @return this entry
     * @throws BfRtException if there is no such field, it can only be read, or the value breaks its
     *     rule
     */
    public Entry data(String field, Object value) {
        FieldInfo info = table.data(action, field);
        if (info.readOnly() || info.repeated()) {
            throw new BfRtException(
                    BfRtException.Reason.INVALID,
                    table.name() + ": " + field + ": can only be read");
        }
        Object widened = value instanceof Integer ? Long.valueOf((Integer) value) : value;
        info.check(widened);
        data.put(field, widened);
        return this;
    }

    /** The table. */
    public TableInfo table() {
        return table;
    }

    /** The part of the switch it is meant for. */
    public Scope scope() {
        return scope;
    }

    /** Name of the action; empty if there is none. */
    public String action() {
        return action;
    }

    /** Values of the key, by field. */
    public Map<String, Object> key() {
        return Map.copyOf(key);
    }

    /** Values of the data, by field. */
    public Map<String, Object> data() {
        return Map.copyOf(data);
    }

    /**
     * A number that was read.
     *
     * @throws BfRtException if the switch did not send it
     */
    public long number(String field) {
        return read(field, Long.class);
    }

    /**
     * A truth value that was read.
     *
     * @throws BfRtException if the switch did not send it
     */
    public boolean flag(String field) {
        return read(field, Boolean.class);
    }

    /**
     * A text that was read.
     *
     * @throws BfRtException if the switch did not send it
     */
    public String text(String field) {
        return read(field, String.class);
    }

    /**
     * Several numbers that were read; none if the switch sent none.
     *
     * @throws BfRtException if it sent something else
     */
    public List<Long> numbers(String field) {
        List<Long> numbers = new ArrayList<>();
        for (Object each : read(field, List.class)) {
            numbers.add((Long) each);
        }
        return numbers;
    }

    private <T> T read(String field, Class<T> type) {
        Object value = data.get(field);
        if (!type.isInstance(value)) {
            throw new BfRtException(
                    BfRtException.Reason.PROTOCOL,
                    this + ": " + field + ": the switch sent " + (value == null ? "none" : value));
        }
        return type.cast(value);
    }

    TableEntry encodeKey(int deviceId) {
        TableEntry.Builder entry =
                TableEntry.newBuilder().setTableId(table.id()).setEntryTgt(scope.target(deviceId));
        // The one entry of a table without a key is its default entry.
        entry.setIsDefaultEntry(table.keys().isEmpty());
        if (!key.isEmpty()) {
            TableKey.Builder keys = TableKey.newBuilder();
            key.forEach(
                    (field, value) ->
                            keys.addFields(
                                    KeyField.newBuilder()
                                            .setFieldId(table.key(field).id())
                                            .setExact(
                                                    KeyField.Exact.newBuilder()
                                                            .setValue(
                                                                    bytes(
                                                                            table.key(field),
                                                                            value)))));
            entry.setKey(keys);
        }
        return entry.build();
    }

    TableEntry encode(int deviceId) {
        TableData.Builder fields = TableData.newBuilder().setActionId(table.actionId(action));
        data.forEach((field, value) -> fields.addFields(encode(table.data(action, field), value)));
        return encodeKey(deviceId).toBuilder().setData(fields).build();
    }

    private static DataField encode(FieldInfo field, Object value) {
        DataField.Builder encoded = DataField.newBuilder().setFieldId(field.id());
        switch (field.kind()) {
            case BOOL:
                return encoded.setBoolVal((Boolean) value).build();
            case TEXT:
                return encoded.setStrVal((String) value).build();
            case FLOAT:
                return encoded.setFloatVal((Float) value).build();
            case NUMBER:
            default:
                return encoded.setStream(bytes(field, value)).build();
        }
    }

    private static ByteString bytes(FieldInfo field, Object value) {
        if (value instanceof String) {
            return ByteString.copyFrom((String) value, StandardCharsets.UTF_8);
        }
        byte[] digits = BigInteger.valueOf((Long) value).toByteArray();
        byte[] padded = new byte[field.widthBytes()];
        for (int i = 0; i < padded.length; i++) {
            int from = digits.length - 1 - i;
            padded[padded.length - 1 - i] = from >= 0 ? digits[from] : 0;
        }
        return ByteString.copyFrom(padded);
    }

    /**
     * Decodes an entry that a switch sent; fields that bf-rt.json does not describe are left out.
     */
    static Entry decode(TableInfo table, Scope scope, TableEntry sent) {
        Entry entry = new Entry(table, scope);
        entry.action = table.actionName(sent.getData().getActionId());
        for (KeyField field : sent.getKey().getFieldsList()) {
            table.keyWithId(field.getFieldId())
                    .ifPresent(
                            info ->
                                    entry.key.put(
                                            info.name(),
                                            fromBytes(info, field.getExact().getValue())));
        }
        for (DataField field : sent.getData().getFieldsList()) {
            table.dataWithId(sent.getData().getActionId(), field.getFieldId())
                    .ifPresent(info -> entry.data.put(info.name(), decode(info, field)));
        }
        return entry;
    }

    private static Object decode(FieldInfo info, DataField field) {
        switch (field.getValueCase()) {
            case BOOL_VAL:
                return field.getBoolVal();
            case STR_VAL:
                return field.getStrVal();
            case FLOAT_VAL:
                return field.getFloatVal();
            case INT_ARR_VAL:
                List<Long> numbers = new ArrayList<>();
                field.getIntArrVal().getValList().forEach(v -> numbers.add(v & 0xFFFFFFFFL));
                return numbers;
            case BOOL_ARR_VAL:
                return List.copyOf(field.getBoolArrVal().getValList());
            case STR_ARR_VAL:
                return List.copyOf(field.getStrArrVal().getValList());
            default:
                return fromBytes(info, field.getStream());
        }
    }

    private static Object fromBytes(FieldInfo info, ByteString bytes) {
        return info.kind() == ValueKind.TEXT
                ? bytes.toStringUtf8()
                : (Object) new BigInteger(1, bytes.toByteArray()).longValue();
    }

    /** Table and key, e.g. {@code tf1.tm.queue.sched_cfg (pg_id 0, pg_queue 8, pipe 1)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(table.name()).append(" (");
        key.forEach((field, value) -> text.append(field).append(' ').append(value).append(", "));
        return text.append(scope).append(')').toString();
    }
}
