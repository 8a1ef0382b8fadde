// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** One key or data field of a table, as bf-rt.json describes it. Immutable. */
public final class FieldInfo {
    private final String table;
    private final int id;
    private final String name;
    private final ValueKind kind;
    private final int widthBits;
    private final boolean repeated;
    private final boolean readOnly;
    private final String matchType;
    private final List<String> choices;

    /** Reads a field; {@code node} is the object that holds id, name and type. */
    FieldInfo(String table, JsonNode node, boolean readOnly) {
        this.table = table;
        this.readOnly = readOnly;
        id = node.path("id").intValue();
        name = node.path("name").asText();
        repeated = node.path("repeated").asBoolean();
        matchType = node.path("match_type").asText("");
        JsonNode type = node.path("type");
        String typeName = type.path("type").asText();
        kind = kind(typeName);
        widthBits = widthBits(typeName, type.path("width").asInt(0));
        List<String> names = new ArrayList<>();
        type.path("choices").forEach(choice -> names.add(choice.asText()));
        choices = List.copyOf(names);
    }

    private ValueKind kind(String typeName) {
        switch (typeName) {
            case "bool":
                return ValueKind.BOOL;
            case "string":
                return ValueKind.TEXT;
            case "float":
                return ValueKind.FLOAT;
            default:
                return ValueKind.NUMBER;
        }
    }

    private int widthBits(String typeName, int width) {
        switch (typeName) {
            case "uint8":
            case "int8":
                return 8;
            case "uint16":
            case "int16":
                return 16;
            case "uint32":
            case "int32":
                return 32;
            case "uint64":
            case "int64":
                return 64;
            default:
                return width;
        }
    }

    /** Number of the field in its table or action. */
    public int id() {
        return id;
    }

    /** Name of the field. */
    public String name() {
        return name;
    }

    /** Width of a number, in bits; 0 for what is not a number. */
    public int widthBits() {
        return widthBits;
    }

    /** Width of a number as it travels, in bytes. */
    int widthBytes() {
        return (widthBits + 7) / 8;
    }

    /** Whether it holds several values. */
    public boolean repeated() {
        return repeated;
    }

    /** Whether it can only be read. */
    public boolean readOnly() {
        return readOnly;
    }

    /** {@code Exact}, {@code Ternary}, … of a key field; empty for a data field. */
    public String matchType() {
        return matchType;
    }

    /** The texts it may hold; empty if any, or if it holds no text. */
    public List<String> choices() {
        return choices;
    }

    ValueKind kind() {
        return kind;
    }

    /**
     * Checks one value of the field.
     *
     * @param value the value to write
     * @throws BfRtException that names table, field and rule
     */
    void check(Object value) {
        switch (kind) {
            case BOOL:
                require(value instanceof Boolean, "must be true or false", value);
                break;
            case TEXT:
                require(value instanceof String, "must be a text", value);
                require(
                        choices.isEmpty() || choices.contains(value),
                        "must be one of " + String.join(", ", choices),
                        value);
                break;
            case FLOAT:
                require(value instanceof Float, "must be a number", value);
                break;
            case NUMBER:
            default:
                require(value instanceof Long, "must be a whole number", value);
                require(
                        fits((Long) value),
                        "must be 0 to " + BigInteger.ONE.shiftLeft(widthBits).subtract(ONE),
                        value);
                break;
        }
    }

    private static final BigInteger ONE = BigInteger.ONE;

    private boolean fits(long value) {
        return value >= 0 && (widthBits >= 63 || value < 1L << widthBits);
    }

    private void require(boolean holds, String rule, Object value) {
        if (!holds) {
            throw new BfRtException(
                    BfRtException.Reason.INVALID,
                    table + ": " + name + ": " + rule + ", was " + value);
        }
    }
}
