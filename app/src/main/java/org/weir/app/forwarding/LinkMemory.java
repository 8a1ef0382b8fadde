// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.weir.app.fabric.LinkMap;

/**
 * Every link that was seen. A link that is not seen any more is forgotten when another one begins
 * at its port, when netcfg loses one of its switches, or when a host has taken its place: the cable
 * was moved.
 *
 * <p>A host has taken a link's place if ONOS lists it at the port for {@value #TAKEN_AFTER_MS} ms,
 * and finds no link there meanwhile. A frame that the switch at the other end forwards may be heard
 * at the port before the link is found again, which takes some seconds.
 */
final class LinkMemory {

    /** Time for which a host is at a port without a link until the port is the host's, ms. */
    static final long TAKEN_AFTER_MS = 10_000;

    private static final long NS_PER_MS = 1_000_000;

    private LinkMap links = LinkMap.empty();

    /** By port of a link that is not seen, at which a host is: since when, ns. */
    private final Map<ConnectPoint, Long> taken = new HashMap<>();

    /**
     * Takes up what is known now.
     *
     * @param present links that are seen
     * @param known switches that netcfg has
     * @param hosts the hosts
     * @param nowNs monotonic time, ns
     * @return the links that are seen or remembered
     */
    LinkMap update(LinkMap present, Set<DeviceId> known, Collection<Host> hosts, long nowNs) {
        LinkMap all = present.with(links, known);
        Set<ConnectPoint> doubtful = new HashSet<>();
        for (Host host : hosts) {
            ConnectPoint at = new ConnectPoint(host.location().deviceId(), host.location().port());
            if (hasPort(all, at) && !hasPort(present, at)) {
                doubtful.add(at);
            }
        }
        taken.keySet().retainAll(doubtful);
        doubtful.forEach(port -> taken.putIfAbsent(port, nowNs));
        Set<ConnectPoint> forgotten = new HashSet<>();
        taken.forEach(
                (port, sinceNs) -> {
                    if (nowNs - sinceNs >= TAKEN_AFTER_MS * NS_PER_MS) {
                        forgotten.add(port);
                    }
                });
        taken.keySet().removeAll(forgotten);
        links = forgotten.isEmpty() ? all : all.without(forgotten);
        return links;
    }

    /** True while a host is at the port of a link that is not seen, so that an update is due. */
    boolean isInDoubt() {
        return !taken.isEmpty();
    }

    private static boolean hasPort(LinkMap links, ConnectPoint at) {
        return links.hasPort(at.deviceId(), at.port().toLong());
    }
}
