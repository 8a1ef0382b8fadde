// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.DeviceId;
import org.weir.app.fabric.LinkMap;

class RouteComputationTest {
    private static final IpAddress ADDRESS = IpAddress.valueOf("10.0.0.1");
    private static final long HOST_PORT = 99;

    /** A static route that leads wherever the route to the host leads. */
    private static final IpPrefix PREFIX = IpPrefix.valueOf("192.0.2.0/24");

    private static final Map<IpPrefix, IpAddress> NEXT_HOPS = Map.of(PREFIX, ADDRESS);

    /** A network whose links come up one by one. */
    private static final class Net {
        final List<DeviceId> devices = new ArrayList<>();
        final List<int[]> cables = new ArrayList<>();
        final Map<DeviceId, Map<Long, DeviceId>> leadsTo = new HashMap<>();

        Net(Random random) {
            int count = 3 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                devices.add(DeviceId.deviceId("device:s" + i));
                if (i > 0) {
                    cables.add(new int[] {i, random.nextInt(i)});
                }
            }
            for (int i = random.nextInt(2 * count); i > 0; i--) {
                int one = random.nextInt(count);
                int other = random.nextInt(count);
                if (one != other) {
                    cables.add(new int[] {one, other});
                }
            }
            Collections.shuffle(cables, random);
        }

        LinkMap links(int up) {
            LinkMap.Builder links = LinkMap.builder();
            leadsTo.clear();
            for (int i = 0; i < up; i++) {
                join(links, cables.get(i)[0], cables.get(i)[1], i + 1);
                join(links, cables.get(i)[1], cables.get(i)[0], i + 1);
            }
            return links.build();
        }

        private void join(LinkMap.Builder links, int from, int to, long port) {
            links.add(devices.get(from), port, devices.get(to));
            leadsTo.computeIfAbsent(devices.get(from), none -> new HashMap<>())
                    .put(port, devices.get(to));
        }

        /** Follows every way that packets may take from a switch that has a route. */
        void assertArrives(Map<DeviceId, RoutePlan> plans, DeviceId from, Set<DeviceId> passed) {
            RoutePlan plan = plans.get(from);
            Route route = plan == null ? null : plan.route(ADDRESS);
            if (plan != null) {
                assertThat(plan.route(PREFIX)).as("static route").isEqualTo(route);
            }
            assertThat(route).as("route in %s, after %s", from, passed).isNotNull();
            assertThat(passed).as("no loop").doesNotContain(from);
            for (long port : route.ports) {
                if (port != HOST_PORT) {
                    Set<DeviceId> next = new HashSet<>(passed);
                    next.add(from);
                    assertArrives(plans, leadsTo.get(from).get(port), next);
                }
            }
        }
    }

    /**
     * Links come up in any order, and routes follow step by step: after each step a packet that
     * enters anywhere where there is a route finds one in every switch on its way, and arrives.
     */
    @Test
    void noPacketFindsAHoleOrALoopWhileLinksComeUp() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Net net = new Net(random);
            DeviceId last = net.devices.get(random.nextInt(net.devices.size()));
            Map<DeviceId, RoutePlan> inForce = new HashMap<>();
            for (int up = 0; up <= net.cables.size(); up += 1 + random.nextInt(3)) {
                LinkMap links = net.links(up);
                RouteComputation computation =
                        new RouteComputation(
                                new ShortestPaths(links, links),
                                Map.of(last, Map.of(ADDRESS, HOST_PORT)),
                                NEXT_HOPS,
                                net.devices,
                                inForce);
                for (int hops : computation.distances()) {
                    // The switches of a step confirm in any order.
                    List<DeviceId> order = new ArrayList<>(net.devices);
                    Collections.shuffle(order, random);
                    for (DeviceId device : order) {
                        inForce.put(device, computation.upTo(hops, device, inForce.get(device)));
                        for (DeviceId from : inForce.keySet()) {
                            if (inForce.get(from).route(ADDRESS) != null) {
                                net.assertArrives(inForce, from, Set.of());
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void routeWhoseLastPathHasGoneIsKeptAndReported() {
        DeviceId one = DeviceId.deviceId("device:a");
        DeviceId other = DeviceId.deviceId("device:b");
        LinkMap links = LinkMap.builder().add(one, 1, other).add(other, 1, one).build();
        Map<DeviceId, Map<IpAddress, Long>> places = Map.of(other, Map.of(ADDRESS, HOST_PORT));
        Map<DeviceId, RoutePlan> before =
                new RouteComputation(
                                new ShortestPaths(links, links),
                                places,
                                NEXT_HOPS,
                                List.of(one, other),
                                Map.of())
                        .plans();
        RouteComputation cut =
                new RouteComputation(
                        new ShortestPaths(LinkMap.empty(), links),
                        places,
                        NEXT_HOPS,
                        List.of(one, other),
                        before);
        assertThat(cut.cutOff()).containsExactly(Map.entry(ADDRESS, Set.of(one)));
        assertThat(cut.plans().get(one).route(ADDRESS)).isEqualTo(before.get(one).route(ADDRESS));
        assertThat(cut.plans().get(other).route(ADDRESS)).isNotNull();
        assertThat(cut.plans().get(one).route(PREFIX)).isEqualTo(before.get(one).route(ADDRESS));
    }

    private static RouteComputation alone(
            Map<IpAddress, Long> ports, Map<IpPrefix, IpAddress> nextHops) {
        DeviceId device = DeviceId.deviceId("device:a");
        return new RouteComputation(
                new ShortestPaths(LinkMap.empty(), LinkMap.empty()),
                Map.of(device, ports),
                nextHops,
                List.of(device),
                Map.of());
    }

    @Test
    void withoutAPlaceOfTheNextHopThereIsNoStaticRoute() {
        RouteComputation computation = alone(Map.of(IpAddress.valueOf("10.0.0.2"), 2L), NEXT_HOPS);
        assertThat(computation.plans().get(DeviceId.deviceId("device:a")).routes())
                .containsOnlyKeys(IpPrefix.valueOf("10.0.0.2/32"));
        assertThat(computation.destinations()).doesNotContain(PREFIX);
    }

    /** Also no router behind a router: a next hop must be a host. */
    @Test
    void hostHasPrecedenceAndAStaticRouteIsNoNextHop() {
        IpAddress host = IpAddress.valueOf("10.0.0.2");
        IpAddress behind = IpAddress.valueOf("198.51.100.1");
        RouteComputation computation =
                alone(
                        Map.of(ADDRESS, HOST_PORT, host, 2L),
                        Map.of(
                                host.toIpPrefix(),
                                ADDRESS,
                                behind.toIpPrefix(),
                                ADDRESS,
                                PREFIX,
                                behind));
        RoutePlan plan = computation.plans().get(DeviceId.deviceId("device:a"));
        assertThat(plan.route(host).ports).containsExactly(2L);
        assertThat(plan.route(behind).ports).containsExactly(HOST_PORT);
        assertThat(plan.route(PREFIX)).isNull();
        assertThat(computation.addresses()).containsExactlyInAnyOrder(ADDRESS, host);
    }

    /** After contact was lost and found again, the switch's routes are in doubt, and stay. */
    @Test
    void noStepTakesAwayRoutesOfASwitchInDoubt() {
        for (int seed = 0; seed < 100; seed++) {
            Net net = new Net(new Random(seed));
            LinkMap links = net.links(net.cables.size());
            ShortestPaths paths = new ShortestPaths(links, links);
            Map<DeviceId, Map<IpAddress, Long>> places =
                    Map.of(net.devices.get(0), Map.of(ADDRESS, HOST_PORT));
            Map<DeviceId, RoutePlan> given =
                    new RouteComputation(paths, places, NEXT_HOPS, net.devices, Map.of()).plans();
            RouteComputation again =
                    new RouteComputation(paths, places, NEXT_HOPS, net.devices, given);
            for (int hops : again.distances()) {
                for (DeviceId device : net.devices) {
                    assertThat(again.upTo(hops, device, null)).isEqualTo(given.get(device));
                }
            }
        }
    }
}
