// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.Series;
import org.weir.lab.scheme.Parameter;

/**
 * Writes a result as {@code DIR/ID/result.json} and its series as {@code
 * DIR/ID/SERIES.CASE.SEED.csv}. The same result gives the same bytes.
 */
public final class ResultFiles {
    /** The file that holds everything but the series. */
    public static final String RESULT = "result.json";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectWriter WRITER =
            MAPPER.writer(
                    new DefaultPrettyPrinter()
                            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                            .withArrayIndenter(DefaultPrettyPrinter.FixedSpaceIndenter.instance));

    private ResultFiles() {}

    /**
     * Makes the folder that an experiment's result goes to, and makes sure that it can be written.
     *
     * @param directory that gets a folder named as the experiment
     * @throws IOException when that cannot be written
     */
    public static Path prepare(Experiment experiment, Path directory) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(experiment.id()));
        Files.delete(Files.createTempFile(folder, RESULT, null));
        return folder;
    }

    /**
     * Writes a result. Its file comes last and whole: a result that is there has all its series.
     *
     * @param directory that gets a folder named as the experiment
     * @throws IOException when that cannot be written
     */
    public static void write(Result result, Path directory) throws IOException {
        Path folder = prepare(result.experiment(), directory);
        for (Result.CaseResult one : result.cases()) {
            for (int i = 0; i < one.outcomes().size(); i++) {
                for (Series series : one.outcomes().get(i).series()) {
                    Files.writeString(
                            folder.resolve(fileName(series, one.label(), result.seeds().get(i))),
                            series.toCsv(),
                            StandardCharsets.UTF_8);
                }
            }
        }
        Path whole = folder.resolve(RESULT + ".new");
        Files.writeString(whole, json(result), StandardCharsets.UTF_8);
        Files.move(whole, folder.resolve(RESULT), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String fileName(Series series, String label, long seed) {
        return series.name() + "." + new RunName("", label, seed).inFileNames() + ".csv";
    }

    /**
     * The text of a result's file.
     *
     * @throws IOException never; Jackson declares it
     */
    public static String json(Result result) throws IOException {
        Experiment experiment = result.experiment();
        ObjectNode root = MAPPER.createObjectNode();
        root.put("experiment", experiment.id());
        root.put("version", experiment.version());
        root.put("title", experiment.title());
        root.put("source", experiment.source());
        root.put("scenario", experiment.scenario().id());
        ArrayNode seeds = root.putArray("seeds");
        result.seeds().forEach(seeds::add);
        ArrayNode quantities = root.putArray("quantities");
        for (Quantity quantity : shown(experiment)) {
            ObjectNode node = quantities.addObject();
            node.put("name", quantity.name());
            node.put("label", quantity.label());
            node.put("unit", quantity.unit());
        }
        ArrayNode cases = root.putArray("cases");
        for (Result.CaseResult one : result.cases()) {
            write(one, result.seeds(), cases.addObject());
        }
        ArrayNode published = root.putArray("published");
        for (Verdict verdict : Verdict.of(result)) {
            ObjectNode node = published.addObject();
            write(verdict, node);
            node.put("comesOut", verdict.comesOut());
            node.put("reason", verdict.comesOut() ? "" : verdict.statement().reason());
            node.put("reasonIsShown", verdict.reasonIsShown());
            ArrayNode shownBy = node.putArray("shownBy");
            for (Verdict shown : verdict.shownBy()) {
                ObjectNode run = shownBy.addObject();
                write(shown, run);
                run.put("confirms", shown.comesOut());
            }
        }
        return WRITER.writeValueAsString(root) + "\n";
    }

    private static void write(Verdict verdict, ObjectNode node) {
        node.put("statement", verdict.statement().text());
        node.put("unit", verdict.statement().unit());
        put(node, "published", verdict.statement().published());
        put(node, "measured", verdict.measured());
        if (Double.isFinite(verdict.halfWidth())) {
            node.put("halfWidth", verdict.halfWidth());
        }
        put(node, "ratio", verdict.measured() / verdict.statement().published());
    }

    private static List<Quantity> shown(Experiment experiment) {
        return experiment.scenario().quantities().stream()
                .filter(quantity -> experiment.quantities().contains(quantity.name()))
                .toList();
    }

    private static void write(Result.CaseResult one, List<Long> seeds, ObjectNode node) {
        node.put("case", one.label());
        node.put("scheme", one.scheme());
        ObjectNode parameters = node.putObject("parameters");
        for (Parameter parameter : one.values().declared()) {
            ObjectNode described = parameters.putObject(parameter.name());
            put(described, "value", one.values().get(parameter.name()));
            described.put("unit", parameter.unit());
            put(described, "default", parameter.normal());
            described.put("meaning", parameter.meaning());
            described.put("source", parameter.source());
        }
        ObjectNode measured = node.putObject("measured");
        for (Map.Entry<String, Estimate> entry : one.estimates().entrySet()) {
            ObjectNode estimate = measured.putObject(entry.getKey());
            put(estimate, "mean", entry.getValue().mean());
            put(estimate, "ci95", entry.getValue().halfWidth());
            ArrayNode values = estimate.putArray("values");
            entry.getValue().values().forEach(values::add);
        }
        ArrayNode series = node.putArray("series");
        for (int i = 0; i < seeds.size(); i++) {
            for (Series each : one.outcomes().get(i).series()) {
                series.add(fileName(each, one.label(), seeds.get(i)));
            }
        }
    }

    /** A number, whole ones without a point; null for what is none. */
    private static void put(ObjectNode node, String name, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            node.putNull(name);
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            node.put(name, (long) value);
        } else {
            node.put(name, value);
        }
    }
}
