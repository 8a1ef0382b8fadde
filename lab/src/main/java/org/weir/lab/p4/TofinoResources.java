// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.p4;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.weir.control.cli.StandardOutput;

/**
 * Use of the ASIC's resources by the compiled Tofino programs, from the reports of the compiler and
 * the assembler, as a table in Markdown.
 */
public final class TofinoResources {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Stages that the ASIC has, which the compiler's log leaves out; the log ends with the last in
     * use.
     */
    private static final Map<String, Integer> STAGES =
            new TreeMap<>(Map.of("tofino", 12, "tofino2", 20));

    /** Tables that a stage can have, for the same reason. */
    private static final int TABLES_PER_STAGE = 16;

    private static final List<String> PROGRAMS = List.of("weir", "weir_abc");

    private TofinoResources() {}

    /**
     * Prints the table and ends the process with the exit code.
     *
     * @param args none
     * @throws IOException if a file of the compiler is missing or is not JSON
     */
    public static void main(String[] args) throws IOException {
        Map<String, Map<String, String>> columns = new LinkedHashMap<>();
        Set<String> rows = new LinkedHashSet<>();
        for (String target : STAGES.keySet()) {
            for (String program : PROGRAMS) {
                Map<String, String> column = column(target, program);
                columns.put(target + ", " + program, column);
                rows.addAll(column.keySet());
            }
        }
        System.out.println(
                "| used, of what the ASIC has | " + String.join(" | ", columns.keySet()) + " |");
        System.out.println("|---".repeat(columns.size() + 1) + "|");
        for (String row : rows) {
            StringBuilder line = new StringBuilder("| " + row);
            columns.values()
                    .forEach(column -> line.append(" | ").append(column.getOrDefault(row, "")));
            System.out.println(line + " |");
        }
        System.exit(StandardOutput.finish("weir p4", System.out, System.err, 0));
    }

    private static Map<String, String> column(String target, String program) throws IOException {
        String folder = "tna/" + target + "/" + program;
        JsonNode log =
                read("/org/weir/lab/compiled/" + folder + "/resources.json").path("resources");
        JsonNode used = log.path("mau").path("mau_stages");
        int stages = STAGES.get(target);
        int tables = 0;
        int srams = 0;
        int mapRams = 0;
        int tcams = 0;
        int statefulAlus = 0;
        int counterAlus = 0;
        int hashUnits = 0;
        for (JsonNode stage : used) {
            tables += stage.path("logical_tables").path("ids").size();
            srams += stage.path("rams").path("srams").size();
            mapRams += stage.path("map_rams").path("maprams").size();
            tcams += stage.path("tcams").path("tcams").size();
            statefulAlus += stage.path("meter_alus").path("meters").size();
            counterAlus += stage.path("statistic_alus").path("stats").size();
            hashUnits += stage.path("hash_distribution_units").path("units").size();
        }
        JsonNode one = used.path(0);
        Map<String, String> column = new LinkedHashMap<>();
        column.put("stages", of(used.size(), stages));
        column.put("tables, with those of single actions", of(tables, TABLES_PER_STAGE * stages));
        column.put(
                "SRAM blocks of 128 Kbit", of(srams, stages * area(one.path("rams"), "nColumns")));
        column.put("map RAMs", of(mapRams, stages * area(one.path("map_rams"), "nUnits")));
        column.put(
                "TCAM blocks of 512 x 44 bits",
                of(tcams, stages * area(one.path("tcams"), "nColumns")));
        column.put(
                "stateful and meter ALUs",
                of(statefulAlus, stages * count(one, "meter_alus", "nAlus")));
        column.put("counter ALUs", of(counterAlus, stages * count(one, "statistic_alus", "nAlus")));
        column.put(
                "hash distribution units",
                of(
                        hashUnits,
                        stages
                                * count(one, "hash_distribution_units", "nUnitIds")
                                * count(one, "hash_distribution_units", "nHashIds")));
        Map<String, Map<Integer, Set<Integer>>> containers =
                containers(read("/org/weir/pipelines/" + folder + "/context.json"));
        log.path("phv_containers")
                .fields()
                .forEachRemaining(
                        kind -> {
                            for (JsonNode size : kind.getValue()) {
                                int width = size.path("width").asInt();
                                Set<Integer> numbers =
                                        containers
                                                .getOrDefault(kind.getKey(), Map.of())
                                                .getOrDefault(width, Set.of());
                                column.put(
                                        "PHV, " + kind.getKey() + ", " + width + " bits",
                                        of(numbers.size(), size.path("units").asInt()));
                            }
                        });
        return column;
    }

    private static String of(int used, int all) {
        return used + " of " + all;
    }

    private static int area(JsonNode memory, String columns) {
        return memory.path("nRows").asInt() * memory.path(columns).asInt();
    }

    private static int count(JsonNode stage, String kind, String number) {
        return stage.path(kind).path(number).asInt();
    }

    /** Numbers of the containers that are in use in any stage, by kind and width. */
    private static Map<String, Map<Integer, Set<Integer>>> containers(JsonNode context) {
        Map<String, Map<Integer, Set<Integer>>> containers = new TreeMap<>();
        for (JsonNode stage : context.path("phv_allocation")) {
            for (String direction : new String[] {"ingress", "egress"}) {
                for (JsonNode container : stage.path(direction)) {
                    containers
                            .computeIfAbsent(
                                    container.path("container_type").asText(),
                                    kind -> new TreeMap<>())
                            .computeIfAbsent(
                                    container.path("word_bit_width").asInt(),
                                    width -> new TreeSet<>())
                            .add(container.path("phv_number").asInt());
                }
            }
        }
        return containers;
    }

    private static JsonNode read(String resource) throws IOException {
        try (InputStream in = TofinoResources.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource + ": not there; ./weir p4 makes it");
            }
            return JSON.readTree(in);
        }
    }
}
