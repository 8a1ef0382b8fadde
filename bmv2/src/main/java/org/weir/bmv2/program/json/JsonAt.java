// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.weir.bmv2.controlplane.ProgramException;

/**
 * A value of a program's JSON together with its place, so that every complaint can name the place.
 */
final class JsonAt {

    private static final Set<String> FOR_PEOPLE =
            Set.of("name", "id", "source_info", "pragmas", "pi_omit");

    private final JsonNode node;
    private final String path;

    JsonAt(JsonNode node, String path) {
        this.node = node;
        this.path = path;
    }

    String path() {
        return path;
    }

    ProgramException error(String rule) {
        return new ProgramException((path.isEmpty() ? "program" : path) + ": " + rule);
    }

    /**
     * Refuses fields of this object that nothing here reads, unless they are empty, since their
     * meaning would be ignored silently. Names, ids and places in the source are for people.
     */
    JsonAt only(String... known) throws ProgramException {
        List<String> names = List.of(known);
        for (String name : fieldNames()) {
            JsonNode value = node.get(name);
            boolean isEmpty =
                    value.isNull()
                            || value.isContainerNode() && value.isEmpty()
                            || value.isBoolean() && !value.booleanValue();
            if (!isEmpty && !names.contains(name) && !FOR_PEOPLE.contains(name)) {
                throw new JsonAt(value, path.isEmpty() ? name : path + "." + name)
                        .error("is not supported");
            }
        }
        return this;
    }

    boolean has(String field) {
        return node.hasNonNull(field);
    }

    boolean isNull() {
        return node == null || node.isNull() || node.isMissingNode();
    }

    /** A field that must be there. */
    JsonAt get(String field) throws ProgramException {
        if (!node.isObject()) {
            throw error("must be an object");
        }
        JsonNode value = node.get(field);
        if (value == null || value.isNull()) {
            throw error("has no \"" + field + "\"");
        }
        return new JsonAt(value, path.isEmpty() ? field : path + "." + field);
    }

    /** The elements of a field that must be an array; none where the field is missing. */
    List<JsonAt> list(String field) throws ProgramException {
        return has(field) ? get(field).elements() : List.of();
    }

    List<JsonAt> elements() throws ProgramException {
        if (!node.isArray()) {
            throw error("must be an array");
        }
        List<JsonAt> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(new JsonAt(node.get(i), path + "[" + i + "]"));
        }
        return elements;
    }

    JsonAt element(int index) throws ProgramException {
        List<JsonAt> elements = elements();
        if (index >= elements.size()) {
            throw error("must have at least " + (index + 1) + " elements");
        }
        return elements.get(index);
    }

    List<String> fieldNames() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    boolean isText() {
        return node.isTextual();
    }

    String text() throws ProgramException {
        if (!node.isTextual()) {
            throw error("must be a string");
        }
        return node.textValue();
    }

    /** The text of a field, or null where it is missing or null. */
    String textOrNull(String field) throws ProgramException {
        return has(field) ? get(field).text() : null;
    }

    int integer() throws ProgramException {
        if (!node.isInt()) {
            throw error("must be an integer");
        }
        return node.intValue();
    }

    boolean bool() throws ProgramException {
        if (!node.isBoolean()) {
            throw error("must be true or false");
        }
        return node.booleanValue();
    }

    /** A truth value that may also be written as 0 or 1, as p4c does for fields of type bool. */
    boolean flag() throws ProgramException {
        return node.isInt() ? node.intValue() != 0 : bool();
    }

    boolean isTrue(String field) throws ProgramException {
        return has(field) && get(field).bool();
    }

    /**
     * A number written in hexadecimal, such as {@code 0x1f} or {@code -0x01}, or a plain integer.
     */
    BigInteger number() throws ProgramException {
        if (node.isIntegralNumber()) {
            return node.bigIntegerValue();
        }
        String text = text();
        boolean negative = text.startsWith("-");
        String digits = negative ? text.substring(1) : text;
        try {
            BigInteger value =
                    digits.startsWith("0x") || digits.startsWith("0X")
                            ? new BigInteger(digits.substring(2), 16)
                            : new BigInteger(digits);
            return negative ? value.negate() : value;
        } catch (NumberFormatException e) {
            throw error("must be a number such as 0x1f, not \"" + text + "\"");
        }
    }

    /**
     * Place and text of this object's source line, for messages; empty when the compiler left it
     * out.
     */
    String sourceLine() {
        JsonNode info = node.get("source_info");
        if (info == null) {
            return "";
        }
        String file = info.path("filename").asText();
        return file.substring(file.lastIndexOf('/') + 1)
                + ":"
                + info.path("line").asText()
                + " "
                + info.path("source_fragment").asText();
    }
}
