// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A static route: switches forward packets to the addresses of a prefix as they forward packets to
 * the host with the address of the next hop, usually a router. Immutable.
 *
 * <p>Example: prefix 0.0.0.0/0 and next hop 10.0.0.254 are a default gateway.
 */
public final class StaticRoute {
    /** Largest number of static routes of a policy. */
    public static final int MAX_ROUTES = 1024;

    private static final String ROUTES = "routes";
    private static final String PREFIX = "prefix";
    private static final String NEXT_HOP = "nextHop";

    /** Addresses to which no router forwards packets, with the words for them (RFC 6890). */
    private static final Map<IpPrefix, String> UNROUTED = new LinkedHashMap<>();

    static {
        UNROUTED.put(IpPrefix.parse("0.0.0.0/8"), "this network");
        UNROUTED.put(IpPrefix.parse("127.0.0.0/8"), "loopback");
        UNROUTED.put(IpPrefix.parse("169.254.0.0/16"), "link-local");
        UNROUTED.put(IpPrefix.parse("224.0.0.0/4"), "multicast");
        UNROUTED.put(IpPrefix.parse("255.255.255.255/32"), "broadcast");
        UNROUTED.put(IpPrefix.parse("::/128"), "unspecified");
        UNROUTED.put(IpPrefix.parse("::1/128"), "loopback");
        UNROUTED.put(IpPrefix.parse("fe80::/10"), "link-local");
        UNROUTED.put(IpPrefix.parse("ff00::/8"), "multicast");
    }

    private final IpPrefix prefix;
    private final IpPrefix nextHop;

    private StaticRoute(IpPrefix prefix, IpPrefix nextHop) {
        this.prefix = prefix;
        this.nextHop = nextHop;
    }

    /** Destinations of the packets. */
    public IpPrefix prefix() {
        return prefix;
    }

    /** Address of the next hop in network byte order, of as many bytes as those of the prefix. */
    public byte[] nextHop() {
        return nextHop.address();
    }

    /**
     * Reads {@code routes} of a policy.
     *
     * @param policy the object that has the field
     * @param source for messages
     * @return its routes in their order; none if the field is absent
     * @throws PolicyException if a rule is broken
     */
    static List<StaticRoute> readAll(JsonFields policy, String source) {
        List<JsonNode> nodes = policy.array(ROUTES);
        if (nodes.size() > MAX_ROUTES) {
            throw policy.refuse(
                    ROUTES, "must have at most " + MAX_ROUTES + " routes, has " + nodes.size());
        }
        List<StaticRoute> routes = new ArrayList<>();
        Set<IpPrefix> prefixes = new HashSet<>();
        for (int i = 0; i < nodes.size(); i++) {
            JsonFields fields =
                    new JsonFields(nodes.get(i), source, ROUTES + "[" + i + "]", PREFIX, NEXT_HOP);
            IpPrefix prefix = prefix(fields);
            if (!prefixes.add(prefix)) {
                throw fields.refuse(PREFIX, "names prefix " + prefix + " twice");
            }
            routes.add(new StaticRoute(prefix, nextHop(fields, prefix)));
        }
        return routes;
    }

    private static IpPrefix prefix(JsonFields fields) {
        String text = fields.text(PREFIX);
        IpPrefix prefix;
        try {
            prefix = IpPrefix.parse(text);
        } catch (IllegalArgumentException e) {
            throw fields.refuse(PREFIX, e.getMessage());
        }
        refuseUnrouted(fields, PREFIX, prefix);
        return prefix;
    }

    private static IpPrefix nextHop(JsonFields fields, IpPrefix prefix) {
        String text = fields.text(NEXT_HOP);
        String was = ", was \"" + text + "\"";
        IpPrefix nextHop;
        try {
            nextHop = IpPrefix.parse(text);
        } catch (IllegalArgumentException e) {
            throw fields.refuse(NEXT_HOP, "must be an IPv4 or IPv6 address" + was);
        }
        if (text.indexOf('/') >= 0) {
            throw fields.refuse(NEXT_HOP, "must be an address without a prefix length" + was);
        }
        if (nextHop.isIpv6() != prefix.isIpv6()) {
            throw fields.refuse(
                    NEXT_HOP,
                    "must be an "
                            + (prefix.isIpv6() ? "IPv6" : "IPv4")
                            + " address as prefix"
                            + was);
        }
        refuseUnrouted(fields, NEXT_HOP, nextHop);
        return nextHop;
    }

    private static void refuseUnrouted(JsonFields fields, String name, IpPrefix value) {
        UNROUTED.forEach(
                (unrouted, word) -> {
                    if (unrouted.contains(value)) {
                        throw fields.refuse(
                                name,
                                "must not be in "
                                        + unrouted
                                        + " ("
                                        + word
                                        + "), was "
                                        + JsonField.shown(fields.node(name)));
                    }
                });
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StaticRoute
                && prefix.equals(((StaticRoute) other).prefix)
                && nextHop.equals(((StaticRoute) other).nextHop);
    }

    @Override
    public int hashCode() {
        return 31 * prefix.hashCode() + nextHop.hashCode();
    }

    @Override
    public String toString() {
        String text = nextHop.toString();
        return prefix + " by " + text.substring(0, text.indexOf('/'));
    }
}
