// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Experiments;
import org.weir.lab.experiment.ResultFiles;

/**
 * A result as {@code lab run --out} has written it.
 *
 * @param folder of its files
 * @param root of its JSON
 */
record StoredResult(Path folder, JsonNode root) {
    /**
     * Those of a directory, in the order of the experiments.
     *
     * @throws IOException when one cannot be read
     */
    static List<StoredResult> all(Path directory) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<StoredResult> all = new ArrayList<>();
        for (Experiment experiment : Experiments.all()) {
            Path folder = directory.resolve(experiment.id());
            Path file = folder.resolve(ResultFiles.RESULT);
            if (Files.exists(file)) {
                all.add(new StoredResult(folder, mapper.readTree(file.toFile())));
            }
        }
        return all;
    }

    String text(String field) {
        return root.path(field).asText();
    }

    /**
     * The first seed's series of a name, by case.
     *
     * @throws IOException when a file cannot be read
     */
    Map<String, List<String[]>> series(String name) throws IOException {
        Map<String, List<String[]>> byCase = new LinkedHashMap<>();
        for (JsonNode one : root.path("cases")) {
            for (JsonNode file : one.path("series")) {
                if (file.asText().startsWith(name + ".")) {
                    List<String[]> rows = new ArrayList<>();
                    for (String line : Files.readAllLines(folder.resolve(file.asText()))) {
                        rows.add(line.split(","));
                    }
                    byCase.putIfAbsent(one.path("case").asText(), rows);
                }
            }
        }
        return byCase;
    }
}
