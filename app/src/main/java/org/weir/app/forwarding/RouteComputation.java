// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.DeviceId;

/**
 * The routes that switches should have, computed from paths and hosts: shortest paths, all equal
 * ones. A switch without a path to an address keeps the route it has. A static route leads where
 * the route to its next hop leads; without a place of the next hop there is none. The route to a
 * host has precedence over a static route to its address.
 */
final class RouteComputation {

    private static final Comparator<DeviceId> BY_NAME = Comparator.comparing(DeviceId::toString);

    private final ShortestPaths paths;
    private final Map<DeviceId, RoutePlan> given;
    private final Map<DeviceId, RoutePlan> plans = new TreeMap<>(BY_NAME);

    /** Hops to the destination's switch, by switch and destination. */
    private final Map<DeviceId, Map<IpPrefix, Integer>> hops = new HashMap<>();

    private final Map<IpAddress, Set<DeviceId>> cutOff = new TreeMap<>();
    private final Set<IpAddress> addresses = new HashSet<>();
    private final Set<IpPrefix> destinations = new HashSet<>();

    /**
     * Computes.
     *
     * @param paths paths between switches
     * @param places the port of each address, by switch
     * @param nextHops the next hops of static routes, by prefix; no prefix has the length 0
     * @param devices switches to compute routes for
     * @param given routes that switches were given last, by switch
     */
    RouteComputation(
            ShortestPaths paths,
            Map<DeviceId, Map<IpAddress, Long>> places,
            Map<IpPrefix, IpAddress> nextHops,
            Collection<DeviceId> devices,
            Map<DeviceId, RoutePlan> given) {
        this.paths = paths;
        this.given = given;
        for (DeviceId device : devices) {
            plans.put(device, new RoutePlan(device));
            hops.put(device, new HashMap<>());
        }
        places.forEach(this::addDestination);
        nextHops.forEach(this::addStatic);
    }

    private void addDestination(DeviceId last, Map<IpAddress, Long> ports) {
        Map<IpPrefix, Long> hosts = new HashMap<>();
        ports.forEach(
                (address, port) -> {
                    if (isRoutable(address)) {
                        addresses.add(address);
                        hosts.put(address.toIpPrefix(), port);
                    }
                });
        destinations.addAll(hosts.keySet());
        for (DeviceId device : plans.keySet()) {
            boolean isLast = device.equals(last);
            Route transit = isLast ? null : paths.route(device, last);
            int distance = paths.hops(device, last);
            hosts.forEach(
                    (host, port) ->
                            add(
                                    device,
                                    host,
                                    isLast ? Route.of(List.of(port), List.of(port)) : transit,
                                    distance));
        }
    }

    private void add(DeviceId device, IpPrefix host, Route found, int distance) {
        Route route = found;
        if (route == null) {
            cutOff.computeIfAbsent(host.address(), ignored -> new TreeSet<>(BY_NAME)).add(device);
            RoutePlan before = given.get(device);
            route = before == null ? null : before.route(host);
        }
        if (route != null) {
            plans.get(device).put(host, route);
            hops.get(device).put(host, distance);
        }
    }

    private void addStatic(IpPrefix prefix, IpAddress nextHop) {
        IpPrefix host = nextHop.toIpPrefix();
        if (!addresses.contains(nextHop) || !destinations.add(prefix)) {
            return;
        }
        plans.forEach(
                (device, plan) -> {
                    Route route = plan.route(host);
                    if (route != null) {
                        plan.put(prefix, route);
                        hops.get(device).put(prefix, hops.get(device).get(host));
                    }
                });
    }

    /** Whether packets to an address need a route. */
    static boolean isRoutable(IpAddress address) {
        return !address.isZero() && !address.isMulticast() && !address.isLinkLocal();
    }

    /** The routes of each switch, in the order of their names. */
    Map<DeviceId, RoutePlan> plans() {
        return plans;
    }

    /** Every address that has a place. */
    Set<IpAddress> addresses() {
        return addresses;
    }

    /** Every destination that has a place: hosts, and prefixes whose next hop has one. */
    Set<IpPrefix> destinations() {
        return destinations;
    }

    /** The switches that have no path to an address. */
    Map<IpAddress, Set<DeviceId>> cutOff() {
        return cutOff;
    }

    /** The distances at which there are routes, in ascending order: the steps of an update. */
    Set<Integer> distances() {
        Set<Integer> all = new TreeSet<>();
        hops.values().forEach(each -> all.addAll(each.values()));
        return all;
    }

    /**
     * The routes of a switch in one step of an update: those to destinations that are near are new,
     * the others as before.
     *
     * @param mostHops farthest destination whose route is new
     * @param before the routes that the switch has; null if that is in doubt, and then those count
     *     that it was given last: they are in the switch or have been asked for, and what forwards
     *     stays
     */
    RoutePlan upTo(int mostHops, DeviceId device, RoutePlan before) {
        RoutePlan wanted = plans.get(device);
        RoutePlan last = before == null ? given.get(device) : before;
        RoutePlan next = last == null ? new RoutePlan(device) : new RoutePlan(last);
        next.removeIf(prefix -> wanted.route(prefix) == null);
        wanted.routes()
                .forEach(
                        (prefix, route) -> {
                            if (hops.get(device).get(prefix) <= mostHops) {
                                next.put(prefix, route);
                            }
                        });
        return next;
    }
}
