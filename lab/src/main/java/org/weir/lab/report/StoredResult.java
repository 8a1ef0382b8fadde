// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.weir.control.cli.FileFault;
import org.weir.control.policy.StrictJson;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.ResultFiles;

/**
 * A result as {@code lab run --out} has written it.
 *
 * @param experiment that it is the result of
 * @param folder of its files
 * @param root of its JSON, of the shape that {@link ResultShape} checks
 */
record StoredResult(Experiment experiment, Path folder, JsonNode root) {
    /**
     * Those of a directory, in the order of the experiments.
     *
     * @throws ResultException when one cannot be read, is damaged or somebody else's
     */
    static List<StoredResult> all(Path directory) throws ResultException {
        List<StoredResult> all = new ArrayList<>();
        for (Experiment experiment : Experiments.all()) {
            Path folder = directory.resolve(experiment.id());
            if (Files.exists(folder.resolve(ResultFiles.RESULT))) {
                all.add(read(experiment, folder));
            }
        }
        return all;
    }

    /**
     * Folders of a directory that hold a result of no experiment that there is.
     *
     * @throws IOException when the directory cannot be read
     */
    static List<Path> unknown(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(directory)) {
            return folders.filter(folder -> Files.exists(folder.resolve(ResultFiles.RESULT)))
                    .filter(one -> Experiments.find(one.getFileName().toString()).isEmpty())
                    .sorted()
                    .toList();
        }
    }

    private static StoredResult read(Experiment experiment, Path folder) throws ResultException {
        Path file = folder.resolve(ResultFiles.RESULT);
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new ResultException(file, "is not JSON: " + StrictJson.fault(e));
        } catch (IOException e) {
            throw new ResultException(file, "cannot be read: " + FileFault.of(e));
        }
        new ResultShape(file).check(root, experiment.id());
        return new StoredResult(experiment, folder, root);
    }

    String text(String field) {
        return root.path(field).asText();
    }

    /** Whether its statements are Weir's own and not a paper's. */
    boolean isOwn() {
        return text("source").startsWith("Weir's own") || text("source").startsWith("ours");
    }

    /** Note on a result that an older or newer version of the experiment gave. */
    Optional<String> otherVersion() {
        int version = root.path("version").asInt();
        return version == experiment.version()
                ? Optional.empty()
                : Optional.of(
                        "written by version "
                                + version
                                + " of the experiment, not comparable with its version "
                                + experiment.version());
    }

    /**
     * The first seed's series of a name, by case: the first two columns of each row.
     *
     * @throws IOException when a file cannot be read
     * @throws ResultException when a file holds no series
     */
    Map<String, List<double[]>> series(String name) throws IOException, ResultException {
        Map<String, List<double[]>> byCase = new LinkedHashMap<>();
        for (JsonNode one : root.path("cases")) {
            String label = one.path("case").asText();
            for (JsonNode file : one.path("series")) {
                if (file.asText().startsWith(name + ".") && !byCase.containsKey(label)) {
                    byCase.put(label, rows(folder.resolve(file.asText())));
                }
            }
        }
        return byCase;
    }

    private static List<double[]> rows(Path file) throws IOException, ResultException {
        if (!Files.isRegularFile(file)) {
            throw new ResultException(file, "is missing; its result names it");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (MalformedInputException e) {
            throw new ResultException(file, "is no text");
        }
        List<double[]> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",");
            try {
                rows.add(new double[] {Double.parseDouble(cells[0]), Double.parseDouble(cells[1])});
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new ResultException(
                        file,
                        "line " + (i + 1) + " must be two numbers or more, with commas between");
            }
        }
        return rows;
    }
}
