// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/** SHA-256 sums that {@code ./weir p4} writes, as {@code sha256sum} does. */
final class RecordedSums {
    private RecordedSums() {}

    /** Reads the sums, by file. */
    static Map<String, String> read(Path file) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] parts = line.split("\\s+", 2);
            sums.put(parts[1], parts[0]);
        }
        return sums;
    }

    /** The same of files as they are; "missing" where there is none. */
    static Map<String, String> actual(Iterable<String> files) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (String file : files) {
            Path path = Path.of(file);
            sums.put(file, Files.exists(path) ? sha256(Files.readAllBytes(path)) : "missing");
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
