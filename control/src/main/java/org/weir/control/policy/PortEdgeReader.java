// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.weir.control.policy.PortEdge.Dscp;
import org.weir.control.policy.PortEdge.LeadsTo;

/**
 * Reader of a policy's fields for the edge of the network: the {@code edge} of a port, or of all
 * ports, and {@code agents}.
 */
final class PortEdgeReader {
    private static final String EDGE = "edge";
    private static final String LEADS_TO = "leadsTo";
    private static final String DSCP = "dscp";
    private static final String CLASSES = "classes";
    private static final String CONTROLLER_FRAMES = "controllerFrames";
    private static final String ADDRESSES = "addresses";
    private static final String SOURCES = "sources";
    private static final String AGENTS = "agents";

    private PortEdgeReader() {}

    /**
     * Reads the {@code edge} of a port.
     *
     * @param port the object that has the field
     * @param source for messages
     * @param classNames names of the policy's classes in the order of their index
     * @param ofOnePort whether it is for one port, which may name what it leads to
     */
    static PortEdge read(
            JsonFields port, String source, List<String> classNames, boolean ofOnePort) {
        JsonFields fields =
                new JsonFields(
                        port.node(EDGE),
                        source,
                        port.pathOf(EDGE),
                        LEADS_TO,
                        DSCP,
                        CLASSES,
                        CONTROLLER_FRAMES,
                        ADDRESSES,
                        SOURCES);
        if (!ofOnePort && fields.has(LEADS_TO)) {
            throw fields.refuse(
                    LEADS_TO, "is of one port, so it can stand in ports[] only, not in port");
        }
        LeadsTo leadsTo = PortEdge.DEFAULT.leadsTo();
        if (fields.has(LEADS_TO)) {
            leadsTo = oneOf(fields, LEADS_TO, LeadsTo.values(), LeadsTo::word);
        }
        Dscp dscp = PortEdge.DEFAULT.dscp();
        if (fields.has(DSCP)) {
            dscp = oneOf(fields, DSCP, Dscp.values(), Dscp::word);
        }
        int mask = PortEdge.ALL_CLASSES;
        if (fields.has(CLASSES)) {
            mask = 0;
            for (JsonNode each : fields.array(CLASSES)) {
                int index = each.isTextual() ? classNames.indexOf(each.textValue()) : -1;
                if (index < 0) {
                    throw fields.refuse(
                            CLASSES,
                            "must have names of the classes "
                                    + String.join(", ", classNames)
                                    + ", has "
                                    + JsonField.shown(each));
                }
                mask |= 1 << index;
            }
        }
        int frames = PortEdge.DEFAULT.controllerFrames();
        if (fields.has(CONTROLLER_FRAMES)) {
            frames = (int) fields.integer(CONTROLLER_FRAMES, 1, PortEdge.MAX_CONTROLLER_FRAMES);
        }
        int addresses = PortEdge.DEFAULT.addresses();
        if (fields.has(ADDRESSES)) {
            addresses = (int) fields.integer(ADDRESSES, 1, PortEdge.MAX_ADDRESSES);
        }
        List<IpPrefix> sources = fields.has(SOURCES) ? sources(fields) : null;
        return new PortEdge(leadsTo, dscp, mask, frames, addresses, sources);
    }

    private static <T> T oneOf(
            JsonFields fields, String name, T[] values, Function<T, String> word) {
        List<String> words = Arrays.stream(values).map(word).collect(Collectors.toList());
        return values[words.indexOf(fields.oneOf(name, words.toArray(new String[0])))];
    }

    /** Reads {@code sources}. The access list of the P4 programs has no IPv6 addresses. */
    private static List<IpPrefix> sources(JsonFields fields) {
        List<IpPrefix> sources = prefixes(fields, SOURCES);
        if (sources.isEmpty()) {
            throw fields.refuse(SOURCES, "must have an address or prefix");
        }
        for (IpPrefix source : sources) {
            if (source.isIpv6() && source.prefixLength() > 0) {
                throw fields.refuse(
                        SOURCES,
                        "must have IPv4 addresses and prefixes, or ::/0 for all of IPv6, has \""
                                + source
                                + "\": switches compare IPv4 addresses only");
            }
        }
        return sources;
    }

    /** Reads {@code agents}: addresses and prefixes of hosts that are to get feedback. */
    static List<IpPrefix> agents(JsonFields fields) {
        return prefixes(fields, AGENTS);
    }

    private static List<IpPrefix> prefixes(JsonFields fields, String name) {
        List<IpPrefix> prefixes = new ArrayList<>();
        for (JsonNode each : fields.array(name)) {
            if (!each.isTextual()) {
                throw fields.refuse(
                        name, "must have addresses or prefixes, has " + JsonField.shown(each));
            }
            try {
                prefixes.add(IpPrefix.parse(each.textValue()));
            } catch (IllegalArgumentException e) {
                throw fields.refuse(name, e.getMessage());
            }
        }
        return prefixes;
    }
}
