// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One HTML page with every figure and table, published beside measured. */
final class ReportPage {
    private static final String STYLE =
            "body{font:15px sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
                    + "table{border-collapse:collapse;margin:1em 0}"
                    + "td,th{border:1px solid #bbb;padding:.2em .6em;text-align:left}"
                    + ".no{background:#fdd}svg{max-width:100%;height:auto}";

    private static final String QUEUE = "packets waiting at a port";
    private static final String SIZES = "message's size, bytes (ten bins of as many messages)";

    private ReportPage() {}

    static String of(List<StoredResult> results) throws IOException, ResultException {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head>");
        page.append("<meta charset=\"utf-8\"><title>Weir lab</title><style>").append(STYLE);
        page.append("</style></head><body><h1>Experiments: published and measured</h1>\n");
        for (StoredResult result : results) {
            page.append("<h2>").append(escape(result.text("experiment"))).append("</h2>\n<p>");
            page.append(escape(result.text("title"))).append(" (");
            page.append(escape(result.text("source"))).append("), ");
            page.append(result.root().path("seeds").size());
            page.append(" seeds; bars are 95 % confidence intervals, lines the first seed.</p>\n");
            result.otherVersion()
                    .ifPresent(
                            text -> page.append("<p class=\"no\">").append(text).append("</p>\n"));
            statements(result, page);
            for (JsonNode quantity : result.root().path("quantities")) {
                page.append(bars(result, quantity)).append('\n');
            }
            page.append(lines(result, "queue", "time, s", "queue, packets", false));
            page.append(lines(result, "allowed", "time, s", "rate allowed, Mb/s", false));
            page.append(lines(result, "queue-cdf", QUEUE, "part of looks not above", false));
            page.append(lines(result, "slowdown", SIZES, "p99 of slowdown", true));
            parameters(result, page);
        }
        return page.append("</body></html>\n").toString();
    }

    private static void statements(StoredResult result, StringBuilder page) {
        if (result.root().path("published").isEmpty()) {
            return;
        }
        page.append("<table><tr><th>statement</th><th>published</th><th>measured</th>");
        page.append("<th>ratio</th><th>comes out</th></tr>\n");
        for (JsonNode row : result.root().path("published")) {
            boolean comesOut = row.path("comesOut").asBoolean();
            page.append(comesOut ? "<tr>" : "<tr class=\"no\">");
            cell(page, row.path("statement").asText());
            cell(page, ResultsTable.number(row.path("published")));
            cell(page, ResultsTable.number(row.path("measured")));
            cell(
                    page,
                    row.path("published").isNull() ? "" : ResultsTable.number(row.path("ratio")));
            String reason = row.path("reason").asText();
            cell(page, comesOut ? "yes" : "no" + (reason.isEmpty() ? "" : ": " + reason));
            page.append("</tr>\n");
        }
        page.append("</table>\n");
    }

    private static String bars(StoredResult result, JsonNode quantity) throws IOException {
        List<String> labels = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        List<Double> half = new ArrayList<>();
        for (JsonNode one : result.root().path("cases")) {
            JsonNode value = one.path("measured").path(quantity.path("name").asText());
            labels.add(one.path("case").asText());
            means.add(value.path("mean").asDouble());
            half.add(value.path("ci95").asDouble());
        }
        String label = quantity.path("label").asText();
        return Plots.bars(label, quantity.path("unit").asText(), labels, means, half);
    }

    /** The first column of values of a series, a line for each case. */
    private static String lines(
            StoredResult result, String name, String xAxis, String yAxis, boolean logarithmic)
            throws IOException, ResultException {
        Map<String, double[][]> lines = new LinkedHashMap<>();
        for (Map.Entry<String, List<double[]>> entry : result.series(name).entrySet()) {
            List<double[]> rows = entry.getValue();
            double[][] line = new double[2][rows.size()];
            for (int i = 0; i < rows.size(); i++) {
                line[0][i] = rows.get(i)[0];
                line[1][i] = rows.get(i)[1];
            }
            if (line[0].length > 0) {
                lines.put(entry.getKey(), line);
            }
        }
        return lines.isEmpty() ? "" : Plots.lines(yAxis, xAxis, yAxis, lines, logarithmic) + "\n";
    }

    private static void parameters(StoredResult result, StringBuilder page) {
        page.append("<details><summary>parameters</summary><table><tr><th>case</th><th>parameter");
        page.append("</th><th>value</th><th>unit</th><th>meaning</th><th>source</th></tr>\n");
        for (JsonNode one : result.root().path("cases")) {
            one.path("parameters")
                    .fields()
                    .forEachRemaining(
                            entry -> {
                                page.append("<tr>");
                                cell(page, one.path("case").asText());
                                cell(page, entry.getKey());
                                cell(page, entry.getValue().path("value").asText());
                                cell(page, entry.getValue().path("unit").asText());
                                cell(page, entry.getValue().path("meaning").asText());
                                cell(page, entry.getValue().path("source").asText());
                                page.append("</tr>\n");
                            });
        }
        page.append("</table></details>\n");
    }

    private static void cell(StringBuilder page, String text) {
        page.append("<td>").append(escape(text)).append("</td>");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
