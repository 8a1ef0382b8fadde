// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.weir.app.fabric.LinkMap;
import org.weir.pipelines.P4Limits;

/**
 * Forwarding of switches when a cable fails, before the controller knows: a packet takes the
 * alternate where its port is down or is the one it came by, as fast_reroute.p4 has it.
 */
class FastRerouteTest {

    private static final IpAddress ADDRESS = IpAddress.valueOf("10.0.0.1");
    private static final long HOST_PORT = 99;

    /** Cables, each with a port of the same number at both ends. */
    private static final class Net {
        final List<DeviceId> devices = new ArrayList<>();
        final Map<DeviceId, Map<Long, DeviceId>> leadsTo = new HashMap<>();
        private final LinkMap.Builder links = LinkMap.builder();
        int cables;

        Net(int count) {
            for (int i = 0; i < count; i++) {
                devices.add(DeviceId.deviceId("device:s" + i));
            }
        }

        void join(int one, int other) {
            cables++;
            half(devices.get(one), devices.get(other));
            half(devices.get(other), devices.get(one));
        }

        private void half(DeviceId from, DeviceId to) {
            links.add(from, cables, to);
            leadsTo.computeIfAbsent(from, none -> new HashMap<>()).put((long) cables, to);
        }

        Map<DeviceId, RoutePlan> plansTo(DeviceId last) {
            LinkMap all = links.build();
            return new RouteComputation(
                            new ShortestPaths(all, all),
                            Map.of(last, Map.of(ADDRESS, HOST_PORT)),
                            Map.of(),
                            devices,
                            Map.of())
                    .plans();
        }

        /**
         * Follows a packet from switch to switch. True if it arrives at its host; false if it meets
         * the broken cable at a switch without an alternate.
         */
        boolean arrives(Map<DeviceId, RoutePlan> plans, DeviceId from, int bucket, long broken) {
            DeviceId at = from;
            long cameBy = 0;
            for (int steps = 0; steps < 3 * devices.size(); steps++) {
                Route route = plans.get(at).route(ADDRESS);
                Hop hop =
                        route.allPorts.size() > 1
                                ? EcmpGroups.bucketsOf(route).get(bucket)
                                : route.hop(route.ports.get(0), 0);
                long port = hop.port;
                if (hop.alternate != Hop.NONE && (port == broken || port == cameBy)) {
                    port = hop.alternate;
                }
                if (port == HOST_PORT) {
                    return true;
                }
                if (port == broken) {
                    assertThat(hop.alternate).isEqualTo(Hop.NONE);
                    return false;
                }
                cameBy = port;
                at = leadsTo.get(at).get(port);
            }
            throw new AssertionError("loop through " + at + " with cable " + broken + " broken");
        }
    }

    @Test
    void noPacketLoopsWhateverCableFails() {
        int lost = 0;
        int saved = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Net net = new Net(3 + random.nextInt(8));
            for (int i = 1; i < net.devices.size(); i++) {
                net.join(i, random.nextInt(i));
            }
            for (int i = random.nextInt(3 * net.devices.size()); i > 0; i--) {
                int one = random.nextInt(net.devices.size());
                int other = random.nextInt(net.devices.size());
                if (one != other) {
                    net.join(one, other);
                }
            }
            Map<DeviceId, RoutePlan> plans = net.plansTo(net.devices.get(0));
            for (long broken = 1; broken <= net.cables; broken++) {
                for (DeviceId from : net.devices) {
                    for (int bucket = 0; bucket < P4Limits.ECMP_BUCKET_COUNT; bucket++) {
                        if (net.arrives(plans, from, bucket, broken)) {
                            saved++;
                        } else {
                            lost++;
                        }
                    }
                }
            }
        }
        assertThat(lost).as("of %s", lost + saved).isLessThan(saved / 5).isPositive();
    }

    /** Also downwards, where a switch has one shortest path. */
    @Test
    void everyPacketOfAFatTreeArrivesWhateverCableFails() {
        int k = 4;
        int half = k / 2;
        Net net = new Net(k * k + half * half);
        for (int pod = 0; pod < k; pod++) {
            for (int agg = 0; agg < half; agg++) {
                for (int edge = 0; edge < half; edge++) {
                    net.join(pod * k + agg, pod * k + half + edge);
                }
                for (int core = 0; core < half; core++) {
                    net.join(pod * k + agg, k * k + agg * half + core);
                }
            }
        }
        assertAllArrive(net, half, k * k);
    }

    @Test
    void everyPacketOfALeafSpineArrivesWhateverCableFails() {
        Net net = new Net(4 + 2);
        for (int leaf = 0; leaf < 4; leaf++) {
            for (int spine = 0; spine < 2; spine++) {
                net.join(leaf, 4 + spine);
            }
        }
        assertAllArrive(net, 0, 4);
    }

    /**
     * Asserts that packets arrive at every switch of a range, from every switch, in every bucket.
     */
    private static void assertAllArrive(Net net, int first, int end) {
        for (int last = first; last < end; last++) {
            Map<DeviceId, RoutePlan> plans = net.plansTo(net.devices.get(last));
            for (long broken = 1; broken <= net.cables; broken++) {
                for (DeviceId from : net.devices) {
                    for (int bucket = 0; bucket < P4Limits.ECMP_BUCKET_COUNT; bucket++) {
                        assertThat(net.arrives(plans, from, bucket, broken))
                                .as("to %s from %s without cable %s", last, from, broken)
                                .isTrue();
                    }
                }
            }
        }
    }
}
