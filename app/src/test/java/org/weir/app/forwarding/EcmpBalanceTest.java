// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.onlab.packet.IpAddress;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.fabric.LinkMap;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleFactory;
import org.weir.pipelines.P4Limits;

/**
 * Loads of the links of networks of several tiers, when all switches choose buckets by the same
 * hash. Every edge switch sends as much to every other.
 */
class EcmpBalanceTest {

    private static final int FLOWS = 10_000;

    /** Switches by name, and cables. Ports count up from 1 in the order of the cables. */
    private static final class Net {
        final List<String> edges = new ArrayList<>();
        final Map<DeviceId, Map<Long, DeviceId>> leadsTo = new HashMap<>();
        private final Map<Route, List<Hop>> buckets = new HashMap<>();

        static DeviceId id(String name) {
            return DeviceId.deviceId("device:" + name);
        }

        void join(String one, String other) {
            half(id(one), id(other));
            half(id(other), id(one));
        }

        private void half(DeviceId from, DeviceId to) {
            Map<Long, DeviceId> ports = leadsTo.computeIfAbsent(from, none -> new TreeMap<>());
            ports.put(ports.size() + 1L, to);
        }

        /**
         * Pods of edge and aggregation switches, and planes of core switches: those with which the
         * aggregation switches of the same place in their pods have cables.
         */
        static Net clos(int pods, int edges, int aggs, int coresOfPlane) {
            Net net = new Net();
            for (int pod = 0; pod < pods; pod++) {
                for (int edge = 0; edge < edges; edge++) {
                    net.edges.add("edge" + (pod * edges + edge));
                    for (int agg = 0; agg < aggs; agg++) {
                        net.join("agg" + (pod * aggs + agg), "edge" + (pod * edges + edge));
                    }
                }
                for (int agg = 0; agg < aggs; agg++) {
                    for (int core = 0; core < coresOfPlane; core++) {
                        net.join("agg" + (pod * aggs + agg), "core" + (agg * coresOfPlane + core));
                    }
                }
            }
            return net;
        }

        /** Every switch of a tier has a cable to every one of the next; none of it has pods. */
        static Net threeTiers(int edges, int aggs, int cores) {
            Net net = new Net();
            for (int edge = 0; edge < edges; edge++) {
                net.edges.add("edge" + edge);
                for (int up = 0; up < 2; up++) {
                    net.join("edge" + edge, "agg" + (2 * edge + up) % aggs);
                }
            }
            for (int agg = 0; agg < aggs; agg++) {
                for (int core = 0; core < cores; core++) {
                    net.join("agg" + agg, "core" + core);
                }
            }
            return net;
        }

        /** The links, added in an order of their own, without those of a cable. */
        LinkMap links(Random order, DeviceId without, long port) {
            LinkMap.Builder links = LinkMap.builder();
            List<DeviceId> from = new ArrayList<>(leadsTo.keySet());
            Collections.shuffle(from, order);
            for (DeviceId device : from) {
                leadsTo.get(device)
                        .forEach(
                                (out, to) -> {
                                    boolean isCut =
                                            device.equals(without) && out == port
                                                    || to.equals(without)
                                                            && leadsTo.get(without)
                                                                    .get(port)
                                                                    .equals(device);
                                    if (!isCut) {
                                        links.add(device, out, to);
                                    }
                                });
            }
            return links.build();
        }

        LinkMap links() {
            return links(new Random(1), null, 0);
        }

        IpAddress address(int edge) {
            return IpAddress.valueOf(0x0A000001 + (edge << 8));
        }

        Map<DeviceId, RoutePlan> plans(LinkMap up, LinkMap all) {
            Map<DeviceId, Map<IpAddress, Long>> places = new HashMap<>();
            for (int edge = 0; edge < edges.size(); edge++) {
                places.put(id(edges.get(edge)), Map.of(address(edge), 99L));
            }
            return new RouteComputation(
                            new ShortestPaths(up, all),
                            places,
                            Map.of(),
                            leadsTo.keySet(),
                            Map.of())
                    .plans();
        }

        /** The ports that a packet takes, as "switch port". */
        List<String> path(Map<DeviceId, RoutePlan> plans, int from, int to, int bucket) {
            List<String> path = new ArrayList<>();
            DeviceId at = id(edges.get(from));
            while (!at.equals(id(edges.get(to)))) {
                Route route = plans.get(at).route(address(to));
                long port =
                        route.allPorts.size() > 1
                                ? buckets.computeIfAbsent(route, EcmpGroups::bucketsOf)
                                        .get(bucket)
                                        .port
                                : route.ports.get(0);
                path.add(at + " " + port);
                at = leadsTo.get(at).get(port);
            }
            return path;
        }
    }

    /** Loads of the ports of one tier that lead to another, relative to their mean. */
    private static final class Loads {
        private final Net net;
        private final Map<String, Double> byPort = new HashMap<>();

        Loads(Net net) {
            this.net = net;
        }

        void add(List<String> path, double load) {
            path.forEach(port -> byPort.merge(port, load, Double::sum));
        }

        List<Double> between(String tier, String nextTier) {
            List<Double> loads = new ArrayList<>();
            net.leadsTo.forEach(
                    (from, ports) ->
                            ports.forEach(
                                    (port, to) -> {
                                        if (from.toString().contains(tier)
                                                && to.toString().contains(nextTier)) {
                                            loads.add(byPort.getOrDefault(from + " " + port, 0.0));
                                        }
                                    }));
            return loads;
        }

        static double mean(List<Double> loads) {
            return loads.stream().mapToDouble(load -> load).average().orElseThrow();
        }
    }

    private static Net net(String name) {
        String[] parts = name.split("[: ]+");
        int[] size = new int[parts.length - 1];
        for (int i = 0; i < size.length; i++) {
            size[i] = Integer.parseInt(parts[i + 1]);
        }
        switch (parts[0]) {
            case "fat-tree":
                return Net.clos(size[0], size[0] / 2, size[0] / 2, size[0] / 2);
            case "clos":
                return Net.clos(size[0], size[1], size[2], size[3]);
            default:
                return Net.threeTiers(size[0], size[1], size[2]);
        }
    }

    /** With equally many flows in every bucket. */
    @ParameterizedTest
    @CsvSource({
        "fat-tree:4,1,1",
        "fat-tree:6,0.93,1.13",
        "fat-tree:8,1,1",
        "fat-tree:10,0.93,1.25",
        "fat-tree:12,0.75,1.13",
        "clos:4 6 4 4,1,1",
        "clos:4 5 3 4,0.9,1.13",
        "clos:4 4 8 8,1,1",
        "tiers:16 8 4,1,1",
        "tiers:18 6 3,0.93,1.13",
    })
    void everyLinkOfATierGetsItsShare(String name, double least, double most) {
        Net net = net(name);
        Map<DeviceId, RoutePlan> plans = net.plans(net.links(), net.links());
        Loads loads = new Loads(net);
        for (int from = 0; from < net.edges.size(); from++) {
            for (int to = 0; to < net.edges.size(); to++) {
                for (int bucket = 0; bucket < P4Limits.ECMP_BUCKET_COUNT; bucket++) {
                    loads.add(net.path(plans, from, to, bucket), 1);
                }
            }
        }
        StringBuilder row = new StringBuilder("| `" + name + "` |");
        for (String[] tiers : new String[][] {{"edge", "agg"}, {"agg", "core"}, {"core", "agg"}}) {
            List<Double> all = loads.between(tiers[0], tiers[1]);
            double mean = Loads.mean(all);
            double min = Collections.min(all) / mean;
            double max = Collections.max(all) / mean;
            row.append(String.format(" %.2f to %.2f |", min, max));
            assertThat(min).as("%s, %s", row, tiers[0]).isGreaterThan(least - 1e-9);
            assertThat(max).as("%s, %s", row, tiers[0]).isLessThan(most + 1e-9);
        }
        System.out.println(row);
    }

    /**
     * Random flows, hashed as the program of BMv2 hashes them: each link of the core is within 13 %
     * of the mean, plus four standard deviations of the number of flows.
     */
    @ParameterizedTest
    @CsvSource({"fat-tree:4", "fat-tree:6", "fat-tree:8", "clos:4 6 4 4", "tiers:16 8 4"})
    void everyCoreLinkCarriesItsShareOfRandomFlows(String name) {
        Net net = net(name);
        Map<DeviceId, RoutePlan> plans = net.plans(net.links(), net.links());
        Loads loads = new Loads(net);
        Random random = new Random(1);
        for (int flow = 0; flow < FLOWS; flow++) {
            int from = random.nextInt(net.edges.size());
            int to = random.nextInt(net.edges.size());
            ByteBuffer fields = ByteBuffer.allocate(13);
            fields.put(net.address(from).toOctets()).put(net.address(to).toOctets());
            fields.put((byte) 17).putShort((short) random.nextInt()).putShort((short) 5001);
            loads.add(
                    net.path(plans, from, to, crc16(fields.array()) % P4Limits.ECMP_BUCKET_COUNT),
                    1);
        }
        for (String[] tiers : new String[][] {{"agg", "core"}, {"core", "agg"}}) {
            List<Double> all = loads.between(tiers[0], tiers[1]);
            double mean = Loads.mean(all);
            double bound = 0.13 * mean + 4 * Math.sqrt(mean);
            assertThat(all)
                    .as("%s, from %s, mean %s", name, tiers[0], mean)
                    .allSatisfy(load -> assertThat(load).isBetween(mean - bound, mean + bound));
        }
    }

    /** CRC-16 with the polynomial 0x8005, reflected: {@code HashAlgorithm.crc16} of v1model. */
    private static int crc16(byte[] bytes) {
        int crc = 0;
        for (byte each : bytes) {
            crc ^= each & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >> 1 : crc >> 1 ^ 0xA001;
            }
        }
        return crc;
    }

    /** All nodes of a cluster compute the same, in whatever order they learn links. */
    @Test
    void rulesFollowFromTheLinksAlone() {
        Net net = net("fat-tree:4");
        RouteRules make =
                new RouteRules(
                        new RuleFactory(new DefaultApplicationId(7, "org.weir.app")),
                        device -> true);
        Map<DeviceId, RoutePlan> one = net.plans(net.links(), net.links());
        LinkMap links = net.links(new Random(2), null, 0);
        net.plans(links, links)
                .forEach(
                        (device, plan) -> {
                            List<FlowRule> rules = one.get(device).rules(make);
                            assertThat(plan.rules(make))
                                    .hasSameSizeAs(rules)
                                    .allMatch(rule -> rules.stream().anyMatch(rule::exactMatch));
                        });
    }

    /**
     * A cable between an aggregation and a core switch fails. Flows to other pods that did not use
     * it keep their path, and the others are spread.
     */
    @Test
    void failedCableMovesItsFlowsAndNoOthers() {
        Net net = net("fat-tree:8");
        DeviceId agg = Net.id("agg0");
        long port = 5;
        Map<DeviceId, RoutePlan> before = net.plans(net.links(), net.links());
        Map<DeviceId, RoutePlan> after =
                net.plans(net.links(new Random(1), agg, port), net.links());
        Loads loads = new Loads(net);
        for (int from = 0; from < net.edges.size(); from++) {
            for (int to = 0; to < net.edges.size(); to++) {
                for (int bucket = 0; bucket < P4Limits.ECMP_BUCKET_COUNT; bucket++) {
                    List<String> old = net.path(before, from, to, bucket);
                    List<String> now = net.path(after, from, to, bucket);
                    loads.add(now, 1);
                    assertThat(now).hasSameSizeAs(old).doesNotContain(agg + " " + port);
                    if (!old.contains(agg + " " + port) && to >= 4) {
                        assertThat(now).isEqualTo(old);
                    }
                }
            }
        }
        List<Double> uplinks = new ArrayList<>();
        for (long other = 6; other <= 8; other++) {
            uplinks.add(loads.byPort.get(agg + " " + other));
        }
        double mean = Loads.mean(uplinks);
        assertThat(uplinks).allSatisfy(load -> assertThat(load).isBetween(0.8 * mean, 1.2 * mean));
    }
}
