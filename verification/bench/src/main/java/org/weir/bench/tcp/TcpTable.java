// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.weir.lab.engine.Stall;

/** Recorded figures of Linux's TCP beside the lab's. */
final class TcpTable {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final double HUNDREDTHS = 100;
    private static final double TEN_THOUSANDTHS = 10_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final String kernel;
    private final RunTimes times;
    private final Map<String, TcpFigures> linux = new LinkedHashMap<>();
    private final Map<String, List<TcpFigures>> runs = new LinkedHashMap<>();

    /**
     * @param kernel version of the kernel that was measured
     */
    TcpTable(String kernel, RunTimes times) {
        this.kernel = kernel;
        this.times = times;
    }

    /**
     * A case with the figures of both.
     *
     * @param linux means of Linux's runs
     * @param runs Linux's runs; empty if they are not known
     * @param lab means of the lab's runs
     */
    record Row(TcpCase of, TcpFigures linux, List<TcpFigures> runs, TcpFigures lab) {
        static void printHead(PrintWriter out) {
            out.printf(
                    Locale.ROOT,
                    "%-24s %8s %8s %6s %8s %7s %8s %6s %8s %7s %8s %6s %8s %8s %7s%n",
                    "case",
                    "Mb/s",
                    "lab",
                    "ratio",
                    "queue",
                    "sd",
                    "lab",
                    "ratio",
                    "resent",
                    "sd",
                    "lab",
                    "ratio",
                    "all",
                    "lab",
                    "lag ms");
            out.flush();
        }

        void print(PrintWriter out) {
            out.printf(
                    Locale.ROOT,
                    "%-24s %8.2f %8.2f %6.2f %8.2f %7s %8.2f %6.2f %8.0f %7s %8.0f %6.2f %8.0f %8.0f %7.1f%n",
                    of.name(),
                    linux.goodputMbps(),
                    lab.goodputMbps(),
                    lab.goodputMbps() / linux.goodputMbps(),
                    linux.queuePackets(),
                    deviation(TcpFigures::queuePackets),
                    lab.queuePackets(),
                    lab.queuePackets() / linux.queuePackets(),
                    linux.resent(),
                    deviation(TcpFigures::resent),
                    lab.resent(),
                    lab.resent() / linux.resent(),
                    linux.resentFromStart(),
                    lab.resentFromStart(),
                    linux.lagMs());
            out.flush();
        }

        /** Standard deviation of Linux's runs; a hyphen if there is only one. */
        private String deviation(ToDoubleFunction<TcpFigures> figure) {
            return runs.size() < 2
                    ? "-"
                    : String.format(Locale.ROOT, "%.1f", TcpFigures.deviation(runs, figure));
        }
    }

    /** Version of this machine's kernel. */
    static String kernel() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip();
    }

    RunTimes times() {
        return times;
    }

    /** Names of the recorded cases. */
    List<String> names() {
        return List.copyOf(linux.keySet());
    }

    /**
     * Linux's figures of a case.
     *
     * @throws IOException if the table has no such case
     */
    TcpFigures linux(String name) throws IOException {
        TcpFigures found = linux.get(name);
        if (found == null) {
            throw new IOException("the recorded table has no case " + name);
        }
        return found;
    }

    /** Linux's runs of a case; empty if the table has only their means. */
    List<TcpFigures> runs(String name) {
        return runs.getOrDefault(name, List.of());
    }

    static TcpTable read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        }
    }

    static TcpTable read(InputStream in) throws IOException {
        JsonNode root = JSON.readTree(in);
        RunTimes times =
                new RunTimes(
                        root.required("seconds").asInt(), root.required("warmUpSeconds").asInt());
        TcpTable table = new TcpTable(root.required("kernel").asText(), times);
        for (JsonNode row : root.required("cases")) {
            String name = row.required("case").asText();
            table.linux.put(name, figures(row.required("linux")));
            List<TcpFigures> runs = new ArrayList<>();
            row.path("runs").forEach(run -> runs.add(figures(run)));
            table.runs.put(name, List.copyOf(runs));
        }
        return table;
    }

    private static TcpFigures figures(JsonNode node) {
        return new TcpFigures(
                node.required("goodputMbps").asDouble(),
                node.required("queuePackets").asDouble(),
                node.required("resent").asDouble(),
                node.required("resentFromStart").asDouble(),
                node.required("lagMs").asDouble(),
                stalls(node),
                windows(node));
    }

    /** Stalls, which tables of earlier versions leave out: times, s, and lengths, ms. */
    private static List<Stall> stalls(JsonNode figures) {
        List<Stall> all = new ArrayList<>();
        JsonNode flat = figures.path("stalls");
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            long atNs = Math.round(flat.get(i).asDouble() * NS_PER_SECOND);
            all.add(new Stall(atNs, Math.round(flat.get(i + 1).asDouble() * NS_PER_MS)));
        }
        return all;
    }

    private static void stalls(ObjectNode to, TcpFigures of) {
        ArrayNode flat = to.putArray("stalls");
        for (Stall stall : of.stalls()) {
            flat.add(Math.round(stall.atNs() / NS_PER_SECOND * TEN_THOUSANDTHS) / TEN_THOUSANDTHS);
            flat.add(rounded(stall.lengthNs() / NS_PER_MS));
        }
    }

    void write(Path file, List<Row> rows) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("kernel", kernel);
        root.put("seconds", times.seconds());
        root.put("warmUpSeconds", times.warmUpSeconds());
        ArrayNode cases = root.putArray("cases");
        for (Row row : rows) {
            ObjectNode node = cases.addObject();
            node.put("case", row.of().name());
            figures(node.putObject("linux"), row.linux());
            windows(node.withObject("linux"), row.linux());
            ArrayNode ofRuns = node.putArray("runs");
            for (TcpFigures run : row.runs()) {
                ObjectNode ofRun = ofRuns.addObject();
                figures(ofRun, run);
                stalls(ofRun, run);
            }
            figures(node.putObject("lab"), row.lab());
            windows(node.withObject("lab"), row.lab());
        }
        Files.writeString(file, root.toString() + "\n");
    }

    /** Windows, which a committed table leaves out. */
    private static List<List<double[]>> windows(JsonNode figures) {
        List<List<double[]>> all = new ArrayList<>();
        for (JsonNode flow : figures.path("windows")) {
            List<double[]> points = new ArrayList<>();
            for (int i = 0; i + 1 < flow.size(); i += 2) {
                points.add(new double[] {flow.get(i).asDouble(), flow.get(i + 1).asDouble()});
            }
            all.add(points);
        }
        return all;
    }

    private static void figures(ObjectNode to, TcpFigures of) {
        to.put("goodputMbps", rounded(of.goodputMbps()));
        to.put("queuePackets", rounded(of.queuePackets()));
        to.put("resent", rounded(of.resent()));
        to.put("resentFromStart", rounded(of.resentFromStart()));
        to.put("lagMs", rounded(of.lagMs()));
    }

    private static void windows(ObjectNode to, TcpFigures of) {
        ArrayNode windows = to.putArray("windows");
        for (List<double[]> flow : of.windows()) {
            ArrayNode points = windows.addArray();
            flow.forEach(point -> points.add(rounded(point[0])).add(rounded(point[1])));
        }
    }

    private static double rounded(double value) {
        return Math.round(value * HUNDREDTHS) / HUNDREDTHS;
    }
}
