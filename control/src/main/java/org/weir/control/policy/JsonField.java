// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A value of a JSON document with its source and path. Its methods read the value as one type and
 * refuse any other value by a {@link PolicyException} with source, path, rule and value: for
 * example {@code net.json: switches[0].deviceId: must be a whole number from 1 to 64, was "x"}.
 */
public final class JsonField {
    private static final int MAX_SHOWN_CHARACTERS = 60;
    private static final String LARGEST_NUMBER = "1.8e308";
    private static final String WHOLE_DOCUMENT = "(whole)";

    private final String source;
    private final String path;
    private final JsonNode node;

    /**
     * A value.
     *
     * @param source file or other place that the document was read from
     * @param path for example {@code hosts[2].mac}; empty for the whole document
     * @param node the value; null if absent
     */
    public JsonField(String source, String path, JsonNode node) {
        this.source = source;
        this.path = path;
        this.node = node;
    }

    /** The value itself; null if absent. */
    public JsonNode node() {
        return node;
    }

    /** Path of the value, empty for the whole document. */
    public String path() {
        return path;
    }

    /** Another value with the same source and path. */
    public JsonField with(JsonNode other) {
        return new JsonField(source, path, other);
    }

    /** Refuses the value unless it is an object without other fields than the known ones. */
    public JsonField object(Collection<String> known) {
        if (node == null || !node.isObject()) {
            throw mustBe("a JSON object");
        }
        TreeSet<String> names = new TreeSet<>(known);
        for (Iterator<String> fields = node.fieldNames(); fields.hasNext(); ) {
            String name = fields.next();
            if (!names.contains(name)) {
                throw child(name).error("unknown field; known are " + String.join(", ", names));
            }
        }
        return this;
    }

    /** A field of this object, present or not. */
    public JsonField child(String name) {
        return new JsonField(source, path.isEmpty() ? name : path + "." + name, node.get(name));
    }

    /** A field of this object, which must be present. */
    public JsonField required(String name) {
        JsonField field = child(name);
        if (field.node == null) {
            throw field.error("is missing");
        }
        return field;
    }

    /**
     * A field of this object if it is present, even with the value null or a value of a wrong type.
     */
    public Optional<JsonField> optional(String name) {
        return Optional.of(child(name)).filter(field -> field.node != null);
    }

    /** The elements of an array. */
    public List<JsonField> elements() {
        if (!node.isArray()) {
            throw mustBe("an array");
        }
        List<JsonField> elements = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            elements.add(new JsonField(source, path + "[" + i + "]", node.get(i)));
        }
        return elements;
    }

    /** A text with a character that is not white space. */
    public String text() {
        if (!node.isTextual() || node.textValue().trim().isEmpty()) {
            throw mustBe("a text that is not empty");
        }
        return node.textValue();
    }

    /** One of some texts. */
    public String oneOf(String... allowed) {
        if (!node.isTextual() || !Arrays.asList(allowed).contains(node.textValue())) {
            throw mustBe("one of \"" + String.join("\", \"", allowed) + "\"");
        }
        return node.textValue();
    }

    /** True or false. */
    public boolean bool() {
        if (!node.isBoolean()) {
            throw mustBe("true or false");
        }
        return node.booleanValue();
    }

    /** A whole number from {@code min} to {@code max}. */
    public long integer(long min, long max) {
        if (!node.isIntegralNumber()
                || !node.canConvertToLong()
                || node.longValue() < min
                || node.longValue() > max) {
            throw mustBe("a whole number from " + min + " to " + max);
        }
        return node.longValue();
    }

    /** A number from {@code min} to {@code max}. */
    public double number(double min, double max) {
        double value = node.doubleValue();
        if (!node.isNumber() || !(value >= min && value <= max)) {
            throw mustBe("a number from " + min + " to " + max);
        }
        return value;
    }

    /** A finite number above 0. */
    public double positive() {
        double value = node.doubleValue();
        if (!node.isNumber() || !(value > 0) || Double.isInfinite(value)) {
            throw mustBe(finite("a number above 0"));
        }
        return value;
    }

    /** A finite number of at least 0. */
    public double notNegative() {
        double value = node.doubleValue();
        if (!node.isNumber() || !(value >= 0) || Double.isInfinite(value)) {
            throw mustBe(finite("a number of at least 0"));
        }
        return value;
    }

    /** A number above 0 and below 1. */
    public double fraction() {
        double value = node.doubleValue();
        if (!node.isNumber() || !(value > 0 && value < 1)) {
            throw mustBe("a number above 0 and below 1");
        }
        return value;
    }

    /** A field of this object as a whole number; {@code otherwise} if it is absent. */
    public long integerOr(String name, long min, long max, long otherwise) {
        return optional(name).map(field -> field.integer(min, max)).orElse(otherwise);
    }

    /** A field of this object as a number; {@code otherwise} if it is absent. */
    public double numberOr(String name, double min, double max, double otherwise) {
        return optional(name).map(field -> field.number(min, max)).orElse(otherwise);
    }

    /** A field of this object as true or false; {@code otherwise} if it is absent. */
    public boolean boolOr(String name, boolean otherwise) {
        return optional(name).map(JsonField::bool).orElse(otherwise);
    }

    /**
     * A text as another type.
     *
     * @param parser throws {@link IllegalArgumentException} if the text breaks a rule
     */
    public <T> T parsed(Function<String, T> parser) {
        String text = text();
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage() + ", not \"" + text + "\"");
        }
    }

    /** Refuses the value if another already has it; {@code firstUser} is null if none has. */
    public void refuseSecondUse(String firstUser) {
        if (firstUser != null) {
            throw error("is already used by " + firstUser);
        }
    }

    /** A refusal of this value. */
    public PolicyException error(String rule) {
        return new PolicyException(source, path.isEmpty() ? WHOLE_DOCUMENT : path, rule);
    }

    /** The value as messages show it, at most 60 characters. */
    public static String shown(JsonNode value) {
        if (value == null || value.isMissingNode()) {
            return "nothing";
        }
        if (value.isNumber() && Double.isInfinite(value.doubleValue())) {
            // Its digits are lost.
            return value.doubleValue() > 0
                    ? "a number beyond " + LARGEST_NUMBER
                    : "a number beyond -" + LARGEST_NUMBER;
        }
        String text = value.toString();
        return text.length() <= MAX_SHOWN_CHARACTERS
                ? text
                : text.substring(0, MAX_SHOWN_CHARACTERS - 3) + "...";
    }

    /** The rule, with the upper end of all numbers where this value is beyond it. */
    private String finite(String rule) {
        return Double.isInfinite(node.doubleValue()) ? rule + " and below " + LARGEST_NUMBER : rule;
    }

    private PolicyException mustBe(String rule) {
        return error("must be " + rule + ", was " + shown(node));
    }
}
