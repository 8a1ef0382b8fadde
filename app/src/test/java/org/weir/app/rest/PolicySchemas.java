// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The policy's JSON Schema ({@code netcfg/policy.schema.json}, draft 7) as schemas of OpenAPI 3.1
 * (JSON Schema 2020-12): {@code Policy} for the whole, {@code PolicyRule} for the definition {@code
 * rule}, and so on.
 */
final class PolicySchemas {

    private static final Path FILE = Path.of("../netcfg/policy.schema.json");
    private static final String DEFINITION = "#/definitions/";
    private static final String NAME = "Policy";

    private PolicySchemas() {}

    /** The schemas by their names. */
    static Map<String, JsonNode> all() throws IOException {
        ObjectNode policy = (ObjectNode) new ObjectMapper().readTree(FILE.toFile());
        Map<String, JsonNode> schemas = new TreeMap<>();
        JsonNode definitions = policy.remove("definitions");
        definitions
                .fields()
                .forEachRemaining(
                        field -> schemas.put(name(field.getKey()), converted(field.getValue())));
        policy.remove("$schema");
        schemas.put(NAME, converted(policy));
        return schemas;
    }

    private static String name(String definition) {
        return NAME + Character.toUpperCase(definition.charAt(0)) + definition.substring(1);
    }

    private static JsonNode converted(JsonNode schema) {
        if (schema.isArray()) {
            ArrayNode list = ((ArrayNode) schema).arrayNode();
            schema.forEach(element -> list.add(converted(element)));
            return list;
        }
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode object = ((ObjectNode) schema).objectNode();
        schema.fields()
                .forEachRemaining(
                        field -> {
                            JsonNode value = field.getValue();
                            String key = field.getKey();
                            if (key.equals("$ref") && value.asText().startsWith(DEFINITION)) {
                                String name = name(value.asText().substring(DEFINITION.length()));
                                object.set(key, TextNode.valueOf("#/components/schemas/" + name));
                            } else if (key.equals("dependencies")) {
                                split(value, object);
                            } else {
                                object.set(key, converted(value));
                            }
                            if (key.equals("type") && value.asText().equals("integer")) {
                                object.put("format", "int64");
                            }
                        });
        return object;
    }

    /** Draft 7's {@code dependencies} in the two keywords of 2020-12. */
    private static void split(JsonNode dependencies, ObjectNode into) {
        dependencies
                .fields()
                .forEachRemaining(
                        field ->
                                into.with(
                                                field.getValue().isArray()
                                                        ? "dependentRequired"
                                                        : "dependentSchemas")
                                        .set(field.getKey(), converted(field.getValue())));
    }
}
