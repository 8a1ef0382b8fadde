// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fields of one JSON object, read by name. The rules and the refusals are those of {@link
 * JsonField}.
 */
public final class JsonFields {
    private final JsonField object;
    private final String source;

    /**
     * Fields of an object.
     *
     * @param node must be a JSON object
     * @param source the file or other place it came from
     * @param path the object's own path, empty for the outermost
     * @param known names of the fields it may have
     * @throws PolicyException if it is not an object or has another field
     */
    public JsonFields(JsonNode node, String source, String path, String... known) {
        this.source = source;
        object = new JsonField(source, path, node).object(Arrays.asList(known));
    }

    /** True if the field is present, even with the value null or a value of a wrong type. */
    public boolean has(String name) {
        return object.node().has(name);
    }

    /** The field's value; null if absent. */
    public JsonNode node(String name) {
        return object.node().get(name);
    }

    /** Full path of a field of this object. */
    public String pathOf(String name) {
        return object.child(name).path();
    }

    /** A refusal of one field. */
    public PolicyException refuse(String name, String rule) {
        return new PolicyException(source, pathOf(name), rule);
    }

    /** A text that is not empty. */
    public String text(String name) {
        return object.required(name).text();
    }

    /** One of some texts. */
    public String oneOf(String name, String... allowed) {
        return object.required(name).oneOf(allowed);
    }

    /** A whole number from {@code min} to {@code max}. */
    public long integer(String name, long min, long max) {
        return object.required(name).integer(min, max);
    }

    /** A finite number above 0. */
    public double positive(String name) {
        return object.required(name).positive();
    }

    /** A finite number of at least 0. */
    public double notNegative(String name) {
        return object.required(name).notNegative();
    }

    /** A number from {@code min} to {@code max}. */
    public double number(String name, double min, double max) {
        return object.required(name).number(min, max);
    }

    /** A number above 0 and below 1. */
    public double fraction(String name) {
        return object.required(name).fraction();
    }

    /** The elements of an array; none if the field is absent. */
    public List<JsonNode> array(String name) {
        List<JsonNode> elements = new ArrayList<>();
        elements(name).forEach(each -> elements.add(each.node()));
        return elements;
    }

    /** The elements of an array with their paths; none if the field is absent. */
    public List<JsonField> elements(String name) {
        return object.optional(name).map(JsonField::elements).orElse(List.of());
    }
}
