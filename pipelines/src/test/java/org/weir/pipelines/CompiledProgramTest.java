// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The committed output of p4c has to be that of the committed P4: ./weir p4 makes it so. */
class CompiledProgramTest {

    private static final String SUMS = "src/main/resources/org/weir/pipelines/v1model/weir.sha256";

    @Test
    void compiledFromTheseSources() throws IOException {
        Map<String, String> recorded = recorded();
        Map<String, String> actual = new TreeMap<>();
        for (String file : recorded.keySet()) {
            Path path = Path.of(file);
            actual.put(file, Files.exists(path) ? sha256(Files.readAllBytes(path)) : "missing");
        }
        assertThat(actual).isEqualTo(recorded);
    }

    @Test
    void noSourceIsLeftOut() throws IOException {
        TreeSet<String> sources = new TreeSet<>();
        for (String folder : new String[] {"shared", "v1model"}) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                sources.addAll(
                        files.map(Path::toString)
                                .filter(name -> name.endsWith(".p4"))
                                .collect(Collectors.toList()));
            }
        }
        assertThat(sources).isNotEmpty();
        assertThat(recorded().keySet()).containsAll(sources);
    }

    private static Map<String, String> recorded() throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of(SUMS))) {
            String[] parts = line.split("\\s+", 2);
            sums.put(parts[1], parts[0]);
        }
        return sums;
    }

    private static String sha256(byte[] bytes) {
        try {
            StringBuilder hex = new StringBuilder();
            for (byte each : MessageDigest.getInstance("SHA-256").digest(bytes)) {
                hex.append(String.format("%02x", each));
            }
            return hex.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
