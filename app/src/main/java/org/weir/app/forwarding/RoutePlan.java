// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.rules.RouteRules;

/** The routes of one switch. One port is a plain route, several are a next-hop group. */
final class RoutePlan {

    private final DeviceId device;
    private final Map<IpAddress, Route> routes = new TreeMap<>();

    RoutePlan(DeviceId device) {
        this.device = device;
    }

    RoutePlan(RoutePlan other) {
        device = other.device;
        routes.putAll(other.routes);
    }

    /** Adds a route, or replaces the one to the same address; null removes it. */
    void put(IpAddress address, Route route) {
        if (route == null) {
            routes.remove(address);
        } else {
            routes.put(address, route);
        }
    }

    /** The route to an address; null if there is none. */
    Route route(IpAddress address) {
        return routes.get(address);
    }

    /** The routes by address. */
    Map<IpAddress, Route> routes() {
        return routes;
    }

    /** The rules: next-hop groups first, then routes. */
    List<FlowRule> rules(RouteRules make) {
        EcmpGroups groups = new EcmpGroups(routes.values());
        List<FlowRule> rules = new ArrayList<>();
        groups.buckets().forEach((id, ports) -> rules.addAll(make.buckets(device, id, ports)));
        routes.forEach(
                (address, route) ->
                        rules.add(
                                groups.has(route)
                                        ? make.byGroup(device, address, groups.id(route))
                                        : make.byPort(device, address, route.ports.get(0))));
        return rules;
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
