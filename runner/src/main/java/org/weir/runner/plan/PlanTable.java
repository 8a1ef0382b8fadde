// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Figures of a plan side by side, a line for each class at each simulated port and each source of
 * figures.
 */
final class PlanTable {
    private static final String ROW = "%-16s %-8s %-13s %16s %16s %16s %18s";
    private static final double PERCENT = 100;
    private static final double MBPS = 1e-6;

    private final JsonNode plan;
    private final Map<String, JsonNode> more = new LinkedHashMap<>();

    private PlanTable(JsonNode plan) {
        this.plan = plan;
    }

    static PlanTable of(JsonNode plan) {
        return new PlanTable(plan);
    }

    /** The key of a class at a port. */
    static String key(JsonNode port, JsonNode trafficClass) {
        return port.path("device").asText()
                + "/"
                + port.path("port").asText()
                + " "
                + trafficClass.path("name").asText();
    }

    /**
     * The table with another line for each class.
     *
     * @param source of the figures
     * @param figures by {@link #key}
     */
    PlanTable with(String source, JsonNode figures) {
        more.put(source, figures);
        return this;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        ROW, "port", "class", "", "mean ms", "p99 ms", "loss %", "goodput Mb/s"));
        Map<String, JsonNode> simulated = new HashMap<>();
        for (JsonNode port : plan.path("simulation").path("ports")) {
            port.path("classes").forEach(one -> simulated.put(key(port, one), one));
        }
        for (JsonNode port : plan.path("ports")) {
            for (JsonNode one : port.path("classes")) {
                String key = key(port, one);
                boolean hasTraffic = one.path("measured").path("packetBytes").isNumber();
                if (simulated.containsKey(key) || simulated.isEmpty() && hasTraffic) {
                    lines.add(line(port, one, "measured", one.path("measured")));
                    JsonNode planned = one.path("planned");
                    lines.add(line(port, one, "expected", planned));
                    lines.add(line(port, one, "from", planned.path("low")));
                    lines.add(line(port, one, "up to", planned.path("high")));
                    lines.add(line(port, one, "guaranteed", planned.path("guaranteed")));
                    lines.add(line(port, one, "simulated", simulated.getOrDefault(key, none())));
                    more.forEach(
                            (source, all) -> lines.add(line(port, one, source, all.path(key))));
                }
            }
        }
        if (simulated.isEmpty()) {
            lines.add("not simulated");
        }
        return lines;
    }

    private JsonNode none() {
        return plan.path("none");
    }

    private static String line(JsonNode port, JsonNode one, String source, JsonNode figures) {
        Function<String, JsonNode> figure = figures::path;
        boolean isFirst = source.equals("measured");
        return String.format(
                        ROW,
                        isFirst
                                ? port.path("device").asText() + "/" + port.path("port").asText()
                                : "",
                        isFirst ? one.path("name").asText() : "",
                        source,
                        text(figure.apply("delayMs"), 1),
                        text(figure.apply("p99DelayMs"), 1),
                        text(figure.apply("lossFraction"), PERCENT),
                        text(figure.apply("goodputBps"), MBPS))
                .stripTrailing();
    }

    private static String text(JsonNode value, double factor) {
        if (value.isNumber()) {
            return number(factor * value.doubleValue());
        }
        if (!value.isObject()) {
            return "-";
        }
        double mean = value.path("mean").doubleValue();
        double half =
                Math.max(
                        mean - value.path("low").doubleValue(),
                        value.path("high").doubleValue() - mean);
        return number(factor * mean) + " ± " + number(factor * half);
    }

    private static String number(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, value < 0.01 ? "%.1g" : "%.3g", value);
    }
}
