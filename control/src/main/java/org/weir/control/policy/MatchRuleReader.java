// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads one classification rule from JSON. */
final class MatchRuleReader {
    private static final Map<String, Integer> PROTOCOLS =
            Map.of(
                    "icmp",
                    1,
                    "tcp",
                    MatchRule.TCP,
                    "udp",
                    MatchRule.UDP,
                    "icmpv6",
                    58,
                    "sctp",
                    132);

    /** The value of vlanId and innerVlanId for packets without the tag. */
    private static final String NO_TAG = "none";

    private MatchRuleReader() {}

    static MatchRule read(JsonNode node, String source, String path) {
        JsonFields fields =
                new JsonFields(
                        node,
                        source,
                        path,
                        "vlanId",
                        "vlanPcp",
                        "innerVlanId",
                        "innerVlanPcp",
                        "dscp",
                        "protocol",
                        "source",
                        "destination",
                        "sourcePorts",
                        "destinationPorts",
                        "device",
                        "ports");
        MatchRule.Builder rule = MatchRule.builder();
        rule.tag(tag(fields, "vlanId", "vlanPcp"));
        rule.innerTag(tag(fields, "innerVlanId", "innerVlanPcp"));
        if (fields.has("dscp")) {
            rule.dscp((int) fields.integer("dscp", 0, 63));
        }
        if (fields.has("protocol")) {
            rule.protocol(protocol(fields));
        }
        if (fields.has("source")) {
            rule.source(parsed(fields, "source", IpPrefix::parse));
        }
        if (fields.has("destination")) {
            rule.destination(parsed(fields, "destination", IpPrefix::parse));
        }
        if (fields.has("sourcePorts")) {
            rule.sourcePorts(portRange(fields, "sourcePorts"));
        }
        if (fields.has("destinationPorts")) {
            rule.destinationPorts(portRange(fields, "destinationPorts"));
        }
        if (fields.has("device")) {
            rule.device(fields.text("device"));
        }
        if (fields.has("ports")) {
            rule.ports(ports(fields));
        }
        try {
            return rule.build();
        } catch (IllegalArgumentException e) {
            throw new PolicyException(source, path, e.getMessage());
        }
    }

    private static TagMatch tag(JsonFields fields, String idName, String pcpName) {
        OptionalInt pcp =
                fields.has(pcpName)
                        ? OptionalInt.of((int) fields.integer(pcpName, 0, TagMatch.MAX_PCP))
                        : OptionalInt.empty();
        if (!fields.has(idName)) {
            return TagMatch.tagged(OptionalInt.empty(), pcp);
        }
        JsonNode id = fields.node(idName);
        if (id.isTextual() && NO_TAG.equals(id.textValue())) {
            if (pcp.isPresent()) {
                throw fields.refuse(pcpName, "needs a tag, " + idName + " \"none\" excludes it");
            }
            return TagMatch.NONE;
        }
        if (!id.isIntegralNumber()
                || !id.canConvertToInt()
                || id.intValue() < 0
                || id.intValue() > TagMatch.MAX_VLAN_ID) {
            throw fields.refuse(
                    idName,
                    "must be \"none\" or a whole number from 0 to "
                            + TagMatch.MAX_VLAN_ID
                            + ", was "
                            + JsonField.shown(id));
        }
        return TagMatch.tagged(OptionalInt.of(id.intValue()), pcp);
    }

    private static int protocol(JsonFields fields) {
        JsonNode value = fields.node("protocol");
        if (value.isTextual() && PROTOCOLS.containsKey(value.textValue())) {
            return PROTOCOLS.get(value.textValue());
        }
        if (value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= 0
                && value.intValue() <= 255) {
            return value.intValue();
        }
        throw fields.refuse(
                "protocol",
                "must be one of "
                        + String.join(", ", new TreeSet<>(PROTOCOLS.keySet()))
                        + " or a whole number from 0 to 255, was "
                        + JsonField.shown(value));
    }

    private static PortRange portRange(JsonFields fields, String name) {
        JsonNode value = fields.node(name);
        if (value.isIntegralNumber()) {
            int port = (int) fields.integer(name, 0, 65535);
            return new PortRange(port, port);
        }
        return parsed(fields, name, PortRange::parse);
    }

    private static <T> T parsed(JsonFields fields, String name, Function<String, T> parser) {
        String text = fields.text(name);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw fields.refuse(name, e.getMessage());
        }
    }

    private static TreeSet<Integer> ports(JsonFields fields) {
        TreeSet<Integer> ports = new TreeSet<>();
        int index = 0;
        for (JsonNode value : fields.array("ports")) {
            String name = "ports[" + index++ + "]";
            if (!value.isIntegralNumber()
                    || !value.canConvertToInt()
                    || value.intValue() < 1
                    || value.intValue() > PolicyReader.MAX_PORT) {
                throw fields.refuse(
                        name,
                        "must be a whole number from 1 to "
                                + PolicyReader.MAX_PORT
                                + ", was "
                                + JsonField.shown(value));
            }
            if (!ports.add(value.intValue())) {
                throw fields.refuse(name, "names port " + value + " twice");
            }
        }
        if (ports.isEmpty()) {
            throw fields.refuse("ports", "must name at least one port");
        }
        return ports;
    }
}
