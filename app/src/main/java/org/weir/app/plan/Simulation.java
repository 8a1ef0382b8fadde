// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.shape.JsonShape;
import org.weir.app.shape.JsonType;

/**
 * Result of a simulation of a plan, made outside ONOS and attached to the plan: for each class at
 * each port the mean over several runs, with the 95 % confidence interval. The application checks
 * its form; it cannot check that the figures are true.
 */
public final class Simulation {
    /** Largest number of runs. */
    public static final int MOST_SEEDS = 1000;

    /** Largest number of periods of a run. */
    public static final int MOST_PERIODS = 1_000_000;

    private static final int MOST_ASSUMPTIONS = 50;
    private static final int LONGEST_ASSUMPTION = 500;

    private static final String SEEDS = "seeds";
    private static final String PERIODS = "periods";
    private static final String ASSUMPTIONS = "assumptions";
    private static final String PORTS = "ports";
    private static final String DEVICE = "device";
    private static final String PORT = "port";
    private static final String CLASSES = "classes";
    private static final String NAME = "name";
    private static final String LOSS = "lossFraction";
    private static final List<String> FIGURES =
            List.of("delayMs", "p99DelayMs", LOSS, "goodputBps");
    private static final List<String> CLASS_FIELDS =
            List.of(NAME, "delayMs", "p99DelayMs", LOSS, "goodputBps");
    private static final List<String> BOUNDS = List.of("mean", "low", "high");

    private static final JsonShape<JsonNode> ESTIMATE =
            JsonShape.<JsonNode>named("Estimate")
                    .field("mean", NUMBER, "Mean of the runs.", of("mean"))
                    .field("low", NUMBER, "Lower end of the 95 % confidence interval.", of("low"))
                    .field("high", NUMBER, "Upper end of it.", of("high"))
                    .end();

    private static final JsonShape<JsonNode> CLASS =
            JsonShape.<JsonNode>named("SimulatedClass")
                    .field(NAME, STRING, "Name of the class.", of(NAME))
                    .field("delayMs", figure(), "Mean queueing delay, ms.", of("delayMs"))
                    .field(
                            "p99DelayMs",
                            figure(),
                            "99th percentile of the queueing delay, ms.",
                            of("p99DelayMs"))
                    .field(LOSS, figure(), "Dropped packets over arrived ones.", of(LOSS))
                    .field(
                            "goodputBps",
                            figure(),
                            "Rate that leaves through the port, bit/s.",
                            of("goodputBps"))
                    .end();

    private static final JsonShape<JsonNode> SIMULATED_PORT =
            JsonShape.<JsonNode>named("SimulatedPort")
                    .field(DEVICE, STRING, "ONOS device id.", of(DEVICE))
                    .field(PORT, INTEGER.atLeast(1), "Port number.", of(PORT))
                    .field(
                            CLASSES,
                            JsonType.written("SimulatedClass").list(),
                            "Classes with traffic in the simulation.",
                            of(CLASSES))
                    .end();

    private static final JsonShape<JsonNode> RESULT =
            JsonShape.<JsonNode>named("Simulation")
                    .describe(
                            "Result of a simulation of the plan (./weir plan). A figure that the"
                                    + " simulation does not know is null.")
                    .field(
                            SEEDS,
                            INTEGER.atLeast(1).atMost(MOST_SEEDS),
                            "Runs, each with a seed of its own.",
                            of(SEEDS))
                    .field(
                            PERIODS,
                            INTEGER.atLeast(1).atMost(MOST_PERIODS),
                            "Periods of the control loop that were measured in each run.",
                            of(PERIODS))
                    .field(
                            ASSUMPTIONS,
                            STRING.list(),
                            "What the simulation assumes because it is not measured, in sentences.",
                            of(ASSUMPTIONS))
                    .field(PORTS, JsonType.written("SimulatedPort").list(), "", of(PORTS))
                    .end();

    private Simulation() {}

    private static JsonType figure() {
        return JsonType.written("Estimate").orNull();
    }

    private static Function<JsonNode, Object> of(String field) {
        return node -> node.path(field);
    }

    /** The declared shapes of a simulation's result. */
    public static List<JsonShape<?>> shapes() {
        return List.of(RESULT, SIMULATED_PORT, CLASS, ESTIMATE);
    }

    /**
     * Checks the result of a simulation.
     *
     * @param result of the shape {@code Simulation}
     * @param planned the plan's ports; a result has some of them, with some of their classes
     * @throws RejectedException naming the first field that breaks a rule
     */
    public static void check(ObjectNode result, JsonNode planned) {
        fields("", result, List.of(SEEDS, PERIODS, ASSUMPTIONS, PORTS));
        whole(SEEDS, result.path(SEEDS), MOST_SEEDS);
        whole(PERIODS, result.path(PERIODS), MOST_PERIODS);
        JsonNode assumptions = array(ASSUMPTIONS, result.path(ASSUMPTIONS), MOST_ASSUMPTIONS);
        for (int i = 0; i < assumptions.size(); i++) {
            JsonNode one = assumptions.get(i);
            if (!one.isTextual() || one.textValue().length() > LONGEST_ASSUMPTION) {
                throw invalid(
                        ASSUMPTIONS + "[" + i + "]",
                        "must be a text of at most " + LONGEST_ASSUMPTION + " characters");
            }
        }
        Map<String, Set<String>> known = new HashMap<>();
        planned.forEach(port -> known.put(id(port), names(port.path(CLASSES))));
        JsonNode ports = array(PORTS, result.path(PORTS), known.size());
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            checkPort(PORTS + "[" + i + "]", ports.get(i), known, seen);
        }
    }

    private static void checkPort(
            String path, JsonNode port, Map<String, Set<String>> known, Set<String> seen) {
        fields(path, port, List.of(DEVICE, PORT, CLASSES));
        Set<String> names = known.get(id(port));
        if (names == null || !port.path(PORT).isIntegralNumber()) {
            throw invalid(path, "must be a port of the plan");
        }
        if (!seen.add(id(port))) {
            throw invalid(path, "names " + id(port) + " a second time");
        }
        JsonNode classes = array(path + "." + CLASSES, port.path(CLASSES), names.size());
        Set<String> seenNames = new HashSet<>();
        for (int i = 0; i < classes.size(); i++) {
            JsonNode one = classes.get(i);
            String at = path + "." + CLASSES + "[" + i + "]";
            fields(at, one, CLASS_FIELDS);
            String name = one.path(NAME).asText();
            if (!one.path(NAME).isTextual() || !names.contains(name)) {
                throw invalid(at + "." + NAME, "must be a class of the plan");
            }
            if (!seenNames.add(name)) {
                throw invalid(at + "." + NAME, "names class " + name + " a second time");
            }
            FIGURES.forEach(figure -> checkFigure(at + "." + figure, one.path(figure), figure));
        }
    }

    private static void checkFigure(String path, JsonNode value, String figure) {
        if (value.isNull()) {
            return;
        }
        fields(path, value, BOUNDS);
        double most = figure.equals(LOSS) ? 1 : Double.MAX_VALUE;
        for (String bound : BOUNDS) {
            JsonNode number = value.path(bound);
            if (!number.isNumber()
                    || !(number.doubleValue() >= 0 && number.doubleValue() <= most)) {
                throw invalid(
                        path + "." + bound,
                        most == 1 ? "must be a number from 0 to 1" : "must be a number from 0 on");
            }
        }
        double mean = value.path("mean").doubleValue();
        if (value.path("low").doubleValue() > mean || value.path("high").doubleValue() < mean) {
            throw invalid(path, "must have low <= mean <= high");
        }
    }

    private static String id(JsonNode port) {
        return port.path(DEVICE).asText() + "/" + port.path(PORT).asText();
    }

    private static Set<String> names(JsonNode classes) {
        return StreamSupport.stream(classes.spliterator(), false)
                .map(one -> one.path(NAME).asText())
                .collect(Collectors.toSet());
    }

    private static void fields(String path, JsonNode object, Collection<String> names) {
        String prefix = path.isEmpty() ? "" : path + ".";
        if (!object.isObject()) {
            throw invalid(path, "must be an object");
        }
        for (Iterator<String> each = object.fieldNames(); each.hasNext(); ) {
            String field = each.next();
            if (!names.contains(field)) {
                throw invalid(prefix + field, "is no field here; there are " + names);
            }
        }
        for (String name : names) {
            if (!object.has(name)) {
                throw invalid(prefix + name, "is missing");
            }
        }
    }

    private static void whole(String path, JsonNode value, int most) {
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 1
                || value.intValue() > most) {
            throw invalid(path, "must be a whole number from 1 to " + most);
        }
    }

    private static JsonNode array(String path, JsonNode value, int most) {
        if (!value.isArray() || value.size() > most) {
            throw invalid(path, "must be a list of at most " + most);
        }
        return value;
    }

    private static RejectedException invalid(String path, String rule) {
        return new RejectedException(Reason.INVALID, path, path + ": " + rule);
    }
}
