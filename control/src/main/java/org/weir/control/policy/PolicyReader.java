// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.PortId;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.solver.SolverMethod;
import org.weir.control.tuning.PolicyInterval;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Reads a policy from the JSON object under {@code apps / org.weir.app / weir} of ONOS's network
 * configuration. It checks every field, and reports the first broken rule with the field's path; it
 * ignores no unknown field. The same rules, as far as JSON Schema can express them, are in {@code
 * netcfg/policy.schema.json}.
 */
public final class PolicyReader {
    /** Largest number of classes; the data plane has 3 bits for them. */
    public static final int MAX_CLASSES = 8;

    /**
     * Largest port number of any platform: 9 bits. The platform decides which of these ports have
     * queues; a policy for a port without queues leads to an alert.
     */
    public static final int MAX_PORT = 511;

    /** Largest rate that fits the data plane's 32 bits of kbit/s, bit/s. */
    public static final long MAX_RATE_BPS = 4_294_967_295_000L;

    /** Longest name of a class, characters. */
    public static final int MAX_NAME_CHARACTERS = 64;

    /** Neither begins nor ends with a space, and has no control character. */
    private static final Pattern NAME =
            Pattern.compile(
                    "[^\\x00-\\x20\\x7f-\\xa0]([^\\x00-\\x1f\\x7f-\\x9f]*[^\\x00-\\x20\\x7f-\\xa0])?");

    private PolicyReader() {}

    /**
     * Reads and checks a policy of any known {@link PolicyFormat}.
     *
     * @param weir the JSON object
     * @param source origin of the object, for messages, such as a file's name
     * @throws PolicyException with {@code SOURCE: FIELD.PATH: rule} if a rule is broken
     */
    public static Policy read(JsonNode weir, String source) {
        JsonFields fields =
                new JsonFields(
                        PolicyFormat.migrate(weir, source),
                        source,
                        "",
                        PolicyFormat.FIELD,
                        "objective",
                        "solver",
                        PolicyInterval.PERIOD_MS.fieldName(),
                        "seed",
                        "port",
                        "ports",
                        PolicyInterval.FEEDBACK_INTERVAL_US.fieldName(),
                        PolicyInterval.REPORT_INTERVAL_US.fieldName(),
                        "classes",
                        "defaultClass",
                        "agents",
                        "routes",
                        "activity",
                        "tunables");
        Policy.Builder policy = new Policy.Builder();
        if (fields.has("objective")) {
            policy.objective = fields.oneOf("objective", "targets", "published");
        }
        if (fields.has("solver")) {
            policy.solver = SolverMethod.of(fields.oneOf("solver", "de", "direct"));
        }
        policy.periodMs = interval(fields, PolicyInterval.PERIOD_MS);
        if (fields.has("seed")) {
            policy.seed = fields.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        }
        policy.feedbackIntervalUs = interval(fields, PolicyInterval.FEEDBACK_INTERVAL_US);
        policy.reportIntervalUs = interval(fields, PolicyInterval.REPORT_INTERVAL_US);
        readClasses(fields, source, policy);
        Map<PortId, JsonFields> portPaths = readPorts(fields, source, policy);
        policy.agents = PortEdgeReader.agents(fields);
        policy.routes = StaticRoute.readAll(fields, source);
        policy.activity = ActivityReader.domain(fields, source);
        if (fields.has("tunables")) {
            policy.tuning = tuning(fields, source);
        }
        Policy read = new Policy(policy);
        PortAqmReader.checkExpiries(read, portPaths);
        return read;
    }

    private static long interval(JsonFields fields, PolicyInterval interval) {
        return fields.has(interval.fieldName())
                ? fields.integer(interval.fieldName(), (long) interval.min(), (long) interval.max())
                : interval.defaultValue();
    }

    private static void readClasses(JsonFields fields, String source, Policy.Builder policy) {
        if (!fields.has("classes")) {
            throw fields.refuse("classes", "is missing");
        }
        List<JsonNode> nodes = fields.array("classes");
        if (nodes.isEmpty() || nodes.size() > MAX_CLASSES) {
            throw fields.refuse(
                    "classes", "must have 1 to " + MAX_CLASSES + " classes, has " + nodes.size());
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            PolicyClass one = policyClass(nodes.get(i), source, i);
            if (names.contains(one.name())) {
                throw fields.refuse(
                        "classes[" + i + "].name", "names class \"" + one.name() + "\" twice");
            }
            names.add(one.name());
            policy.classes.add(one);
        }
        policy.defaultClass = names.size() - 1;
        if (fields.has("defaultClass")) {
            policy.defaultClass = names.indexOf(fields.text("defaultClass"));
            if (policy.defaultClass < 0) {
                throw fields.refuse(
                        "defaultClass",
                        "must name one of the classes "
                                + String.join(", ", names)
                                + ", was "
                                + JsonField.shown(fields.node("defaultClass")));
            }
        }
    }

    private static PolicyClass policyClass(JsonNode node, String source, int index) {
        String path = "classes[" + index + "]";
        JsonFields fields =
                new JsonFields(
                        node, source, path, "name", "kind", "importance", "targets", "match");
        String name = className(fields);
        ClassKind kind = ClassKind.C;
        if (fields.has("kind")) {
            kind = ClassKind.valueOf(fields.oneOf("kind", "A", "B", "C"));
        }
        double importance = fields.has("importance") ? fields.positive("importance") : 1;
        Targets targets =
                fields.has("targets")
                        ? TargetsReader.read(
                                fields.node("targets"), source, path + ".targets", "Bps")
                        : Targets.NONE;
        List<MatchRule> rules = new ArrayList<>();
        List<JsonNode> matches = fields.array("match");
        for (int i = 0; i < matches.size(); i++) {
            rules.add(MatchRuleReader.read(matches.get(i), source, path + ".match[" + i + "]"));
        }
        return new PolicyClass(index, new ClassSpec(name, kind, importance, targets), rules);
    }

    private static String className(JsonFields fields) {
        String name = fields.text("name");
        boolean isLong = name.codePointCount(0, name.length()) > MAX_NAME_CHARACTERS;
        if (isLong || !NAME.matcher(name).matches()) {
            throw fields.refuse(
                    "name",
                    "must have 1 to "
                            + MAX_NAME_CHARACTERS
                            + " characters, no control characters, and no space at an end, was "
                            + JsonField.shown(fields.node("name")));
        }
        return name;
    }

    private static Map<PortId, JsonFields> readPorts(
            JsonFields fields, String source, Policy.Builder policy) {
        List<String> classes = new ArrayList<>();
        policy.classes.forEach(each -> classes.add(each.name()));
        if (fields.has("port")) {
            JsonFields port =
                    new JsonFields(
                            fields.node("port"),
                            source,
                            "port",
                            "rateBps",
                            "capacityPackets",
                            RateWindow.FIELD_NAME,
                            "aqm",
                            "edge");
            policy.defaults = portValues(port, source, classes, false);
        }
        Map<PortId, JsonFields> paths = new TreeMap<>();
        List<JsonNode> nodes = fields.array("ports");
        for (int i = 0; i < nodes.size(); i++) {
            JsonFields port =
                    new JsonFields(
                            nodes.get(i),
                            source,
                            "ports[" + i + "]",
                            "device",
                            "port",
                            "rateBps",
                            "capacityPackets",
                            RateWindow.FIELD_NAME,
                            "aqm",
                            "edge");
            PortId id = new PortId(port.text("device"), port.integer("port", 1, MAX_PORT));
            if (policy.ports.put(id, portValues(port, source, classes, true)) != null) {
                throw port.refuse("port", "names port " + id + " twice");
            }
            paths.put(id, port);
        }
        return paths;
    }

    private static Policy.PortDefaults portValues(
            JsonFields port, String source, List<String> classes, boolean ofOnePort) {
        OptionalLong rateBps = OptionalLong.empty();
        if (port.has("rateBps")) {
            rateBps = OptionalLong.of(port.integer("rateBps", 1000, MAX_RATE_BPS));
        }
        int capacityPackets = 0;
        if (port.has("capacityPackets")) {
            // Each class needs room for a threshold of 1 below a limit of 2.
            capacityPackets = (int) port.integer("capacityPackets", 2L * classes.size(), 65535);
        }
        Optional<RateWindow> rateWindow =
                port.has(RateWindow.FIELD_NAME) ? Optional.of(rateWindow(port)) : Optional.empty();
        Optional<PortAqm> aqm =
                port.has("aqm")
                        ? Optional.of(PortAqmReader.read(port, source, ofOnePort))
                        : Optional.empty();
        Optional<PortEdge> edge =
                port.has("edge")
                        ? Optional.of(PortEdgeReader.read(port, source, classes, ofOnePort))
                        : Optional.empty();
        return new Policy.PortDefaults(rateBps, capacityPackets, rateWindow, aqm, edge);
    }

    private static RateWindow rateWindow(JsonFields port) {
        long us = port.integer(RateWindow.FIELD_NAME, RateWindow.MIN_US, RateWindow.MAX_US);
        if (Long.bitCount(us) != 1) {
            throw port.refuse(RateWindow.FIELD_NAME, "must be a power of two, was " + us);
        }
        return RateWindow.ofUs(us);
    }

    private static Tuning tuning(JsonFields fields, String source) {
        String[] names = Tunable.all().stream().map(Tunable::fieldName).toArray(String[]::new);
        JsonFields values = new JsonFields(fields.node("tunables"), source, "tunables", names);
        Tuning tuning = Tuning.DEFAULTS;
        for (Tunable tunable : Tunable.all()) {
            if (values.has(tunable.fieldName())) {
                double value = values.number(tunable.fieldName(), tunable.min(), tunable.max());
                tuning = tuning.with(tunable, value);
            }
        }
        return tuning;
    }
}
