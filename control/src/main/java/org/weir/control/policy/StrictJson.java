// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Parser of JSON that refuses a field that occurs twice, and text behind the document. */
public final class StrictJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private StrictJson() {}

    /**
     * Parses a document.
     *
     * @param content the document, in UTF-8, UTF-16 or UTF-32
     * @return its root; as Jackson has it for an empty document
     * @throws JsonProcessingException if it is not such JSON
     */
    public static JsonNode read(byte[] content) throws IOException {
        return MAPPER.readTree(content);
    }

    /**
     * Parses a document.
     *
     * @return its root; as Jackson has it for an empty document
     * @throws JsonProcessingException if it is not such JSON
     */
    public static JsonNode read(String content) throws IOException {
        return MAPPER.readTree(content);
    }
}
