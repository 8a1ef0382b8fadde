// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.weir.agent.registration.ControllerAccess;
import org.weir.control.cli.FileFault;
import org.weir.control.policy.JsonField;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.StrictJson;
import org.weir.reaction.Reaction;
import org.weir.reaction.ReactionTunable;
import org.weir.reaction.config.NotificationReader;
import org.weir.reaction.config.ReactionReader;

/**
 * Settings of an agent, as a JSON object. Its fields, with their defaults:
 *
 * <ul>
 *   <li>{@code interface}: name of the network interface; required
 *   <li>{@code rateBps}: rate of its line; what Linux says about the interface
 *   <li>{@code classes}: class indices of the network; 0 to 7
 *   <li>{@code releaseSeconds}: longest time that a flow stays shaped without feedback; 20
 *   <li>{@code maxFlows}: flows that are shaped at most; 256
 *   <li>{@code checkSockets}: refuse feedback about ports that no socket has; true
 *   <li>{@code metrics}: address and port of the metrics, such as 127.0.0.1:9464; none
 *   <li>{@code controller}: address of ONOS, such as https://onos:8443; none
 *   <li>{@code credentials}: file with the words for it, only with {@code controller}; the
 *       environment's
 *   <li>{@code leaseSeconds}: time for which it remembers an address that is not renewed; 30
 *   <li>{@code reaction}: as a flow of {@code network.json} has it, or of the kind dcqcn or p4qcn;
 *       share
 * </ul>
 *
 * @param device name of the network interface
 * @param rateBps rate of its line, bit/s; empty for what Linux says
 * @param classes class indices of the network
 * @param releaseSeconds longest time that a flow stays shaped without feedback, s
 * @param maxFlows flows that are shaped at most
 * @param checkSockets true to refuse feedback about ports that no socket has
 * @param metrics address and port of the metrics, {@code ADDRESS:PORT}
 * @param controller controller with which the addresses are registered
 * @param leaseSeconds time for which it remembers an address that is not renewed, s
 * @param reaction JSON of the reaction
 */
public record AgentSettings(
        String device,
        Optional<Long> rateBps,
        Set<Integer> classes,
        double releaseSeconds,
        int maxFlows,
        boolean checkSockets,
        Optional<String> metrics,
        Optional<ControllerAccess> controller,
        int leaseSeconds,
        JsonNode reaction) {
    /** Classes that a network can have. */
    public static final int MOST_CLASSES = 8;

    /** Longest time that a flow stays shaped without feedback, unless told otherwise, s. */
    public static final double RELEASE_SECONDS = 20;

    /** Flows that are shaped at most, unless told otherwise. */
    public static final int MAX_FLOWS = 256;

    private static final int MOST_FLOWS = 4000;
    private static final double SHORTEST_RELEASE_SECONDS = 0.1;
    private static final double LONGEST_RELEASE_SECONDS = 3600;

    /** Time for which the controller remembers an address, unless told otherwise, s. */
    public static final int LEASE_SECONDS = 30;

    private static final int SHORTEST_LEASE_SECONDS = 5;
    private static final int LONGEST_LEASE_SECONDS = 3600;
    private static final String CONTROLLER = "controller";
    private static final String CREDENTIALS = "credentials";
    private static final String LEASE = "leaseSeconds";
    private static final String INTERFACE = "interface";
    private static final String RATE = "rateBps";
    private static final String CLASSES = "classes";
    private static final String RELEASE = "releaseSeconds";
    private static final String FLOWS = "maxFlows";
    private static final String SOCKETS = "checkSockets";
    private static final String METRICS = "metrics";
    private static final String REACTION = "reaction";
    private static final String KIND = "kind";
    private static final Set<String> KINDS =
            Set.of(
                    ReactionReader.MIXED,
                    ReactionReader.SHARE,
                    "pmqecn",
                    "target-rate",
                    ReactionReader.MESSAGES,
                    NotificationReader.DCQCN,
                    NotificationReader.P4QCN);
    private static final List<String> FIELDS =
            List.of(
                    INTERFACE,
                    RATE,
                    CLASSES,
                    RELEASE,
                    FLOWS,
                    SOCKETS,
                    METRICS,
                    CONTROLLER,
                    CREDENTIALS,
                    LEASE,
                    REACTION);

    /** The object in a file. */
    public static ObjectNode file(Path path) {
        JsonNode root;
        try {
            root = StrictJson.read(Files.readAllBytes(path));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new PolicyException(
                    path.toString(), "(whole)", "is not JSON: " + StrictJson.fault(e));
        } catch (IOException e) {
            throw new PolicyException(
                    path.toString(), "(whole)", "cannot be read: " + FileFault.of(e));
        }
        if (!(root instanceof ObjectNode object)) {
            throw new PolicyException(path.toString(), "(whole)", "must be a JSON object");
        }
        return object;
    }

    /**
     * Reads settings.
     *
     * @param source name of the file, or of the options, for messages
     * @throws PolicyException with field and rule, if one is broken
     */
    public static AgentSettings read(String source, ObjectNode root) {
        JsonField all = new JsonField(source, "", root).object(FIELDS);
        String device = all.required(INTERFACE).text();
        if (!device.matches("[A-Za-z0-9_.-]{1,15}") || device.matches("\\.{1,2}")) {
            throw all.required(INTERFACE)
                    .error("must be the name of a network interface, not \"" + device + "\"");
        }
        AgentSettings settings =
                new AgentSettings(
                        device,
                        all.optional(RATE).map(rate -> rate.integer(1, Reaction.MAX_LINE_BPS)),
                        classes(all),
                        all.numberOr(
                                RELEASE,
                                SHORTEST_RELEASE_SECONDS,
                                LONGEST_RELEASE_SECONDS,
                                RELEASE_SECONDS),
                        (int) all.integerOr(FLOWS, 1, MOST_FLOWS, MAX_FLOWS),
                        all.boolOr(SOCKETS, true),
                        all.optional(METRICS).map(JsonField::text),
                        controller(all),
                        (int)
                                all.integerOr(
                                        LEASE,
                                        SHORTEST_LEASE_SECONDS,
                                        LONGEST_LEASE_SECONDS,
                                        LEASE_SECONDS),
                        all.optional(REACTION)
                                .map(JsonField::node)
                                .orElseGet(
                                        () ->
                                                JsonNodeFactory.instance
                                                        .objectNode()
                                                        .put(KIND, ReactionReader.OF_AGENTS)));
        JsonNode kind = settings.reaction.path(KIND);
        if (kind.isTextual()) {
            reactionError(kind.textValue())
                    .ifPresent(
                            error -> {
                                throw new PolicyException(source, REACTION + "." + KIND, error);
                            });
        }
        settings.reaction(source, 1, Reaction.MAX_LINE_BPS);
        return settings;
    }

    /**
     * Checks the kind of a reaction point.
     *
     * @return the broken rule; empty if agents have this kind
     */
    public static Optional<String> reactionError(String kind) {
        return KINDS.contains(kind)
                ? Optional.empty()
                : Optional.of(
                        "must be mixed, share, messages, pmqecn, target-rate, dcqcn or p4qcn, not \""
                                + kind
                                + "\"");
    }

    private static Optional<ControllerAccess> controller(JsonField all) {
        Path file = all.optional(CREDENTIALS).map(JsonField::text).map(Path::of).orElse(null);
        if (file != null && all.optional(CONTROLLER).isEmpty()) {
            throw all.required(CREDENTIALS)
                    .error("needs a controller (--controller) that the words are for");
        }
        return all.optional(CONTROLLER)
                .map(AgentSettings::urls)
                .map(
                        urls ->
                                ControllerAccess.of(
                                        urls, file, System.getenv(ControllerAccess.VARIABLE)));
    }

    /** One address, or an array of those of several nodes. */
    private static List<String> urls(JsonField field) {
        List<JsonField> urls = field.node().isArray() ? field.elements() : List.of(field);
        if (urls.isEmpty()) {
            throw field.error("must have an address in it");
        }
        return urls.stream().map(JsonField::text).toList();
    }

    private static Set<Integer> classes(JsonField all) {
        Optional<JsonField> field = all.optional(CLASSES);
        if (field.isEmpty()) {
            return IntStream.range(0, MOST_CLASSES).boxed().collect(Collectors.toSet());
        }
        Set<Integer> classes = new TreeSet<>();
        for (JsonField each : field.get().elements()) {
            classes.add((int) each.integer(0, MOST_CLASSES - 1));
        }
        if (classes.isEmpty()) {
            throw field.get().error("must have a class index in it");
        }
        return new HashSet<>(classes);
    }

    /**
     * The reaction of a flow that starts at a rate, unless the settings give another.
     *
     * @param startBps rate at the start, bit/s
     * @param lineBps rate of the line, bit/s
     */
    public Reaction reaction(double startBps, long lineBps) {
        return reaction("reaction", startBps, lineBps);
    }

    /**
     * Least time between two notifications about a flow, ns; empty if the reaction obeys feedback.
     *
     * @param lineBps rate of the line, bit/s
     */
    public Optional<Long> notificationIntervalNs(long lineBps) {
        return obeysNotifications()
                ? Optional.of(
                        new NotificationReader(new JsonField(REACTION, REACTION, reaction), lineBps)
                                .intervalNs())
                : Optional.empty();
    }

    private boolean obeysNotifications() {
        return NotificationReader.KINDS.contains(reaction.path(KIND).asText());
    }

    private Reaction reaction(String source, double startBps, long lineBps) {
        ObjectNode flow = JsonNodeFactory.instance.objectNode();
        JsonNode node = reaction.deepCopy();
        String start = ReactionTunable.START_BPS.fieldName();
        if (node instanceof ObjectNode fields && !fields.has(start)) {
            fields.put(start, Math.max(1, Math.round(startBps)));
        }
        if (obeysNotifications()) {
            return new NotificationReader(new JsonField(source, REACTION, node), lineBps)
                    .reaction();
        }
        flow.set(REACTION, node);
        JsonField field = new JsonField(source, "", flow);
        // Settings with a kind that does nothing were refused.
        return ReactionReader.read(field, lineBps).orElseThrow();
    }
}
