// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onosproject.net.DeviceId;
import org.weir.app.fabric.LinkMap;

/**
 * The shortest paths to every switch that was asked for, at one moment. {@link #after} makes those
 * of the next moment from them; paths that a change of links cannot have altered are not computed
 * again (incremental shortest path first).
 *
 * <p>Distances stay as they are when each switch whose links changed still satisfies d = 1 + min of
 * its neighbours' d. This equation has one solution, and all other switches satisfy it as before.
 * Example: of a switch with two equal paths one fails. No distance changes, and only the routes of
 * this switch and its neighbours are computed again.
 *
 * <p>Not safe for use by several threads.
 */
final class ShortestPaths {

    /** Links that are up, and these with the links that are known and down. */
    private final LinkMap links;

    private final LinkMap allLinks;

    /** Shortest paths, by destination. */
    private final Map<DeviceId, Tree> trees = new HashMap<>();

    private int searches;

    /** The paths to one destination. */
    private static final class Tree {
        final Map<DeviceId, Integer> distances;
        final Map<DeviceId, Integer> allDistances;

        /** Routes by switch, of those switches that were asked for and have a path. */
        final Map<DeviceId, Route> routes = new HashMap<>();

        Tree(Map<DeviceId, Integer> distances, Map<DeviceId, Integer> allDistances) {
            this.distances = distances;
            this.allDistances = allDistances;
        }
    }

    /**
     * Paths that are computed when they are asked for.
     *
     * @param links links that are up
     * @param allLinks these, and links that are known and down
     */
    ShortestPaths(LinkMap links, LinkMap allLinks) {
        this.links = links;
        this.allLinks = allLinks;
    }

    /**
     * The paths after a change of links; equal to those that are computed from nothing. They take
     * over what this object has found, and it must not be used any more.
     */
    ShortestPaths after(LinkMap nextLinks, LinkMap nextAllLinks) {
        ShortestPaths next = new ShortestPaths(nextLinks, nextAllLinks);
        Set<DeviceId> changed = nextLinks.switchesThatDiffer(links);
        Set<DeviceId> allChanged = nextAllLinks.switchesThatDiffer(allLinks);
        Set<DeviceId> near = new HashSet<>(allChanged);
        for (DeviceId device : allChanged) {
            // The rank of a switch depends on its neighbour's links.
            near.addAll(nextAllLinks.switchesThatLeadTo(device));
        }
        for (DeviceId device : changed) {
            near.add(device);
            // An alternate of a switch depends on its neighbour's paths.
            near.addAll(nextLinks.switchesThatLeadTo(device));
        }
        trees.forEach(
                (last, tree) -> {
                    boolean isSame =
                            holds(last, tree.distances, changed, nextLinks)
                                    && holds(last, tree.allDistances, allChanged, nextAllLinks);
                    if (isSame) {
                        tree.routes.keySet().removeAll(near);
                        next.trees.put(last, tree);
                    }
                });
        return next;
    }

    /** True if distances satisfy the equation at all given switches. */
    private static boolean holds(
            DeviceId last,
            Map<DeviceId, Integer> distances,
            Collection<DeviceId> switches,
            LinkMap links) {
        for (DeviceId device : switches) {
            if (device.equals(last)) {
                continue;
            }
            int nearest = Integer.MAX_VALUE;
            for (DeviceId neighbour : links.linksFrom(device).values()) {
                nearest = Math.min(nearest, distances.getOrDefault(neighbour, nearest));
            }
            Integer hops = distances.get(device);
            boolean isRight =
                    hops == null
                            ? nearest == Integer.MAX_VALUE
                            : nearest != Integer.MAX_VALUE && hops == nearest + 1;
            if (!isRight) {
                return false;
            }
        }
        return true;
    }

    /**
     * Hops to a switch.
     *
     * @param device from here
     * @param last to here
     * @return 0 without a path
     */
    int hops(DeviceId device, DeviceId last) {
        return tree(last).distances.getOrDefault(device, 0);
    }

    /**
     * The shortest paths from a switch to another one.
     *
     * @param device from here
     * @param last to here, another switch
     * @return null without a path
     */
    Route route(DeviceId device, DeviceId last) {
        Tree tree = tree(last);
        return tree.routes.computeIfAbsent(device, from -> find(from, tree));
    }

    /** Number of searches for a destination since this object was made. */
    int searches() {
        return searches;
    }

    private Tree tree(DeviceId last) {
        return trees.computeIfAbsent(last, this::search);
    }

    private Tree search(DeviceId last) {
        searches++;
        Map<DeviceId, Integer> distances = links.distancesTo(last);
        return new Tree(distances, links.equals(allLinks) ? distances : allLinks.distancesTo(last));
    }

    private Route find(DeviceId device, Tree tree) {
        List<Long> ports = links.nextHops(device, tree.distances);
        if (ports.isEmpty()) {
            return null;
        }
        List<Long> allPorts = allLinks.nextHops(device, tree.allDistances);
        boolean isKnown = allPorts.containsAll(ports);
        return Route.of(
                ports,
                allPorts,
                ports.size() == 1 ? alternate(device, ports.get(0), tree.distances) : Hop.NONE,
                (isKnown ? tree.allDistances : tree.distances).get(device),
                rank(device, (isKnown ? allPorts : ports).get(0)));
    }

    /**
     * The place of a switch among those that its neighbour's ports lead to, in the order of these
     * ports, from 0.
     */
    private int rank(DeviceId device, long portToNeighbour) {
        DeviceId neighbour = allLinks.linksFrom(device).get(portToNeighbour);
        Set<DeviceId> before = new HashSet<>();
        for (DeviceId each : allLinks.linksFrom(neighbour).values()) {
            if (each.equals(device)) {
                break;
            }
            before.add(each);
        }
        return before.size();
    }

    /**
     * A port by which packets reach their destination without a link of this switch (RFC 5286,
     * Basic Specification for IP Fast Reroute: Loop-Free Alternates). The neighbour is as near as
     * this switch, so that its own shortest paths do not come back. Failing that, it is one hop
     * further away and has other shortest paths than those by this switch: it does not send a
     * packet back to where it came from (pipelines/v1model/fast_reroute.p4).
     *
     * @param only the only port of the shortest paths
     * @return the lowest port that will do, {@link Hop#NONE} for none
     */
    private long alternate(DeviceId device, long only, Map<DeviceId, Integer> distances) {
        int hopsFromHere = distances.get(device);
        long further = Hop.NONE;
        for (Map.Entry<Long, DeviceId> link : links.linksFrom(device).entrySet()) {
            DeviceId neighbour = link.getValue();
            Integer hopsFromThere = distances.get(neighbour);
            if (link.getKey() == only || hopsFromThere == null) {
                continue;
            }
            if (hopsFromThere == hopsFromHere) {
                return link.getKey();
            }
            boolean hasOtherWay =
                    hopsFromThere == hopsFromHere + 1 && hasOtherWay(neighbour, device, distances);
            if (hasOtherWay && further == Hop.NONE) {
                further = link.getKey();
            }
        }
        return further;
    }

    /** One way only may lead back: a packet that came by it would be sent back by a second one. */
    private boolean hasOtherWay(
            DeviceId neighbour, DeviceId back, Map<DeviceId, Integer> distances) {
        Map<Long, DeviceId> leadTo = links.linksFrom(neighbour);
        List<Long> ports = links.nextHops(neighbour, distances);
        long leadBack = ports.stream().filter(port -> leadTo.get(port).equals(back)).count();
        return leadBack == 1 && ports.size() > 1;
    }
}
