// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A value of a JSON file that knows where it stands, so that an error can name it. */
final class JsonField {
    private final String file;
    private final String path;
    private final JsonNode node;

    JsonField(String file, String path, JsonNode node) {
        this.file = file;
        this.path = path;
        this.node = node;
    }

    /** Checks that this is an object and has no other fields than those named. */
    JsonField object(Set<String> allowed) throws NetworkFileException {
        if (!node.isObject()) {
            throw error("must be an object");
        }
        Iterator<String> names = node.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            if (!allowed.contains(name)) {
                throw child(name).error("unknown field");
            }
        }
        return this;
    }

    JsonField required(String name) throws NetworkFileException {
        JsonField field = child(name);
        if (field.node == null) {
            throw field.error("is required");
        }
        return field;
    }

    Optional<JsonField> optional(String name) {
        return Optional.of(child(name)).filter(field -> field.node != null);
    }

    List<JsonField> elements() throws NetworkFileException {
        if (!node.isArray()) {
            throw error("must be an array");
        }
        List<JsonField> elements = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            elements.add(new JsonField(file, path + "[" + i + "]", node.get(i)));
        }
        return elements;
    }

    String text() throws NetworkFileException {
        if (!node.isTextual() || node.textValue().isBlank()) {
            throw error("must be a non-empty string");
        }
        return node.textValue();
    }

    boolean bool() throws NetworkFileException {
        if (!node.isBoolean()) {
            throw error("must be true or false");
        }
        return node.booleanValue();
    }

    long integer(long least, long greatest) throws NetworkFileException {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw error("must be a whole number");
        }
        long value = node.longValue();
        if (value < least || value > greatest) {
            throw error(rangeRule(Long.toString(least), Long.toString(greatest), value));
        }
        return value;
    }

    double number(double least, double greatest) throws NetworkFileException {
        if (!node.isNumber()) {
            throw error("must be a number");
        }
        double value = node.doubleValue();
        if (!(value >= least && value <= greatest)) {
            throw error(rangeRule(Double.toString(least), Double.toString(greatest), value));
        }
        return value;
    }

    long integerOr(String name, long least, long greatest, long otherwise)
            throws NetworkFileException {
        JsonField field = child(name);
        return field.node == null ? otherwise : field.integer(least, greatest);
    }

    double numberOr(String name, double least, double greatest, double otherwise)
            throws NetworkFileException {
        JsonField field = child(name);
        return field.node == null ? otherwise : field.number(least, greatest);
    }

    boolean boolOr(String name, boolean otherwise) throws NetworkFileException {
        JsonField field = child(name);
        return field.node == null ? otherwise : field.bool();
    }

    /** Reads text by a parser that refuses with an {@link IllegalArgumentException}. */
    <T> T parsed(Function<String, T> parser) throws NetworkFileException {
        String text = text();
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage() + ", not \"" + text + "\"");
        }
    }

    /** Refuses this value when something has it already. */
    void refuseSecondUse(String firstUser) throws NetworkFileException {
        if (firstUser != null) {
            throw error("is already used by " + firstUser);
        }
    }

    NetworkFileException error(String rule) {
        return new NetworkFileException(file, path, rule);
    }

    private JsonField child(String name) {
        return new JsonField(file, path.isEmpty() ? name : path + "." + name, node.get(name));
    }

    private static String rangeRule(String least, String greatest, Object value) {
        return "must be " + least + " to " + greatest + ", not " + value;
    }
}
