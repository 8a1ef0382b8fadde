// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * Typed reading of one JSON object. Every refusal is a {@link PolicyException} that names the
 * source and the field's path; a field nobody knows is refused too.
 */
public final class JsonFields {
    private final JsonNode node;
    private final String source;
    private final String path;

    /**
     * @param node must be a JSON object
     * @param source the file or other place it came from
     * @param path the object's own path, empty for the outermost
     * @param known names of the fields it may have
     * @throws PolicyException if it is not an object or has another field
     */
    public JsonFields(JsonNode node, String source, String path, String... known) {
        this.node = node;
        this.source = source;
        this.path = path;
        if (node == null || !node.isObject()) {
            throw new PolicyException(
                    source,
                    path.isEmpty() ? "(whole)" : path,
                    "must be a JSON object, was " + shown(node));
        }
        TreeSet<String> names = new TreeSet<>(Arrays.asList(known));
        for (Iterator<String> fields = node.fieldNames(); fields.hasNext(); ) {
            String name = fields.next();
            if (!names.contains(name)) {
                throw new PolicyException(
                        source,
                        pathOf(name),
                        "unknown field; known are " + String.join(", ", names));
            }
        }
    }

    /** Whether the field is there. A null counts as a value, and as one of the wrong type. */
    public boolean has(String name) {
        return node.has(name);
    }

    /** The field as it stands; null if absent. */
    public JsonNode node(String name) {
        return node.get(name);
    }

    /** Full path of a field of this object. */
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** A refusal of one field. */
    public PolicyException refuse(String name, String rule) {
        return new PolicyException(source, pathOf(name), rule);
    }

    /** A text that is not empty. */
    public String text(String name) {
        JsonNode value = required(name);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw refuse(name, "must be a text that is not empty, was " + shown(value));
        }
        return value.textValue();
    }

    /** One of some texts. */
    public String oneOf(String name, String... allowed) {
        JsonNode value = required(name);
        if (!value.isTextual() || !Arrays.asList(allowed).contains(value.textValue())) {
            throw refuse(
                    name,
                    "must be one of \""
                            + String.join("\", \"", allowed)
                            + "\", was "
                            + shown(value));
        }
        return value.textValue();
    }

    /** A whole number within bounds. */
    public long integer(String name, long min, long max) {
        JsonNode value = required(name);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            throw refuse(
                    name,
                    "must be a whole number from " + min + " to " + max + ", was " + shown(value));
        }
        return value.longValue();
    }

    /** A number above 0. */
    public double positive(String name) {
        JsonNode value = required(name);
        if (!value.isNumber() || !(value.doubleValue() > 0) || isInfinite(value)) {
            throw refuse(name, "must be a number above 0, was " + shown(value));
        }
        return value.doubleValue();
    }

    /** A number of at least 0. */
    public double notNegative(String name) {
        JsonNode value = required(name);
        if (!value.isNumber() || !(value.doubleValue() >= 0) || isInfinite(value)) {
            throw refuse(name, "must be a number of at least 0, was " + shown(value));
        }
        return value.doubleValue();
    }

    /** A number within bounds. */
    public double number(String name, double min, double max) {
        JsonNode value = required(name);
        if (!value.isNumber() || !(value.doubleValue() >= min && value.doubleValue() <= max)) {
            throw refuse(
                    name, "must be a number from " + min + " to " + max + ", was " + shown(value));
        }
        return value.doubleValue();
    }

    /** A number above 0 and below 1. */
    public double fraction(String name) {
        JsonNode value = required(name);
        double number = value.doubleValue();
        if (!value.isNumber() || !(number > 0 && number < 1)) {
            throw refuse(name, "must be a number above 0 and below 1, was " + shown(value));
        }
        return number;
    }

    /** The elements of an array; none if the field is absent. */
    public List<JsonNode> array(String name) {
        List<JsonNode> elements = new ArrayList<>();
        if (!has(name)) {
            return elements;
        }
        if (!node.get(name).isArray()) {
            throw refuse(name, "must be an array, was " + shown(node.get(name)));
        }
        node.get(name).forEach(elements::add);
        return elements;
    }

    private JsonNode required(String name) {
        if (!has(name)) {
            throw refuse(name, "is missing");
        }
        return node.get(name);
    }

    private static boolean isInfinite(JsonNode value) {
        return Double.isInfinite(value.doubleValue());
    }

    /** A value as messages show it: cut when long. */
    public static String shown(JsonNode value) {
        if (value == null || value.isMissingNode()) {
            return "nothing";
        }
        String text = value.toString();
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
