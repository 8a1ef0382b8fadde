// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurements of one port's classes by the controller, and losses between hosts and switches, from
 * the file of {@code --json}.
 */
final class PortSamples {
    private final List<JsonNode> rows = new ArrayList<>();
    private long lostFrames;

    /**
     * Reads the samples at the end of a file.
     *
     * @param seconds time before the last sample from which samples count
     */
    static PortSamples read(Path file, String device, long port, double seconds)
            throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> samples = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode sample = mapper.readTree(line);
            if (sample.has("timeSeconds")) {
                samples.add(sample);
            }
        }
        PortSamples found = new PortSamples();
        double last = samples.isEmpty() ? 0 : at(samples.get(samples.size() - 1));
        if (!samples.isEmpty()) {
            for (JsonNode host : samples.get(samples.size() - 1).path("hostFrames")) {
                for (JsonNode count : host.path("lost")) {
                    found.lostFrames += count.asLong();
                }
            }
        }
        for (JsonNode sample : samples) {
            for (JsonNode row : sample.path("ports")) {
                if (at(sample) >= last - seconds
                        && row.path("device").asText().equals(device)
                        && row.path("port").asLong() == port) {
                    found.rows.add(row);
                }
            }
        }
        return found;
    }

    private static double at(JsonNode sample) {
        return sample.path("timeSeconds").asDouble();
    }

    /** Frames lost between the hosts and the switches since the network was made. */
    long lostFrames() {
        return lostFrames;
    }

    /** Mean of a number of a class, such as {@code /delayMs/p99}; NaN if it was never there. */
    double mean(String name, String pointer) {
        double sum = 0;
        int count = 0;
        for (JsonNode row : rows) {
            for (JsonNode each : row.path("classes")) {
                JsonNode value = each.at(pointer);
                if (each.path("name").asText().equals(name) && value.isNumber()) {
                    sum += value.doubleValue();
                    count++;
                }
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }
}
