// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.p4;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.weir.pipelines.P4Limits;

/**
 * What the compiled Tofino programs use of the ASIC, from what the compiler and the assembler wrote
 * about them, as a table in Markdown.
 */
public final class TofinoResources {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Blocks of one kind in one stage. */
    private static final class Stage {
        int tables;
        int sramBlocks;
        int tcamBlocks;
        int statefulAlus;
        int counterAlus;
        int hashUnits;

        void add(Stage other) {
            tables += other.tables;
            sramBlocks += other.sramBlocks;
            tcamBlocks += other.tcamBlocks;
            statefulAlus += other.statefulAlus;
            counterAlus += other.counterAlus;
            hashUnits += other.hashUnits;
        }

        String row() {
            return String.format(
                    "%d | %d | %d | %d | %d | %d",
                    tables, sramBlocks, tcamBlocks, statefulAlus, counterAlus, hashUnits);
        }
    }

    private TofinoResources() {}

    /**
     * Prints the table.
     *
     * @param args none
     * @throws IOException if a file of the compiler is missing or is not JSON
     */
    public static void main(String[] args) throws IOException {
        for (String target : new String[] {"tofino", "tofino2"}) {
            print(
                    target,
                    read("tna/" + target + "/resources.json"),
                    read("tna/" + target + "/context.json"),
                    System.out);
        }
    }

    private static void print(String target, JsonNode log, JsonNode context, PrintStream out) {
        JsonNode stages = log.path("resources").path("mau").path("mau_stages");
        out.println("**" + target + "**");
        out.println();
        out.println(
                "| stage | tables | SRAM | TCAM | stateful ALUs | counter ALUs | hash units |");
        out.println("|---|---|---|---|---|---|---|");
        Stage sum = new Stage();
        int used = 0;
        for (JsonNode each : stages) {
            Stage stage = stage(each);
            if (stage.tables > 0) {
                used++;
                out.println(
                        "| " + each.path("stage_number").asInt() + " | " + stage.row() + " |");
            }
            sum.add(stage);
        }
        out.println(
                "| " + used + " of " + stages.size() + " stages | " + sum.row() + " |");
        JsonNode first = stages.path(0);
        JsonNode srams = first.path("rams");
        JsonNode tcams = first.path("tcams");
        out.printf(
                "| the ASIC has | %d | %d | %d | %d | %d | %d |%n%n",
                // Logical tables of a stage; the log does not say.
                16 * stages.size(),
                srams.path("nRows").asInt() * srams.path("nColumns").asInt() * stages.size(),
                tcams.path("nRows").asInt() * tcams.path("nColumns").asInt() * stages.size(),
                first.path("meter_alus").path("nAlus").asInt() * stages.size(),
                first.path("statistic_alus").path("nAlus").asInt() * stages.size(),
                first.path("hash_distribution_units").path("nUnitIds").asInt()
                        * first.path("hash_distribution_units").path("nHashIds").asInt()
                        * stages.size());
        out.println("| PHV containers | 8 bits | 16 bits | 32 bits |");
        out.println("|---|---|---|---|");
        Map<String, Map<Integer, Set<Integer>>> containers = containers(context);
        log.path("resources")
                .path("phv_containers")
                .fields()
                .forEachRemaining(
                        kind -> {
                            StringBuilder row = new StringBuilder("| " + kind.getKey());
                            for (JsonNode size : kind.getValue()) {
                                int count =
                                        containers
                                                .getOrDefault(kind.getKey(), Map.of())
                                                .getOrDefault(size.path("width").asInt(), Set.of())
                                                .size();
                                row.append(" | ").append(count).append(" of ");
                                row.append(size.path("units").asInt());
                            }
                            out.println(row + " |");
                        });
        out.println();
    }

    private static Stage stage(JsonNode log) {
        Stage stage = new Stage();
        stage.tables = log.path("logical_tables").path("ids").size();
        stage.sramBlocks = log.path("rams").path("srams").size();
        stage.tcamBlocks = log.path("tcams").path("tcams").size();
        stage.statefulAlus = log.path("meter_alus").path("meters").size();
        stage.counterAlus = log.path("statistic_alus").path("stats").size();
        stage.hashUnits = log.path("hash_distribution_units").path("units").size();
        return stage;
    }

    /** Containers in use in any stage, by kind and width. */
    private static Map<String, Map<Integer, Set<Integer>>> containers(JsonNode context) {
        Map<String, Map<Integer, Set<Integer>>> containers = new LinkedHashMap<>();
        for (JsonNode stage : context.path("phv_allocation")) {
            for (String direction : new String[] {"ingress", "egress"}) {
                for (JsonNode container : stage.path(direction)) {
                    containers
                            .computeIfAbsent(
                                    container.path("container_type").asText(),
                                    kind -> new LinkedHashMap<>())
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
        try (InputStream in = P4Limits.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource + ": not there; ./weir p4 makes it");
            }
            return JSON.readTree(in);
        }
    }
}
