// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Parser of JSON that refuses a field that occurs twice, text behind the document, long numbers and
 * deep nesting. A tree of a number takes time with the square of its digits, and one of nested
 * objects takes stack, so both are refused before a tree is made.
 */
public final class StrictJson {
    /** Longest number, characters. No number of a document needs more. */
    public static final int MOST_NUMBER_CHARACTERS = 40;

    /** Deepest nesting of objects and arrays. */
    public static final int MOST_DEPTH = 64;

    private static final ObjectMapper MAPPER =
            new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final Map<Pattern, String> PLAIN = plain();

    private StrictJson() {}

    /**
     * Parses a document.
     *
     * @param content the document, in UTF-8, UTF-16 or UTF-32
     * @return its root; as Jackson has it for an empty document
     * @throws JsonProcessingException if it is not such JSON
     */
    public static JsonNode read(byte[] content) throws IOException {
        try (JsonParser tokens = MAPPER.getFactory().createParser(content)) {
            checkLimits(tokens);
        }
        return MAPPER.readTree(content);
    }

    /**
     * Parses a document.
     *
     * @return its root; as Jackson has it for an empty document
     * @throws JsonProcessingException if it is not such JSON
     */
    public static JsonNode read(String content) throws IOException {
        try (JsonParser tokens = MAPPER.getFactory().createParser(content)) {
            checkLimits(tokens);
        }
        return MAPPER.readTree(content);
    }

    /**
     * Fault of a document that {@link #read} refused, in plain words and without names of Java.
     *
     * @return for example {@code text follows the end of the document (line 2, column 5)}
     */
    public static String fault(JsonProcessingException refusal) {
        String text = refusal.getOriginalMessage();
        for (Map.Entry<Pattern, String> each : PLAIN.entrySet()) {
            text = each.getKey().matcher(text).replaceAll(each.getValue());
        }
        JsonLocation at = refusal.getLocation();
        return at == null
                ? text
                : text + " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }

    private static Map<Pattern, String> plain() {
        Map<Pattern, String> plain = new LinkedHashMap<>();
        plain.put(
                Pattern.compile("(?s)^Trailing token .*"), "text follows the end of the document");
        plain.put(
                Pattern.compile("(?s)^Non-standard token '([^']*)'.*"), "$1 is no number of JSON");
        plain.put(
                Pattern.compile("(?s)^Unexpected character \\('/' .*COMMENT.*"),
                "JSON has no comments");
        plain.put(
                Pattern.compile("(?s)^Unexpected character \\('.' \\(code 65279.*"),
                "unexpected byte order mark");
        plain.put(Pattern.compile("(?s)^Unrecognized token ('[^']*'):.*"), "unexpected word $1");
        // Of Jackson's own limits, from 2.15 on.
        plain.put(
                Pattern.compile("(?s)^Number value length .*"),
                "a number must have at most " + MOST_NUMBER_CHARACTERS + " characters");
        plain.put(Pattern.compile("(?s), from `[^`]*`"), "");
        plain.put(Pattern.compile("(?s) \\(start marker at \\[.*?\\]\\)"), "");
        plain.put(Pattern.compile("(?s)\\n? at \\[Source: .*"), "");
        return plain;
    }

    /** Reads token by token, which takes time with the length of the document and no stack. */
    private static void checkLimits(JsonParser tokens) throws IOException {
        int depth = 0;
        for (JsonToken one = tokens.nextToken(); one != null; one = tokens.nextToken()) {
            if (one.isStructStart() && ++depth > MOST_DEPTH) {
                throw new JsonParseException(
                        tokens,
                        "objects and arrays must not be nested more than " + MOST_DEPTH + " deep");
            }
            if (one.isStructEnd()) {
                depth--;
            }
            if (one.isNumeric() && tokens.getTextLength() > MOST_NUMBER_CHARACTERS) {
                throw new JsonParseException(
                        tokens,
                        "a number must have at most " + MOST_NUMBER_CHARACTERS + " characters");
            }
        }
    }
}
