// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the samples that {@code weir up --json} adds to its file, each once. */
final class SampleFollower {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final ObjectMapper mapper = new ObjectMapper();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long offsetBytes;

    SampleFollower(Path file) {
        this.file = file;
    }

    /** The samples that have been completed since the last call; none while there is no file. */
    List<SoakReading> read() throws IOException {
        List<SoakReading> readings = new ArrayList<>();
        if (!Files.exists(file)) {
            return readings;
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(offsetBytes);
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                offsetBytes += length;
                for (int i = 0; i < length; i++) {
                    if (buffer[i] != '\n') {
                        line.write(buffer[i]);
                        continue;
                    }
                    JsonNode node = mapper.readTree(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                    // The last line is the summary.
                    if (node.has("timeSeconds")) {
                        readings.add(SoakReading.of(node));
                    }
                }
            }
        }
        return readings;
    }
}
