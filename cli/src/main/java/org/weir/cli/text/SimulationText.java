// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.app.change.Plan;

/**
 * A plan's figures as they were measured, as the model expects and guarantees them and as they were
 * simulated, in text of at most 100 columns.
 */
public final class SimulationText {
    private static final String NOT_KNOWN = "-";

    private SimulationText() {}

    /** Five lines for each class at each simulated port; one line if nothing was simulated. */
    public static List<String> of(Plan plan) {
        if (plan.simulation().isEmpty()) {
            return List.of("not simulated (./weir plan " + plan.number() + ")");
        }
        JsonNode simulation = plan.simulation().get();
        TextTable table =
                new TextTable("port class", "", "mean ms", "p99 ms", "loss %", "goodput Mb/s");
        for (JsonNode port : simulation.path("ports")) {
            for (JsonNode one : port.path("classes")) {
                JsonNode planned = planned(plan, port, one.path("name").asText());
                String name =
                        port.path("device").asText()
                                + "/"
                                + port.path("port").asText()
                                + " "
                                + one.path("name").asText();
                row(table, name, "measured", planned.path("measured"));
                row(table, "", "expected", planned.path("planned"));
                row(table, "", "up to", planned.path("planned").path("high"));
                row(table, "", "guaranteed", planned.path("planned").path("guaranteed"));
                row(table, "", "simulated", one);
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        "simulated with %d seeds, %d periods each; ± is the 95 %% confidence"
                                + " interval",
                        simulation.path("seeds").asInt(), simulation.path("periods").asInt()));
        lines.addAll(table.lines());
        simulation
                .path("assumptions")
                .forEach(one -> lines.addAll(TextTable.wrap("assumed: " + one.asText())));
        return lines;
    }

    private static JsonNode planned(Plan plan, JsonNode simulated, String className) {
        for (JsonNode port : plan.ports()) {
            if (port.path("device").equals(simulated.path("device"))
                    && port.path("port").asLong() == simulated.path("port").asLong()) {
                for (JsonNode one : port.path("classes")) {
                    if (one.path("name").asText().equals(className)) {
                        return one;
                    }
                }
            }
        }
        return simulated.path("none");
    }

    private static void row(TextTable table, String name, String source, JsonNode figures) {
        table.row(
                name,
                source,
                text(figures.path("delayMs"), 1),
                text(figures.path("p99DelayMs"), 1),
                text(figures.path("lossFraction"), 100),
                text(figures.path("goodputBps"), 1e-6));
    }

    private static String text(JsonNode value, double factor) {
        if (value.isNumber()) {
            return number(factor * value.asDouble());
        }
        if (!value.isObject()) {
            return NOT_KNOWN;
        }
        double mean = value.path("mean").asDouble();
        double half =
                Math.max(mean - value.path("low").asDouble(), value.path("high").asDouble() - mean);
        return number(factor * mean) + "±" + number(factor * half);
    }

    private static String number(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, value < 0.01 ? "%.1g" : "%.3g", value);
    }
}
