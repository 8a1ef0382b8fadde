// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.weir.control.PortId;

/** The ports at which a plan is in force before the rest of the network. Immutable. */
public final class Canary {
    private static final Pattern PORT = Pattern.compile("(.+)/([1-9][0-9]{0,8})");

    private final Set<PortId> ports;
    private final long timeMs;
    private final String who;

    /**
     * A canary.
     *
     * @param ports its ports, at least one
     * @param timeMs wall-clock time at which the first of them got the plan's policy, ms since 1970
     * @param who user who began it
     */
    public Canary(Set<PortId> ports, long timeMs, String who) {
        this.ports = Collections.unmodifiableSet(new TreeSet<>(ports));
        this.timeMs = timeMs;
        this.who = who;
    }

    /** Its ports, in order. */
    public Set<PortId> ports() {
        return ports;
    }

    /** Wall-clock time at which it began, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** User who began it. */
    public String who() {
        return who;
    }

    /**
     * Reads a list of ports.
     *
     * @param text ports as {@code device/number}, separated by commas
     * @throws IllegalArgumentException if one is something else, or is named twice
     */
    public static Set<PortId> ports(String text) {
        Set<PortId> ports = new TreeSet<>();
        for (String one : text.split(",", -1)) {
            Matcher port = PORT.matcher(one.trim());
            if (!port.matches()) {
                throw refusal("must be device/number, such as device:s1/4, was \"" + one + "\"");
            }
            if (!ports.add(new PortId(port.group(1), Long.parseLong(port.group(2))))) {
                throw refusal("names " + one.trim() + " twice");
            }
        }
        return ports;
    }

    private static IllegalArgumentException refusal(String rule) {
        return new IllegalArgumentException("ports: " + rule);
    }

    /** Its ports as text, separated by commas. */
    public String text() {
        return ports.stream().map(PortId::toString).collect(Collectors.joining(", "));
    }

    /** The same canary with more ports. */
    public Canary with(Set<PortId> more) {
        Set<PortId> all = new TreeSet<>(ports);
        all.addAll(more);
        return new Canary(all, timeMs, who);
    }

    ObjectNode stored() {
        ObjectNode stored = JsonNodeFactory.instance.objectNode();
        ArrayNode list = stored.put("timeMs", timeMs).put("who", who).putArray("ports");
        ports.forEach(one -> list.addObject().put("device", one.device()).put("port", one.port()));
        return stored;
    }

    static Canary of(JsonNode stored) {
        Set<PortId> ports = new TreeSet<>();
        for (JsonNode one : stored.path("ports")) {
            ports.add(new PortId(one.path("device").asText(), one.path("port").asLong()));
        }
        return new Canary(ports, stored.path("timeMs").asLong(), stored.path("who").asText());
    }
}
