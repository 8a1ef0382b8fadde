// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One HTML page with every figure and table, published beside measured. */
final class ReportPage {
    private static final String STYLE =
            "body{font:15px sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
                    + "table{border-collapse:collapse;margin:1em 0}"
                    + "td,th{border:1px solid #bbb;padding:.2em .6em;text-align:left}"
                    + "td:first-child{min-width:14em}"
                    + ".no{background:#fdd}.shown{background:#eee}"
                    + ".shown td:first-child{padding-left:2em}svg{max-width:100%;height:auto}";

    private static final String QUEUE = "packets waiting at a port";
    private static final String SIZES = "message's size, bytes (ten bins of as many messages)";

    private ReportPage() {}

    static String of(List<StoredResult> results) throws IOException, ResultException {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head>");
        page.append("<meta charset=\"utf-8\"><title>Weir lab</title><style>").append(STYLE);
        page.append("</style></head><body><h1>Experiments: published and measured</h1>\n<p>");
        page.append(escape(Tally.of(results).toString())).append("</p>\n");
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
            page.append(against(result, "goodput", "rttMean"));
            page.append(against(result, "goodput", "queueMax"));
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
        page.append("<th>ratio</th><th>");
        page.append(result.isOwn() ? "holds" : "reproduced").append("</th></tr>\n");
        for (JsonNode row : result.root().path("published")) {
            Judgement judgement = Judgement.of(row);
            boolean reproduced = judgement == Judgement.REPRODUCED;
            row(page, "", reproduced ? "yes" : "no", row, judgement.withReason(row));
            for (JsonNode shown : row.path("shownBy")) {
                boolean confirms = shown.path("confirms").asBoolean();
                row(page, "↳ ", confirms ? "shown" : "no", shown, confirms ? "so" : "not so");
            }
        }
        page.append("</table>\n");
    }

    private static void row(
            StringBuilder page, String begin, String kind, JsonNode row, String end) {
        JsonNode published = row.path("published");
        page.append("<tr class=\"").append(kind).append("\">");
        cell(page, begin + row.path("statement").asText());
        cell(page, ResultsTable.number(published, row));
        cell(page, ResultsTable.number(row.path("measured"), row));
        cell(page, published.isNull() ? "" : ResultsTable.number(row.path("ratio")));
        cell(page, end);
        page.append("</tr>\n");
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

    /**
     * One quantity's means against another's: a point for each case, cases of one scheme joined by
     * a line; nothing where the experiment is not about both.
     */
    private static String against(StoredResult result, String along, String quantity)
            throws IOException {
        Map<String, String> axes = new LinkedHashMap<>();
        for (JsonNode one : result.root().path("quantities")) {
            String unit = one.path("unit").asText();
            axes.put(one.path("name").asText(), one.path("label").asText() + ", " + unit);
        }
        if (!axes.containsKey(along) || !axes.containsKey(quantity)) {
            return "";
        }
        Map<String, TreeMap<Double, Double>> schemes = new LinkedHashMap<>();
        for (JsonNode one : result.root().path("cases")) {
            JsonNode measured = one.path("measured");
            schemes.computeIfAbsent(one.path("scheme").asText(), key -> new TreeMap<>())
                    .put(
                            measured.path(along).path("mean").asDouble(),
                            measured.path(quantity).path("mean").asDouble());
        }
        String yAxis = axes.get(quantity);
        return Plots.points(yAxis + " against " + along, axes.get(along), yAxis, schemes) + "\n";
    }

    /** The first column of values of a series, a line for each case. */
    private static String lines(
            StoredResult result, String name, String xAxis, String yAxis, boolean logarithmic)
            throws IOException, ResultException {
        Map<String, double[][]> lines = new LinkedHashMap<>();
        for (Map.Entry<String, List<double[]>> entry : result.series(name).entrySet()) {
            if (!entry.getValue().isEmpty()) {
                lines.put(entry.getKey(), VisiblePoints.of(entry.getValue(), Plots.WIDTH / 2));
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
