// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Paths;

/** A policy in a file on the machine of the ONOS node. */
final class PolicyFile {
    /** Largest size of a file, as of a request to REST. */
    static final int MAX_BYTES = 1 << 20;

    /** As strict as REST. */
    private static final ObjectMapper STRICT =
            new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private PolicyFile() {}

    /**
     * Reads it; whether it is a valid policy is checked later.
     *
     * @throws IllegalArgumentException if there is no such file, or it is no JSON object, has a
     *     field twice, or text behind the object; without any text of the file
     */
    static ObjectNode read(String name) {
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(Paths.get(name))) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new IllegalArgumentException("file: no such file on this ONOS node: " + name, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("file: cannot be read: " + name, e);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "file: larger than " + MAX_BYTES + " bytes: " + name);
        }
        try {
            JsonNode policy = STRICT.readTree(bytes);
            if (policy != null && policy.isObject()) {
                return (ObjectNode) policy;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "file: at line "
                            + e.getLocation().getLineNr()
                            + " no JSON, or a field that occurs twice: "
                            + name,
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException("file: cannot be read: " + name, e);
        }
        throw new IllegalArgumentException("file: must hold a JSON object: " + name);
    }
}
