// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.weir.app.route.RouteView;
import org.weir.control.policy.StaticRoute;

/**
 * The policy's static routes. A table takes no entry of length 0, so a default route is two routes
 * of length 1. Immutable.
 *
 * <p>Example: 0.0.0.0/0 is 0.0.0.0/1 and 128.0.0.0/1.
 */
final class StaticRoutes {

    /** No routes. */
    static final StaticRoutes NONE = new StaticRoutes(List.of());

    private final Map<IpPrefix, IpAddress> stated = new LinkedHashMap<>();

    /**
     * Routes.
     *
     * @param routes no two of them to the same prefix
     */
    StaticRoutes(List<StaticRoute> routes) {
        for (StaticRoute route : routes) {
            IpAddress nextHop = address(route.nextHop());
            IpAddress first = address(route.prefix().address());
            stated.put(IpPrefix.valueOf(first, route.prefix().prefixLength()), nextHop);
        }
    }

    private static IpAddress address(byte[] octets) {
        return IpAddress.valueOf(
                octets.length == IpAddress.INET_BYTE_LENGTH
                        ? IpAddress.Version.INET
                        : IpAddress.Version.INET6,
                octets);
    }

    private static List<IpPrefix> halves(IpPrefix all) {
        byte[] second = all.address().toOctets();
        second[0] = (byte) 0x80;
        return List.of(IpPrefix.valueOf(all.address(), 1), IpPrefix.valueOf(address(second), 1));
    }

    /**
     * The next hop of each entry that tables should have, by prefix of length 1 or more. Half of
     * all addresses with a route of its own uses the default route while its next hop is unknown.
     *
     * @param isKnown whether a next hop has a place
     */
    Map<IpPrefix, IpAddress> nextHops(Predicate<IpAddress> isKnown) {
        Map<IpPrefix, IpAddress> nextHops = new HashMap<>(stated);
        stated.forEach(
                (prefix, nextHop) -> {
                    if (prefix.prefixLength() == 0) {
                        nextHops.remove(prefix);
                        halves(prefix)
                                .forEach(
                                        half ->
                                                nextHops.merge(
                                                        half,
                                                        nextHop,
                                                        (own, all) ->
                                                                isKnown.test(own) ? own : all));
                    }
                });
        return nextHops;
    }

    /** The next hops of all routes. */
    Set<IpAddress> allNextHops() {
        return Set.copyOf(stated.values());
    }

    /**
     * The routes with their states, in the order of the policy.
     *
     * @param places the port of each address, by switch
     */
    List<RouteView> views(Map<DeviceId, Map<IpAddress, Long>> places) {
        Map<IpAddress, ConnectPoint> points = new HashMap<>();
        places.forEach(
                (device, ports) ->
                        ports.forEach(
                                (address, port) ->
                                        points.put(
                                                address,
                                                new ConnectPoint(
                                                        device, PortNumber.portNumber(port)))));
        List<RouteView> views = new ArrayList<>();
        stated.forEach((prefix, nextHop) -> views.add(view(prefix, nextHop, points)));
        return views;
    }

    private static RouteView view(
            IpPrefix prefix, IpAddress nextHop, Map<IpAddress, ConnectPoint> points) {
        ConnectPoint point = points.get(nextHop);
        boolean isHost =
                prefix.equals(prefix.address().toIpPrefix())
                        && points.containsKey(prefix.address());
        if (point == null) {
            return new RouteView(
                    prefix.toString(),
                    nextHop.toString(),
                    isHost ? RouteView.State.HOST : RouteView.State.NEXT_HOP_UNKNOWN);
        }
        return new RouteView(
                prefix.toString(),
                nextHop.toString(),
                isHost ? RouteView.State.HOST : RouteView.State.INSTALLED,
                point.deviceId().toString(),
                point.port().toLong());
    }
}
