// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Text of {@code docs/policy.md}: all fields of the policy, from its JSON Schema. */
final class PolicyReference {
    /** End of a description that says in words what holds without the field. */
    private static final String DEFAULT = " Default: ";

    private static final String COLUMNS =
            "| field | type | default | range | meaning | example |\n|---|---|---|---|---|---|\n";

    private static final Map<String, String> UNITS =
            Map.of("Ms", "ms", "Us", "µs", "Bps", "bit/s", "Packets", "packets");

    private static final Map<String, String> TYPES =
            Map.of("integer", "whole number", "string", "text", "boolean", "true or false");

    private final JsonNode schema;

    /**
     * A reference.
     *
     * @param schema {@code netcfg/policy.schema.json}
     */
    PolicyReference(JsonNode schema) {
        this.schema = schema;
    }

    /** The whole page. */
    String page() {
        StringBuilder page = new StringBuilder(PolicySection.INTRODUCTION);
        for (PolicySection section : PolicySection.values()) {
            page.append("\n").append(section.heading()).append("\n\n");
            page.append(linked(section.text())).append("\n\n").append(COLUMNS);
            JsonNode object = section.in(schema);
            object.get("properties").fields().forEachRemaining(f -> page.append(row(object, f)));
        }
        return page.append("\n").append(PolicySection.TUNABLES).toString();
    }

    private String row(JsonNode object, Map.Entry<String, JsonNode> property) {
        String name = property.getKey();
        JsonNode field = resolved(property.getValue());
        String text = field.path("description").asText();
        int normal = text.indexOf(DEFAULT);
        String meaning = normal < 0 ? text : text.substring(0, normal);
        String without = "";
        if (field.has("default")) {
            without = code(field.get("default"));
        } else if (normal >= 0) {
            without = text.substring(normal + DEFAULT.length()).replaceAll("[.]$", "");
        } else if (isRequired(object, name)) {
            without = "*required*";
        }
        List<String> cells =
                List.of(
                        "`" + name + "`",
                        type(name, field),
                        linked(without),
                        range(field),
                        linked(meaning),
                        field.has("examples") ? code(field.get("examples").get(0)) : "");
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static boolean isRequired(JsonNode object, String name) {
        return StreamSupport.stream(object.path("required").spliterator(), false)
                .anyMatch(one -> one.asText().equals(name));
    }

    private JsonNode resolved(JsonNode field) {
        String reference = field.path("$ref").asText();
        return reference.isEmpty() ? field : schema.at(reference.substring(1));
    }

    private String type(String name, JsonNode field) {
        if (field.has("items")) {
            JsonNode items = resolved(field.get("items"));
            return "list of "
                    + (items.has("properties") ? link(name, "objects") : type(name, items) + "s");
        }
        if (field.has("properties") || field.has("oneOf")) {
            return link(name, "object");
        }
        if (field.has("anyOf")) {
            return StreamSupport.stream(field.get("anyOf").spliterator(), false)
                    .map(one -> type(name, one))
                    .collect(Collectors.joining(" or "));
        }
        String type = field.path("type").asText("string");
        String unit =
                UNITS.entrySet().stream()
                        .filter(one -> name.endsWith(one.getKey()))
                        .map(one -> ", " + one.getValue())
                        .findFirst()
                        .orElse("");
        return TYPES.getOrDefault(type, type) + unit;
    }

    private static String link(String name, String text) {
        return "[" + text + "](" + PolicySection.placeOf(name) + ")";
    }

    private String range(JsonNode field) {
        if (field.has("anyOf")) {
            return StreamSupport.stream(field.get("anyOf").spliterator(), false)
                    .map(this::range)
                    .filter(one -> !one.isEmpty())
                    .collect(Collectors.joining(", "));
        }
        if (field.has("enum")) {
            return StreamSupport.stream(field.get("enum").spliterator(), false)
                    .map(PolicyReference::word)
                    .collect(Collectors.joining(", "));
        }
        if (field.has("const")) {
            return word(field.get("const"));
        }
        if (field.has("items")) {
            return elements(field);
        }
        if (field.has("minimum")) {
            String least = field.get("minimum").asText();
            return field.has("maximum")
                    ? least + " to " + field.get("maximum").asText()
                    : "at least " + least;
        }
        if (field.has("exclusiveMinimum")) {
            String above = "above " + field.get("exclusiveMinimum").asText();
            return field.has("exclusiveMaximum")
                    ? above + ", below " + field.get("exclusiveMaximum").asText()
                    : above;
        }
        return "";
    }

    private String elements(JsonNode list) {
        List<String> rules = new ArrayList<>();
        if (list.has("minItems")) {
            String least = list.get("minItems").asText();
            rules.add(
                    list.has("maxItems")
                            ? least + " to " + list.get("maxItems").asText() + " elements"
                            : "at least " + least + " element");
        } else if (list.has("maxItems")) {
            rules.add("at most " + list.get("maxItems").asText() + " elements");
        }
        JsonNode items = list.get("items");
        if (items.has("minimum")) {
            rules.add("each " + range(items));
        }
        if (list.path("uniqueItems").asBoolean()) {
            rules.add("none twice");
        }
        return String.join(", ", rules);
    }

    private static String word(JsonNode value) {
        return "`" + value.asText() + "`";
    }

    /** A value as JSON, with a space behind each comma and colon between values. */
    private static String code(JsonNode value) {
        return "`" + json(value) + "`";
    }

    private static String json(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(PolicyReference::json)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (value.isObject()) {
            List<String> fields = new ArrayList<>();
            for (Iterator<String> names = value.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                fields.add(String.format(Locale.ROOT, "\"%s\": %s", name, json(value.get(name))));
            }
            return "{" + String.join(", ", fields) + "}";
        }
        return value.toString();
    }

    /** The text with a link for each document that it names. */
    private static String linked(String text) {
        return text.replaceAll("docs/([a-z-]+[.]md)", "[$1]($1)");
    }
}
