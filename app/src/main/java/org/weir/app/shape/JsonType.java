// SPDX-License-Identifier: Apache-2.0
package org.weir.app.shape;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The type of a JSON field: how a value is written, and its JSON Schema. A value may be one of
 * Java's optionals; an empty one is written as null, like null itself. Immutable.
 */
public final class JsonType {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * A whole number; a fraction is rounded, NaN is 0. Its format is int64, without which generated
     * clients take it for one of 32 bits and fail at a time in ms or a rate in bit/s.
     */
    public static final JsonType INTEGER =
            new JsonType(
                    NODES.objectNode().put("type", "integer").put("format", "int64"),
                    value -> NODES.numberNode(whole((Number) value)));

    /** A number; NaN and the infinities are written as null, because JSON has no such numbers. */
    public static final JsonType NUMBER = plain("number", value -> number((Number) value));

    /** A text. */
    public static final JsonType STRING =
            plain("string", value -> NODES.textNode(value.toString()));

    /** True or false. */
    public static final JsonType BOOLEAN =
            plain("boolean", value -> NODES.booleanNode((Boolean) value));

    /** Any JSON, already written. */
    public static final JsonType ANY = new JsonType(NODES.objectNode(), value -> (JsonNode) value);

    /** An object without a declared shape, already written. */
    public static final JsonType OBJECT = plain("object", value -> (JsonNode) value);

    private final ObjectNode schema;
    private final Function<Object, JsonNode> writer;

    private JsonType(ObjectNode schema, Function<Object, JsonNode> writer) {
        this.schema = schema;
        this.writer = writer;
    }

    private static JsonType plain(String name, Function<Object, JsonNode> writer) {
        return new JsonType(NODES.objectNode().put("type", name), writer);
    }

    /** An object of a declared shape. */
    static <T> JsonType object(String name, Function<T, JsonNode> writer) {
        @SuppressWarnings("unchecked")
        Function<Object, JsonNode> any = value -> writer.apply((T) value);
        return new JsonType(NODES.objectNode().put("$ref", "#/components/schemas/" + name), any);
    }

    /**
     * An object of a shape that is declared elsewhere, already written.
     *
     * @param name name of the shape
     */
    public static JsonType written(String name) {
        return object(name, (JsonNode value) -> value);
    }

    /** A list of this type, written from a collection. */
    public JsonType list() {
        ObjectNode list = NODES.objectNode().put("type", "array");
        list.set("items", schema.deepCopy());
        return new JsonType(
                list,
                values -> {
                    ArrayNode array = NODES.arrayNode();
                    ((Collection<?>) values).forEach(value -> array.add(write(value)));
                    return array;
                });
    }

    /** This type or null. */
    public JsonType orNull() {
        if (schema.has("$ref")) {
            ObjectNode either = NODES.objectNode();
            either.putArray("anyOf").add(schema.deepCopy()).addObject().put("type", "null");
            return new JsonType(either, writer);
        }
        ObjectNode either = schema.deepCopy();
        either.putArray("type").add(schema.path("type")).add("null");
        if (either.has("enum")) {
            ((ArrayNode) either.get("enum")).addNull();
        }
        return new JsonType(either, writer);
    }

    /** This type, a number, from a least value on. */
    public JsonType atLeast(long least) {
        return new JsonType(schema.deepCopy().put("minimum", least), writer);
    }

    /** This type, a number, up to a greatest value. */
    public JsonType atMost(long greatest) {
        return new JsonType(schema.deepCopy().put("maximum", greatest), writer);
    }

    /** This type, a text, restricted to some words. */
    public JsonType oneOf(String... words) {
        ObjectNode restricted = schema.deepCopy();
        ArrayNode list = restricted.putArray("enum");
        for (String word : words) {
            list.add(word);
        }
        return new JsonType(restricted, writer);
    }

    /** This type with an example in its schema. */
    public JsonType example(String text) {
        ObjectNode illustrated = schema.deepCopy();
        illustrated.putArray("examples").add(text);
        return new JsonType(illustrated, writer);
    }

    /** The JSON Schema; a copy. */
    ObjectNode schema() {
        return schema.deepCopy();
    }

    /**
     * A value as JSON.
     *
     * @param value a value of this type, one of Java's optionals of it, JSON, or null
     */
    JsonNode write(Object value) {
        Object plain = unwrap(value);
        if (plain instanceof JsonNode) {
            return (JsonNode) plain;
        }
        return plain == null ? NODES.nullNode() : writer.apply(plain);
    }

    private static Object unwrap(Object value) {
        if (value instanceof Optional) {
            return ((Optional<?>) value).orElse(null);
        }
        if (value instanceof OptionalInt) {
            OptionalInt whole = (OptionalInt) value;
            return whole.isPresent() ? whole.getAsInt() : null;
        }
        if (value instanceof OptionalLong) {
            OptionalLong whole = (OptionalLong) value;
            return whole.isPresent() ? whole.getAsLong() : null;
        }
        if (value instanceof OptionalDouble) {
            OptionalDouble number = (OptionalDouble) value;
            return number.isPresent() ? number.getAsDouble() : null;
        }
        return value;
    }

    private static long whole(Number value) {
        return value instanceof Double ? Math.round(value.doubleValue()) : value.longValue();
    }

    private static JsonNode number(Number value) {
        if (!(value instanceof Double)) {
            return NODES.numberNode(value.longValue());
        }
        return Double.isFinite(value.doubleValue())
                ? NODES.numberNode(value.doubleValue())
                : NODES.nullNode();
    }
}
