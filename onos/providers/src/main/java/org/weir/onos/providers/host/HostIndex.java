// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;

/**
 * The ports at which hosts may be. ONOS's own look-up of the hosts at a port reads all hosts from
 * the cluster's store. A host may have left a port that is listed here; whoever uses the index asks
 * ONOS for the host.
 */
final class HostIndex {
    private final Map<HostId, Set<ConnectPoint>> points = new HashMap<>();
    private final Map<ConnectPoint, Set<HostId>> hosts = new HashMap<>();

    /** Lists a host at its present ports, and at no others. */
    synchronized void put(Host host) {
        remove(host.id());
        host.locations()
                .forEach(
                        location ->
                                add(
                                        host.id(),
                                        new ConnectPoint(location.elementId(), location.port())));
    }

    /** Lists a host at a further port. */
    synchronized void add(HostId host, ConnectPoint point) {
        points.computeIfAbsent(host, none -> new HashSet<>()).add(point);
        hosts.computeIfAbsent(point, none -> new HashSet<>()).add(host);
    }

    /** Takes a host off the list. */
    synchronized void remove(HostId host) {
        for (ConnectPoint point : points.getOrDefault(host, Set.of())) {
            Set<HostId> there = hosts.get(point);
            there.remove(host);
            if (there.isEmpty()) {
                hosts.remove(point);
            }
        }
        points.remove(host);
    }

    /** The hosts that may be at a port. */
    synchronized Set<HostId> at(ConnectPoint point) {
        return Set.copyOf(hosts.getOrDefault(point, Set.of()));
    }

    /** The ports of a device at which hosts may be. */
    synchronized Set<ConnectPoint> points(DeviceId device) {
        return hosts.keySet().stream()
                .filter(point -> point.elementId().equals(device))
                .collect(Collectors.toSet());
    }
}
