// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Writers of the switches of a run, by the log of {@code weir up --write-log}.
 *
 * @param accepted requests to write that the switches accepted
 * @param refused requests that they refused
 * @param second accepted requests of another client than the switch's primary at that time
 */
record Writers(int accepted, int refused, int second) {

    /**
     * Reads a log so far.
     *
     * @throws IOException if it cannot be read, or a line is none of such a log
     */
    static Writers read(Path log) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        Map<String, JsonNode> primaries = new HashMap<>();
        int accepted = 0;
        int refused = 0;
        int second = 0;
        String text = Files.readString(log);
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            JsonNode entry = mapper.readTree(line);
            String device = entry.path("switch").asText();
            JsonNode electionId = entry.path("electionId");
            switch (entry.path("event").asText()) {
                case "primary" -> primaries.put(device, electionId);
                case "write" -> {
                    if (!entry.path("accepted").asBoolean()) {
                        refused++;
                    } else {
                        accepted++;
                        second += electionId.equals(primaries.get(device)) ? 0 : 1;
                    }
                }
                default -> throw new IOException(log + ": not of a write log: " + line);
            }
        }
        return new Writers(accepted, refused, second);
    }
}
