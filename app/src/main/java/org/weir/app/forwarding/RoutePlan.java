// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.rules.RouteRules;

/**
 * The routes of one switch by destination, which is a prefix; that of a host has the full length.
 * One port is a plain route, several are a next-hop group.
 */
final class RoutePlan {

    private static final Comparator<IpPrefix> ORDER =
            Comparator.comparing(IpPrefix::address).thenComparingInt(IpPrefix::prefixLength);

    private final DeviceId device;
    private final Map<IpPrefix, Route> routes = new TreeMap<>(ORDER);

    /** Null until it is asked for, and after a change. */
    private EcmpGroups groups;

    RoutePlan(DeviceId device) {
        this.device = device;
    }

    RoutePlan(RoutePlan other) {
        device = other.device;
        routes.putAll(other.routes);
    }

    /** Adds a route, or replaces the one to the same prefix; null removes it. */
    void put(IpPrefix prefix, Route route) {
        groups = null;
        if (route == null) {
            routes.remove(prefix);
        } else {
            routes.put(prefix, route);
        }
    }

    /** The route to exactly a prefix; null if there is none. */
    Route route(IpPrefix prefix) {
        return routes.get(prefix);
    }

    /** The route to exactly an address; null if there is none. */
    Route route(IpAddress address) {
        return routes.get(address.toIpPrefix());
    }

    /** Removes the routes to prefixes that fulfil a condition. */
    void removeIf(Predicate<IpPrefix> unwanted) {
        groups = null;
        routes.keySet().removeIf(unwanted);
    }

    /** The routes by prefix; not to be changed. */
    Map<IpPrefix, Route> routes() {
        return routes;
    }

    private EcmpGroups groups() {
        if (groups == null) {
            groups = new EcmpGroups(routes.values());
        }
        return groups;
    }

    /** The rules: next-hop groups first, then routes. */
    List<FlowRule> rules(RouteRules make) {
        EcmpGroups now = groups();
        List<FlowRule> rules = new ArrayList<>();
        now.buckets()
                .forEach(
                        (id, hops) -> {
                            for (int bucket = 0; bucket < hops.size(); bucket++) {
                                rules.add(bucket(make, id, bucket, hops.get(bucket)));
                            }
                        });
        routes.forEach(
                (prefix, route) ->
                        rules.add(
                                now.has(route)
                                        ? make.byGroup(device, prefix, now.id(route))
                                        : byPort(make, prefix, route)));
        return rules;
    }

    private FlowRule bucket(RouteRules make, int groupId, int bucket, Hop hop) {
        return make.bucket(device, groupId, bucket, hop.port, hop.alternate);
    }

    private FlowRule byPort(RouteRules make, IpPrefix prefix, Route route) {
        Hop hop = route.hop(route.ports.get(0), 0);
        return make.byPort(device, prefix, hop.port, hop.alternate);
    }

    /** Whether a route of the older plan goes by a port that this plan does not use for it. */
    boolean hasLostPaths(RoutePlan before) {
        for (Map.Entry<IpPrefix, Route> entry : routes.entrySet()) {
            Route old = before.route(entry.getKey());
            if (old != null && !entry.getValue().ports.containsAll(old.ports)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The rules whose match the older plan has too, with another action. None refers to a group
     * that the older plan has not: its buckets might not be there yet.
     *
     * @param before the plan whose rules are in the switch
     */
    List<FlowRule> changedActions(RoutePlan before, RouteRules make) {
        EcmpGroups oldGroups = before.groups();
        EcmpGroups now = groups();
        Map<Integer, List<Hop>> oldBuckets = oldGroups.buckets();
        List<FlowRule> changed = new ArrayList<>();
        now.buckets()
                .forEach(
                        (id, hops) -> {
                            List<Hop> old = oldBuckets.get(id);
                            for (int bucket = 0; old != null && bucket < hops.size(); bucket++) {
                                if (!old.get(bucket).equals(hops.get(bucket))) {
                                    changed.add(bucket(make, id, bucket, hops.get(bucket)));
                                }
                            }
                        });
        routes.forEach(
                (prefix, route) -> {
                    Route old = before.route(prefix);
                    if (old == null || old.equals(route)) {
                        return;
                    }
                    if (!now.has(route)) {
                        changed.add(byPort(make, prefix, route));
                    } else if (oldBuckets.containsKey(now.id(route))
                            && !(oldGroups.has(old) && oldGroups.id(old) == now.id(route))) {
                        changed.add(make.byGroup(device, prefix, now.id(route)));
                    }
                });
        return changed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RoutePlan
                && device.equals(((RoutePlan) other).device)
                && routes.equals(((RoutePlan) other).routes);
    }

    @Override
    public int hashCode() {
        return 31 * device.hashCode() + routes.hashCode();
    }
}
