// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Vega-Lite specifications of a comparison's plots. Each draws from a CSV file beside it, so that a
 * plot for a paper needs no code: {@code vl2pdf front.vl.json} or any other Vega-Lite viewer.
 */
public final class VegaLite {
    private static final String SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WIDTH = 420;

    private VegaLite() {}

    /** The specifications by the name of their file. */
    public static Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("dots.vl.json", dots());
        files.put("front.vl.json", front());
        files.put("delays.vl.json", delays());
        files.put("series.vl.json", series());
        return files;
    }

    private static ObjectNode spec(String data, String title) {
        ObjectNode spec = JSON.createObjectNode();
        spec.put("$schema", SCHEMA);
        spec.put("title", title);
        spec.putObject("data").put("url", data);
        spec.putObject("resolve").putObject("scale").put("x", "independent").put("y", "shared");
        return spec;
    }

    /** A panel for each network below each other, around what is drawn in each. */
    private static ObjectNode panel(ObjectNode spec) {
        spec.putObject("facet").putObject("row").put("field", "network").putNull("title");
        return spec.putObject("spec").put("width", WIDTH);
    }

    private static ObjectNode field(ObjectNode encoding, String channel, String name, String type) {
        return encoding.putObject(channel).put("field", name).put("type", type);
    }

    private static void logarithmic(ObjectNode channel) {
        channel.putObject("scale").put("type", "log");
    }

    private static String dots() {
        ObjectNode spec = spec("summary.csv", "class-periods with targets kept");
        spec.putArray("transform").addObject().put("filter", "datum.quantity == 'KEPT_PERCENT'");
        ObjectNode drawn = panel(spec);
        ObjectNode encoding = drawn.putObject("encoding");
        field(encoding, "y", "scheme", "nominal").putNull("sort").putNull("title");
        ObjectNode bar = drawn.putArray("layer").addObject();
        bar.putObject("mark").put("type", "errorbar");
        ObjectNode interval = bar.putObject("encoding");
        field(interval, "x", "mean", "quantitative").put("title", "kept, %");
        field(interval, "xError", "half_width", "quantitative");
        ObjectNode dot = drawn.withArray("layer").addObject();
        dot.putObject("mark").put("type", "point").put("filled", true).put("color", "black");
        field(dot.putObject("encoding"), "x", "mean", "quantitative");
        return text(spec);
    }

    private static String front() {
        ObjectNode spec = spec("fronts.csv", "goodput and 99th percentile of class A's delay");
        ((ObjectNode) spec.path("resolve").path("scale")).put("y", "independent");
        ObjectNode drawn = panel(spec);
        ObjectNode encoding = drawn.putObject("encoding");
        ObjectNode x = field(encoding, "x", "goodput_mbps", "quantitative");
        x.put("title", "goodput, Mb/s").putObject("scale").put("zero", false);
        ObjectNode y = field(encoding, "y", "a_p99_us", "quantitative");
        logarithmic(y.put("title", "A p99, µs"));
        ObjectNode line = drawn.putArray("layer").addObject();
        line.putArray("transform").addObject().put("filter", "datum.front == 1");
        line.putObject("mark").put("type", "line").put("color", "black");
        for (String channel : new String[] {"x", "y"}) {
            ObjectNode bar = drawn.withArray("layer").addObject();
            bar.putObject("mark").put("type", "errorbar");
            String width = channel.equals("x") ? "goodput_half_width" : "a_p99_half_width";
            field(bar.putObject("encoding"), channel + "Error", width, "quantitative");
        }
        ObjectNode dot = drawn.withArray("layer").addObject();
        dot.putObject("mark").put("type", "point").put("filled", true);
        field(dot.putObject("encoding"), "color", "front", "nominal").putNull("legend");
        ObjectNode name = drawn.withArray("layer").addObject();
        name.putObject("mark").put("type", "text").put("dx", 6).put("dy", -6).put("align", "left");
        field(name.putObject("encoding"), "text", "scheme", "nominal");
        return text(spec);
    }

    private static String delays() {
        ObjectNode spec = spec("delays.csv", "distribution of class A's one-way delay");
        spec.putArray("transform").addObject().put("filter", "datum.class == 'A'");
        ObjectNode drawn = panel(spec);
        drawn.putObject("mark").put("type", "line");
        ObjectNode encoding = drawn.putObject("encoding");
        ObjectNode x = field(encoding, "x", "delay_us", "quantitative");
        logarithmic(x.put("aggregate", "mean").put("title", "delay, µs"));
        field(encoding, "y", "part", "quantitative").put("title", "part of packets");
        field(encoding, "color", "scheme", "nominal").putNull("sort");
        field(encoding, "strokeDash", "scheme", "nominal").putNull("sort");
        field(encoding, "order", "part", "quantitative");
        return text(spec);
    }

    private static String series() {
        ObjectNode spec = spec("series.csv", "mean queueing delay of class A in each period");
        spec.putArray("transform").addObject().put("filter", "datum.class == 'A'");
        ((ObjectNode) spec.path("resolve").path("scale")).put("y", "independent");
        ObjectNode drawn = panel(spec);
        drawn.putObject("mark").put("type", "line");
        ObjectNode encoding = drawn.putObject("encoding");
        field(encoding, "x", "time_ms", "quantitative").put("title", "time, ms");
        ObjectNode y = field(encoding, "y", "queued_us", "quantitative");
        y.put("aggregate", "mean").put("title", "queueing delay, µs");
        y.putObject("scale").put("type", "symlog");
        field(encoding, "color", "scheme", "nominal").putNull("sort");
        field(encoding, "strokeDash", "scheme", "nominal").putNull("sort");
        return text(spec);
    }

    private static String text(ObjectNode spec) {
        return spec.toPrettyString() + "\n";
    }
}
