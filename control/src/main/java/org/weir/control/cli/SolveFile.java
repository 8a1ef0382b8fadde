// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.policy.JsonField;
import org.weir.control.policy.JsonFields;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.StrictJson;
import org.weir.control.policy.TargetsReader;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.PortProblem;

/**
 * The input of {@code weir solve}: ports with the loads and targets of their classes, all rates in
 * packet/s. Its form is in {@code netcfg/solve.schema.json}. Immutable.
 */
final class SolveFile {
    /** Least rate of a port or link, packet/s. */
    private static final double LEAST_RATE_PPS = 0.001;

    /** Largest rate, packet/s. */
    private static final double MOST_RATE_PPS = 1e12;

    private static final int MOST_NAME_CHARACTERS = 100;

    private final String objective;
    private final long seed;
    private final List<PortProblem> ports;

    private SolveFile(String objective, long seed, List<PortProblem> ports) {
        this.objective = objective;
        this.seed = seed;
        this.ports = List.copyOf(ports);
    }

    /**
     * Reads and checks a file.
     *
     * @throws IOException if it cannot be read
     * @throws PolicyException if it is not JSON or breaks a rule; the message names file, field,
     *     rule
     */
    static SolveFile read(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        try {
            return read(StrictJson.read(content), file.toString());
        } catch (JsonProcessingException e) {
            throw new PolicyException(
                    file.toString(), "(whole)", "is not JSON: " + StrictJson.fault(e));
        }
    }

    static SolveFile read(JsonNode node, String source) {
        JsonFields fields =
                new JsonFields(node, source, "", "$schema", "objective", "seed", "ports");
        String objective =
                fields.has("objective")
                        ? fields.oneOf("objective", "targets", "published")
                        : "targets";
        long seed = fields.has("seed") ? fields.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE) : 1;
        List<JsonNode> nodes = fields.array("ports");
        if (nodes.isEmpty()) {
            throw fields.refuse("ports", "must have at least one port");
        }
        List<PortProblem> ports = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            PortProblem port = port(nodes.get(i), source, "ports[" + i + "]");
            if (ports.stream().anyMatch(known -> known.id().equals(port.id()))) {
                throw fields.refuse(
                        "ports[" + i + "].id", "names port \"" + port.id() + "\" twice");
            }
            ports.add(port);
        }
        return new SolveFile(objective, seed, ports);
    }

    private static PortProblem port(JsonNode node, String source, String path) {
        JsonFields fields =
                new JsonFields(
                        node,
                        source,
                        path,
                        "id",
                        "serviceRatePps",
                        "capacityPackets",
                        "linkCount",
                        "linkRatePps",
                        "totalArrivalPps",
                        "classes");
        String id = name(fields, "id");
        double serviceRatePps = fields.number("serviceRatePps", LEAST_RATE_PPS, MOST_RATE_PPS);
        List<JsonNode> nodes = fields.array("classes");
        if (nodes.isEmpty() || nodes.size() > 8) {
            throw fields.refuse("classes", "must have 1 to 8 classes, has " + nodes.size());
        }
        List<ClassProblem> classes = new ArrayList<>();
        double sum = 0;
        for (int i = 0; i < nodes.size(); i++) {
            ClassProblem one = classProblem(nodes.get(i), source, path + ".classes[" + i + "]");
            if (classes.stream().anyMatch(known -> known.name().equals(one.name()))) {
                throw fields.refuse(
                        "classes[" + i + "].name", "names class \"" + one.name() + "\" twice");
            }
            classes.add(one);
            sum += one.arrivalRate();
        }
        int capacityPackets =
                (int) fields.integer("capacityPackets", 2L * classes.size(), 1_000_000);
        long linkCount = fields.has("linkCount") ? fields.integer("linkCount", 1, 1_000_000) : 1;
        double linkRatePps =
                fields.has("linkRatePps")
                        ? fields.number("linkRatePps", LEAST_RATE_PPS, MOST_RATE_PPS)
                        : serviceRatePps;
        double totalArrivalPps =
                fields.has("totalArrivalPps")
                        ? fields.number("totalArrivalPps", 0, MOST_RATE_PPS)
                        : sum;
        return new PortProblem(
                id,
                serviceRatePps,
                capacityPackets,
                linkCount * linkRatePps,
                totalArrivalPps,
                classes);
    }

    private static ClassProblem classProblem(JsonNode node, String source, String path) {
        JsonFields fields =
                new JsonFields(
                        node,
                        source,
                        path,
                        "name",
                        "kind",
                        "arrivalRatePps",
                        "measuredDelayMs",
                        "targets",
                        "importance");
        double measuredMs =
                fields.has("measuredDelayMs") ? fields.notNegative("measuredDelayMs") : 0;
        // Each packet counts as one bit, so the solver's rates are packets per second here.
        return new ClassProblem(
                name(fields, "name"),
                fields.has("kind")
                        ? ClassKind.valueOf(fields.oneOf("kind", "A", "B", "C"))
                        : ClassKind.C,
                fields.has("importance") ? fields.positive("importance") : 1,
                fields.has("targets")
                        ? TargetsReader.read(
                                fields.node("targets"), source, path + ".targets", "Pps")
                        : Targets.NONE,
                fields.number("arrivalRatePps", 0, MOST_RATE_PPS),
                1,
                measuredMs / 1000);
    }

    /** A name, which is printed. */
    private static String name(JsonFields fields, String field) {
        String name = fields.text(field);
        if (name.length() > MOST_NAME_CHARACTERS
                || name.chars().anyMatch(Character::isISOControl)) {
            throw fields.refuse(
                    field,
                    "must have at most "
                            + MOST_NAME_CHARACTERS
                            + " characters and no control characters, was "
                            + JsonField.shown(fields.node(field)));
        }
        return name;
    }

    /** Name of the objective. */
    String objective() {
        return objective;
    }

    /** Seed of what is random. */
    long seed() {
        return seed;
    }

    /** The ports. */
    List<PortProblem> ports() {
        return ports;
    }
}
