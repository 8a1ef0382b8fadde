// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.weir.pipelines.P4Limits;

/**
 * The next-hop groups of a switch: their numbers, and which port each of their buckets leads to.
 *
 * <p>With every link up, the ports have equally many buckets, or one more ({@link BucketSpread}).
 * Without some of its ports a group gives only their buckets to the others, so only flows that lost
 * their path move, and they move back when the path is back. The number follows from the full list
 * of ports and their spread. When a link of the switch itself fails, the groups keep their numbers:
 * a few buckets change, and no route does.
 */
final class EcmpGroups {

    private static final int MAX_GROUP_ID = 0xFFFF;
    private static final Comparator<Route> BY_PORTS =
            Comparator.<Route, String>comparing(route -> route.allPorts.toString())
                    .thenComparing(route -> route.spread.toString())
                    .thenComparing(route -> route.ports.toString())
                    .thenComparing(route -> route.alternate);

    private final Map<Route, Integer> ids = new HashMap<>();

    /**
     * Numbers the groups that routes need.
     *
     * @param routes routes of one switch
     */
    EcmpGroups(Collection<Route> routes) {
        Map<Route, Integer> users = new HashMap<>();
        for (Route route : routes) {
            if (route.allPorts.size() > 1) {
                users.merge(route, 1, Integer::sum);
            }
        }
        List<Route> distinct = new ArrayList<>(users.keySet());
        distinct.sort(BY_PORTS);
        Map<List<Object>, Route> mostUsed = new LinkedHashMap<>();
        for (Route route : distinct) {
            List<Object> allUp = List.of(route.allPorts, route.spread);
            Route most = mostUsed.get(allUp);
            if (most == null || users.get(route) > users.get(most)) {
                mostUsed.put(allUp, route);
            }
        }
        Set<Integer> taken = new HashSet<>();
        mostUsed.forEach((allUp, route) -> ids.put(route, free(taken, allUp.hashCode())));
        for (Route route : distinct) {
            if (route.ports.size() > 1 && !ids.containsKey(route)) {
                ids.put(route, free(taken, route.hashCode()));
            }
        }
    }

    private static int free(Set<Integer> taken, int hash) {
        int id = 1 + Math.floorMod(hash, MAX_GROUP_ID);
        while (!taken.add(id)) {
            id = id % MAX_GROUP_ID + 1;
        }
        return id;
    }

    /** Whether a route goes by a group, and not by its only port. */
    boolean has(Route route) {
        return ids.containsKey(route);
    }

    /** Number of the group of a route, 1..65535. */
    int id(Route route) {
        return ids.get(route);
    }

    /** Every group: its number and where each of its buckets leads. */
    Map<Integer, List<Hop>> buckets() {
        Map<Integer, List<Hop>> buckets = new TreeMap<>();
        ids.forEach((route, id) -> buckets.put(id, bucketsOf(route)));
        return buckets;
    }

    /**
     * Next hop of each bucket of a route's group. The alternates of the buckets of a port take
     * turns, so that traffic which the switch moves by itself when the port goes down is spread.
     */
    static List<Hop> bucketsOf(Route route) {
        List<Long> usable =
                route.allPorts.stream().filter(route.ports::contains).collect(Collectors.toList());
        int count = route.allPorts.size();
        int[] turns = new int[count];
        List<Hop> buckets = new ArrayList<>();
        int moved = 0;
        for (int bucket = 0; bucket < P4Limits.ECMP_BUCKET_COUNT; bucket++) {
            int path = route.spread.path(bucket, count);
            long first = route.allPorts.get(path);
            long port = usable.contains(first) ? first : usable.get(moved++ % usable.size());
            buckets.add(route.hop(port, turns[path]++));
        }
        return buckets;
    }
}
