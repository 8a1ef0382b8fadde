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

/** Recorded figures of Linux's TCP beside the lab's. */
final class TcpTable {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final double HUNDREDTHS = 100;

    private final String kernel;
    private final RunTimes times;
    private final Map<String, TcpFigures> linux = new LinkedHashMap<>();

    /**
     * @param kernel version of the kernel that was measured
     */
    TcpTable(String kernel, RunTimes times) {
        this.kernel = kernel;
        this.times = times;
    }

    /** A case with the figures of both. */
    record Row(TcpCase of, TcpFigures linux, TcpFigures lab) {
        static void printHead(PrintWriter out) {
            out.printf(
                    Locale.ROOT,
                    "%-24s %8s %8s %6s %8s %8s %6s %8s %8s %6s %8s %8s %7s%n",
                    "case",
                    "Mb/s",
                    "lab",
                    "ratio",
                    "queue",
                    "lab",
                    "ratio",
                    "resent",
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
                    "%-24s %8.2f %8.2f %6.2f %8.2f %8.2f %6.2f %8.0f %8.0f %6.2f %8.0f %8.0f %7.1f%n",
                    of.name(),
                    linux.goodputMbps(),
                    lab.goodputMbps(),
                    lab.goodputMbps() / linux.goodputMbps(),
                    linux.queuePackets(),
                    lab.queuePackets(),
                    lab.queuePackets() / linux.queuePackets(),
                    linux.resent(),
                    lab.resent(),
                    lab.resent() / linux.resent(),
                    linux.resentFromStart(),
                    lab.resentFromStart(),
                    linux.lagMs());
            out.flush();
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
            JsonNode figures = row.required("linux");
            table.linux.put(
                    row.required("case").asText(),
                    new TcpFigures(
                            figures.required("goodputMbps").asDouble(),
                            figures.required("queuePackets").asDouble(),
                            figures.required("resent").asDouble(),
                            figures.required("resentFromStart").asDouble(),
                            figures.required("lagMs").asDouble(),
                            windows(figures)));
        }
        return table;
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
            figures(node.putObject("lab"), row.lab());
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
