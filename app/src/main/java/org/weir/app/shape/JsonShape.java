// SPDX-License-Identifier: Apache-2.0
package org.weir.app.shape;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * The declaration of a JSON object: its fields in order. It writes objects, and the JSON Schema of
 * them. Each field is always written, as null if it has no value.
 *
 * <p>Example: {@code JsonShape.<PortView>named("Port").field("rateBps", JsonType.INTEGER, "Rate,
 * bit/s.", PortView::rateBps).end()}
 *
 * @param <T> type of the Java objects that are written
 */
public final class JsonShape<T> {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String name;
    private final String description;
    private final List<Field<T>> fields;

    private JsonShape(Builder<T> builder) {
        name = builder.name;
        description = builder.description;
        fields = List.copyOf(builder.fields);
    }

    /**
     * Starts the declaration of a shape.
     *
     * @param name name of its schema in {@code docs/openapi.json}
     */
    public static <T> Builder<T> named(String name) {
        return new Builder<>(name);
    }

    /** Name of the schema. */
    public String name() {
        return name;
    }

    /** The type of a field that holds such an object. */
    public JsonType type() {
        return JsonType.object(name, this::write);
    }

    /** An object. */
    public ObjectNode write(T from) {
        ObjectNode node = NODES.objectNode();
        for (Field<T> field : fields) {
            ObjectNode parent = node;
            if (field.group != null) {
                parent =
                        node.has(field.group)
                                ? (ObjectNode) node.get(field.group)
                                : node.putObject(field.group);
            }
            parent.set(field.name, field.type.write(field.value.apply(from)));
        }
        return node;
    }

    /** An array of objects, in the same order. */
    public ArrayNode writeAll(Collection<? extends T> from) {
        ArrayNode array = NODES.arrayNode();
        from.forEach(one -> array.add(write(one)));
        return array;
    }

    /** The JSON Schema of the object, in which every field is required. */
    public ObjectNode schema() {
        ObjectNode schema = emptyObject();
        for (Field<T> field : fields) {
            ObjectNode parent = schema;
            if (field.group != null) {
                if (!schema.get("properties").has(field.group)) {
                    declare(schema, field.group, emptyObject());
                }
                parent = (ObjectNode) schema.get("properties").get(field.group);
            }
            ObjectNode type = field.type.schema();
            if (!field.description.isEmpty()) {
                type.put("description", field.description);
            }
            declare(parent, field.name, type);
        }
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
        return schema;
    }

    private static ObjectNode emptyObject() {
        ObjectNode object = NODES.objectNode().put("type", "object");
        object.putObject("properties");
        object.putArray("required");
        return object;
    }

    private static void declare(ObjectNode schema, String field, ObjectNode type) {
        ((ObjectNode) schema.get("properties")).set(field, type);
        ((ArrayNode) schema.get("required")).add(field);
    }

    private static final class Field<T> {
        private final String group;
        private final String name;
        private final JsonType type;
        private final String description;
        private final Function<? super T, ?> value;

        Field(String path, JsonType type, String description, Function<? super T, ?> value) {
            int dot = path.indexOf('.');
            group = dot < 0 ? null : path.substring(0, dot);
            name = path.substring(dot + 1);
            this.type = type;
            this.description = description;
            this.value = value;
        }
    }

    /** Collects the fields of a shape. */
    public static final class Builder<T> {
        private final String name;
        private final List<Field<T>> fields = new ArrayList<>();
        private String description = "";

        private Builder(String name) {
            this.name = name;
        }

        /** Describes the objects as a whole, in whole sentences. */
        public Builder<T> describe(String sentences) {
            description = sentences;
            return this;
        }

        /**
         * Adds a field.
         *
         * @param path the field's name; {@code group.name} for a field of an object within
         * @param type its type
         * @param about meaning of the field, in whole sentences, with its unit; may be empty
         * @param value reads the field's value from an object
         */
        public Builder<T> field(
                String path, JsonType type, String about, Function<? super T, ?> value) {
            fields.add(new Field<>(path, type, about, value));
            return this;
        }

        /** The shape. */
        public JsonShape<T> end() {
            return new JsonShape<>(this);
        }
    }
}
