// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.weir.app.fabric.LinkMap;

class ShortestPathsTest {

    /** Links of which some are down; the two directions of a cable fail separately. */
    private static final class Net {
        final List<DeviceId> devices = new ArrayList<>();
        private final List<int[]> links = new ArrayList<>();
        private final List<Boolean> isUp = new ArrayList<>();
        private int highestPort;

        Net(int count) {
            for (int i = 0; i < count; i++) {
                devices.add(DeviceId.deviceId("device:s" + i));
            }
        }

        void join(int one, int other) {
            int port = Math.abs(highestPort - links.size() - 1);
            links.add(new int[] {one, port, other});
            links.add(new int[] {other, port, one});
            isUp.addAll(List.of(true, true));
        }

        void change(Random random) {
            int link = random.nextInt(links.size());
            isUp.set(link, !isUp.get(link));
        }

        void set(int link, boolean up) {
            isUp.set(link, up);
        }

        LinkMap map(boolean withThoseDown) {
            LinkMap.Builder map = LinkMap.builder();
            for (int i = 0; i < links.size(); i++) {
                if (withThoseDown || isUp.get(i)) {
                    int[] link = links.get(i);
                    map.add(devices.get(link[0]), link[1], devices.get(link[2]));
                }
            }
            return map.build();
        }

        ShortestPaths paths() {
            return new ShortestPaths(map(false), map(true));
        }

        ShortestPaths after(ShortestPaths before) {
            return before.after(map(false), map(true));
        }

        /** Asks for every route to every switch. */
        List<Object> routes(ShortestPaths paths) {
            List<Object> all = new ArrayList<>();
            for (DeviceId last : devices) {
                for (DeviceId device : devices) {
                    if (!device.equals(last)) {
                        all.add(Collections.singletonList(paths.route(device, last)));
                        all.add(paths.hops(device, last));
                    }
                }
            }
            return all;
        }

        static Net fatTree(int k) {
            int half = k / 2;
            Net net = new Net(k * k + half * half);
            for (int pod = 0; pod < k; pod++) {
                for (int agg = 0; agg < half; agg++) {
                    for (int i = 0; i < half; i++) {
                        net.join(pod * k + agg, pod * k + half + i);
                        net.join(pod * k + agg, k * k + agg * half + i);
                    }
                }
            }
            return net;
        }
    }

    @Test
    void changesGiveTheSameRoutesAsAComputationFromNothing() {
        int searches = 0;
        int asked = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Net net = new Net(3 + random.nextInt(8));
            for (int i = 1; i < net.devices.size(); i++) {
                net.join(i, random.nextInt(i));
            }
            for (int i = random.nextInt(2 * net.devices.size()); i > 0; i--) {
                int one = random.nextInt(net.devices.size());
                net.join(one, (one + 1 + random.nextInt(2)) % net.devices.size());
            }
            ShortestPaths paths = net.paths();
            for (int step = 0; step < 30; step++) {
                for (int changes = random.nextInt(4); changes >= 0; changes--) {
                    net.change(random);
                }
                paths = net.after(paths);
                assertThat(net.routes(paths))
                        .as("seed %s, step %s", seed, step)
                        .isEqualTo(net.routes(net.paths()));
                searches += paths.searches();
                asked += net.devices.size();
            }
        }
        assertThat(searches).as("of %s", asked).isPositive().isLessThan(asked);
    }

    /** Each at lower ports than those before it, so that the ranks of the neighbours change. */
    @Test
    void newCablesGiveTheSameRoutesAsAComputationFromNothing() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Net net = new Net(4 + random.nextInt(6));
            net.highestPort = 1000;
            ShortestPaths paths = net.paths();
            for (int step = 0; step < 2 * net.devices.size(); step++) {
                int one = random.nextInt(net.devices.size());
                net.join(one, (one + 1 + random.nextInt(3)) % net.devices.size());
                paths = net.after(paths);
                assertThat(net.routes(paths))
                        .as("seed %s, step %s", seed, step)
                        .isEqualTo(net.routes(net.paths()));
            }
        }
    }

    /**
     * A cable from an aggregation to an edge switch fails. The distances to 13 of 80 switches
     * change: to both ends, to the 4 core switches above, and to the 7 aggregation switches below
     * those in other pods.
     */
    @Test
    void failedLinkOfAFatTreeNeedsFewSearches() {
        Net net = Net.fatTree(8);
        ShortestPaths paths = net.paths();
        net.routes(paths);
        assertThat(paths.searches()).isEqualTo(80);
        for (boolean isUp : new boolean[] {false, true}) {
            net.set(0, isUp);
            net.set(1, isUp);
            paths = net.after(paths);
            net.routes(paths);
            assertThat(paths.searches()).as("up: %s", isUp).isEqualTo(13);
        }
    }
}
