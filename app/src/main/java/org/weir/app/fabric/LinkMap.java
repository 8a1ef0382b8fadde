// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;

/** The directed links between switches at one moment, and the distances over them. */
public final class LinkMap {

    /** Switch at the other end of each link, by switch and port. */
    private final Map<DeviceId, Map<Long, DeviceId>> neighbours;

    private final Map<DeviceId, List<DeviceId>> predecessors = new HashMap<>();

    private LinkMap(Map<DeviceId, Map<Long, DeviceId>> neighbours) {
        this.neighbours = neighbours;
        neighbours.forEach(
                (from, ports) ->
                        new HashSet<>(ports.values())
                                .forEach(
                                        to ->
                                                predecessors
                                                        .computeIfAbsent(
                                                                to, none -> new ArrayList<>())
                                                        .add(from)));
    }

    /** A map without links. */
    public static LinkMap empty() {
        return new LinkMap(Map.of());
    }

    /** Starts with no links. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Distances to a switch.
     *
     * @param target the switch
     * @return hops from each switch that has a path to it; 0 for itself
     */
    public Map<DeviceId, Integer> distancesTo(DeviceId target) {
        Map<DeviceId, Integer> hops = new HashMap<>();
        hops.put(target, 0);
        Queue<DeviceId> next = new ArrayDeque<>();
        next.add(target);
        while (!next.isEmpty()) {
            DeviceId at = next.remove();
            int further = hops.get(at) + 1;
            for (DeviceId from : predecessors.getOrDefault(at, List.of())) {
                if (hops.putIfAbsent(from, further) == null) {
                    next.add(from);
                }
            }
        }
        return hops;
    }

    /**
     * The ports by which the shortest paths to a switch begin.
     *
     * @param from first switch, another one than the target
     * @param hopsToTarget {@link #distancesTo} the target
     * @return port numbers in ascending order; none without a path
     */
    public List<Long> nextHops(DeviceId from, Map<DeviceId, Integer> hopsToTarget) {
        Integer hops = hopsToTarget.get(from);
        if (hops == null) {
            return List.of();
        }
        List<Long> ports = new ArrayList<>();
        neighbours
                .getOrDefault(from, Map.of())
                .forEach(
                        (port, to) -> {
                            if (hopsToTarget.getOrDefault(to, hops) == hops - 1) {
                                ports.add(port);
                            }
                        });
        return ports;
    }

    /** The switch that each port of a switch leads to, in ascending order of the ports. */
    public Map<Long, DeviceId> linksFrom(DeviceId device) {
        return Collections.unmodifiableMap(neighbours.getOrDefault(device, Map.of()));
    }

    /** Whether a port leads to another switch. */
    public boolean hasPort(DeviceId device, long port) {
        return neighbours.getOrDefault(device, Map.of()).containsKey(port);
    }

    /** The switches with a link to a switch. */
    public Collection<DeviceId> switchesThatLeadTo(DeviceId device) {
        return Collections.unmodifiableList(predecessors.getOrDefault(device, List.of()));
    }

    /** The switches whose own links are not those of another map. */
    public Set<DeviceId> switchesThatDiffer(LinkMap other) {
        Set<DeviceId> all = new HashSet<>(neighbours.keySet());
        all.addAll(other.neighbours.keySet());
        all.removeIf(
                device ->
                        neighbours
                                .getOrDefault(device, Map.of())
                                .equals(other.neighbours.getOrDefault(device, Map.of())));
        return all;
    }

    /** Whether this map has every link of another. */
    public boolean containsAll(LinkMap other) {
        for (Map.Entry<DeviceId, Map<Long, DeviceId>> entry : other.neighbours.entrySet()) {
            Map<Long, DeviceId> own = neighbours.getOrDefault(entry.getKey(), Map.of());
            if (!own.entrySet().containsAll(entry.getValue().entrySet())) {
                return false;
            }
        }
        return true;
    }

    /**
     * These links and those of an older map that they do not contradict: a port leads to one place.
     *
     * @param older links that may be down now
     * @param known switches whose links count
     */
    public LinkMap with(LinkMap older, Set<DeviceId> known) {
        Builder all = builder();
        older.neighbours.forEach(
                (from, ports) ->
                        ports.forEach(
                                (port, to) -> {
                                    if (known.contains(from) && known.contains(to)) {
                                        all.add(from, port, to);
                                    }
                                }));
        neighbours.forEach((from, ports) -> ports.forEach((port, to) -> all.add(from, port, to)));
        return all.build();
    }

    /**
     * These links but for those that begin at some ports.
     *
     * @param ports the ports
     */
    public LinkMap without(Set<ConnectPoint> ports) {
        Builder rest = builder();
        neighbours.forEach(
                (from, links) ->
                        links.forEach(
                                (port, to) -> {
                                    PortNumber number = PortNumber.portNumber(port);
                                    if (!ports.contains(new ConnectPoint(from, number))) {
                                        rest.add(from, port, to);
                                    }
                                }));
        return rest.build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinkMap && neighbours.equals(((LinkMap) other).neighbours);
    }

    @Override
    public int hashCode() {
        return neighbours.hashCode();
    }

    /** Collects links. */
    public static final class Builder {
        private final Map<DeviceId, Map<Long, DeviceId>> neighbours = new HashMap<>();

        private Builder() {}

        /** Adds a link; a port that leads elsewhere already leads here from now on. */
        public Builder add(DeviceId from, long port, DeviceId to) {
            neighbours.computeIfAbsent(from, none -> new TreeMap<>()).put(port, to);
            return this;
        }

        /** The map of what was added. */
        public LinkMap build() {
            return new LinkMap(Collections.unmodifiableMap(neighbours));
        }
    }
}
