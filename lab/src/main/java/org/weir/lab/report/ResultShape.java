// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Checks that a file's JSON has all that a report reads of it. */
final class ResultShape {
    private final Path file;

    ResultShape(Path file) {
        this.file = file;
    }

    /**
     * Checks a whole result.
     *
     * @throws ResultException when a field is missing or of another kind; it names the field
     */
    void check(JsonNode root, String experiment) throws ResultException {
        is(text(root, "experiment", "").equals(experiment), "experiment", experiment);
        field(root, "version", "", JsonNode::isIntegralNumber, "a whole number");
        text(root, "title", "");
        text(root, "source", "");
        is(list(root, "seeds", "").size() > 0, "seeds", "at least one");
        each(
                list(root, "quantities", ""),
                "quantities",
                (quantity, at) -> {
                    text(quantity, "name", at);
                    text(quantity, "label", at);
                    text(quantity, "unit", at);
                });
        is(list(root, "cases", "").size() > 0, "cases", "at least one");
        each(root.path("cases"), "cases", this::checkCase);
        each(
                list(root, "published", ""),
                "published",
                (row, at) -> {
                    text(row, "statement", at);
                    text(row, "unit", at);
                    text(row, "reason", at);
                    number(row, "published", at);
                    number(row, "measured", at);
                    number(row, "ratio", at);
                    field(row, "comesOut", at, JsonNode::isBoolean, "true or false");
                    field(row, "reasonIsShown", at, JsonNode::isBoolean, "true or false");
                    list(row, "shownBy", at);
                    each(row.path("shownBy"), at + "shownBy", this::checkShown);
                });
    }

    /** Statement about another case that shows a reason. */
    private void checkShown(JsonNode shown, String at) throws ResultException {
        text(shown, "statement", at);
        text(shown, "unit", at);
        number(shown, "published", at);
        number(shown, "measured", at);
        number(shown, "ratio", at);
        field(shown, "confirms", at, JsonNode::isBoolean, "true or false");
    }

    private void checkCase(JsonNode one, String at) throws ResultException {
        text(one, "case", at);
        JsonNode parameters = object(one, "parameters", at);
        for (var names = parameters.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            JsonNode parameter = object(parameters, name, at + "parameters.");
            String in = at + "parameters." + name + ".";
            number(parameter, "value", in);
            text(parameter, "unit", in);
            text(parameter, "meaning", in);
            text(parameter, "source", in);
        }
        JsonNode measured = object(one, "measured", at);
        for (var names = measured.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            JsonNode estimate = object(measured, name, at + "measured.");
            number(estimate, "mean", at + "measured." + name + ".");
            number(estimate, "ci95", at + "measured." + name + ".");
            list(estimate, "values", at + "measured." + name + ".");
        }
        each(
                list(one, "series", at),
                at + "series",
                (series, in) ->
                        is(
                                series.isTextual() && isFileName(series.asText()),
                                in.substring(0, in.length() - 1),
                                "the name of a file in the same folder"));
    }

    private static boolean isFileName(String text) {
        return !text.isEmpty() && text.indexOf('/') < 0 && text.indexOf('\\') < 0;
    }

    private interface Check {
        void of(JsonNode element, String at) throws ResultException;
    }

    private static void each(JsonNode list, String name, Check check) throws ResultException {
        for (int i = 0; i < list.size(); i++) {
            check.of(list.get(i), name + "[" + i + "].");
        }
    }

    private String text(JsonNode of, String name, String at) throws ResultException {
        return field(of, name, at, JsonNode::isTextual, "text").asText();
    }

    private void number(JsonNode of, String name, String at) throws ResultException {
        field(of, name, at, value -> value.isNumber() || value.isNull(), "a number or null");
    }

    private JsonNode list(JsonNode of, String name, String at) throws ResultException {
        return field(of, name, at, JsonNode::isArray, "a list");
    }

    private JsonNode object(JsonNode of, String name, String at) throws ResultException {
        return field(of, name, at, JsonNode::isObject, "an object");
    }

    private JsonNode field(
            JsonNode of, String name, String at, Predicate<JsonNode> holds, String kind)
            throws ResultException {
        JsonNode value = of.path(name);
        is(holds.test(value), at + name, kind);
        return value;
    }

    private void is(boolean holds, String field, String kind) throws ResultException {
        if (!holds) {
            throw new ResultException(
                    file, field + " must be " + kind + ", as lab run --out writes it");
        }
    }
}
