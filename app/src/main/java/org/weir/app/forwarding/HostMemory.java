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
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.weir.app.fabric.LinkMap;
import org.weir.control.policy.PortEdge;

/**
 * Present or last place of each address. An address that is no longer seen keeps its place for 5
 * minutes, because its host may come back there. Of several hosts with one address, the one that
 * got it last has it.
 */
final class HostMemory {

    /** Time for which an address keeps its place, ms. */
    static final long FORGET_AFTER_MS = 300_000;

    private final LongSupplier clockMs;
    private final Map<IpAddress, Place> places = new TreeMap<>();

    /** By address: the hosts that had it at the last update. */
    private final Map<IpAddress, Set<HostId>> hostsBefore = new HashMap<>();

    /** By port: addresses that found it full at the last update. */
    private final Map<ConnectPoint, Integer> refused = new HashMap<>();

    /** By host without a place: its switch. */
    private final Map<HostId, DeviceId> surplus = new HashMap<>();

    private ToIntFunction<ConnectPoint> limit = point -> PortEdge.DEFAULT_ADDRESSES;
    private Set<IpAddress> exempt = Set.of();

    HostMemory() {
        this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    HostMemory(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /**
     * Sets how many addresses a port may have. A host that invents addresses shall not fill the
     * route tables; addresses that have a place keep it.
     *
     * @param limit most addresses of a port
     */
    void limit(ToIntFunction<ConnectPoint> limit) {
        this.limit = limit;
    }

    /**
     * Sets addresses that have a place also at a full port.
     *
     * @param addresses those of which the policy says that they are in the network
     */
    void exempt(Set<IpAddress> addresses) {
        exempt = Set.copyOf(addresses);
    }

    /** By port: number of addresses that have no place because the port has as many as it may. */
    Map<ConnectPoint, Integer> refused() {
        return Map.copyOf(refused);
    }

    /** By host whose addresses all found their port full at the last update: its switch. */
    Map<HostId, DeviceId> surplus() {
        return Map.copyOf(surplus);
    }

    /**
     * Takes up the hosts that are known now, as far as their ports have room.
     *
     * @param hosts the hosts
     * @param links every link known: no host is at a port that leads to a switch, though its
     *     packets may have been heard there before the link was found
     */
    void update(Collection<Host> hosts, LinkMap links) {
        long nowMs = clockMs.getAsLong();
        Set<IpAddress> present = new HashSet<>();
        places.values()
                .removeIf(at -> links.hasPort(at.point.deviceId(), at.point.port().toLong()));
        refused.clear();
        surplus.clear();
        Map<IpAddress, List<Host>> claims = new LinkedHashMap<>();
        for (Host host : hosts) {
            ConnectPoint at = point(host);
            if (!links.hasPort(at.deviceId(), at.port().toLong())) {
                host.ipAddresses()
                        .forEach(
                                address ->
                                        claims.computeIfAbsent(address, none -> new ArrayList<>())
                                                .add(host));
            }
        }
        // Before the others look for a place.
        forgetAllBut(claims.keySet(), nowMs);
        Map<ConnectPoint, Integer> counts = new HashMap<>();
        places.values().forEach(place -> counts.merge(place.point, 1, Integer::sum));
        claims.forEach(
                (address, claimants) -> {
                    if (settle(address, claimants, counts, nowMs)) {
                        present.add(address);
                    }
                });
        findSurplus(claims, present);
        remember(hosts);
        forgetAllBut(present, nowMs);
    }

    private void forgetAllBut(Set<IpAddress> present, long nowMs) {
        places.entrySet()
                .removeIf(
                        entry ->
                                !present.contains(entry.getKey())
                                        && nowMs - entry.getValue().seenMs > FORGET_AFTER_MS);
    }

    /**
     * Gives an address to the first of its hosts whose port has room.
     *
     * @return false if none has
     */
    private boolean settle(
            IpAddress address,
            List<Host> claimants,
            Map<ConnectPoint, Integer> counts,
            long nowMs) {
        Place before = places.get(address);
        claimants.sort(preference(address, before));
        for (Host host : claimants) {
            ConnectPoint at = point(host);
            boolean isNew = before == null || !before.point.equals(at);
            if (isNew
                    && !exempt.contains(address)
                    && counts.getOrDefault(at, 0) >= limit.applyAsInt(at)) {
                refused.merge(at, 1, Integer::sum);
                continue;
            }
            if (isNew) {
                counts.merge(at, 1, Integer::sum);
                if (before != null) {
                    counts.merge(before.point, -1, Integer::sum);
                }
            }
            places.put(address, new Place(at, host.id(), nowMs));
            return true;
        }
        return false;
    }

    /**
     * Order of hosts that ONOS lists with the same address, as it does after the address has moved:
     * who has got it since the last update, then who had it, then who was heard last.
     */
    private Comparator<Host> preference(IpAddress address, Place before) {
        Set<HostId> old = hostsBefore.getOrDefault(address, Set.of());
        return Comparator.<Host, Boolean>comparing(host -> old.contains(host.id()))
                .thenComparing(host -> before == null || !before.host.equals(host.id()))
                .thenComparing(host -> -host.location().time())
                .thenComparing(host -> host.id().toString());
    }

    private void findSurplus(Map<IpAddress, List<Host>> claims, Set<IpAddress> present) {
        Map<HostId, DeviceId> withPlace = new HashMap<>();
        claims.forEach(
                (address, claimants) -> {
                    for (Host host : claimants) {
                        DeviceId device = host.location().deviceId();
                        (present.contains(address) ? withPlace : surplus).put(host.id(), device);
                    }
                });
        surplus.keySet().removeAll(withPlace.keySet());
    }

    private void remember(Collection<Host> hosts) {
        hostsBefore.clear();
        for (Host host : hosts) {
            for (IpAddress address : host.ipAddresses()) {
                hostsBefore.computeIfAbsent(address, none -> new HashSet<>()).add(host.id());
            }
        }
    }

    private static ConnectPoint point(Host host) {
        return new ConnectPoint(host.location().deviceId(), host.location().port());
    }

    /** The port of each address, by switch. */
    Map<DeviceId, Map<IpAddress, Long>> byDevice() {
        Map<DeviceId, Map<IpAddress, Long>> byDevice =
                new TreeMap<>(Comparator.comparing(DeviceId::toString));
        places.forEach(
                (address, place) ->
                        byDevice.computeIfAbsent(place.point.deviceId(), none -> new HashMap<>())
                                .put(address, place.point.port().toLong()));
        return byDevice;
    }

    private static final class Place {
        final ConnectPoint point;
        final HostId host;
        final long seenMs;

        Place(ConnectPoint point, HostId host, long seenMs) {
            this.point = point;
            this.host = host;
            this.seenMs = seenMs;
        }
    }
}
