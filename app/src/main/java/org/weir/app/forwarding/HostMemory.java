// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.weir.app.fabric.LinkMap;

/**
 * Present or last place of each address. An address that is no longer seen keeps its place for 5
 * minutes, because its host may come back there.
 */
final class HostMemory {
    private static final long FORGET_AFTER_MS = 300_000;

    private final LongSupplier clockMs;
    private final Map<IpAddress, Place> places = new TreeMap<>();

    HostMemory() {
        this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    HostMemory(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /**
     * Takes up the hosts that are known now.
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
        for (Host host : hosts) {
            ConnectPoint at = new ConnectPoint(host.location().deviceId(), host.location().port());
            if (links.hasPort(at.deviceId(), at.port().toLong())) {
                continue;
            }
            for (IpAddress address : host.ipAddresses()) {
                present.add(address);
                places.put(address, new Place(at, nowMs));
            }
        }
        places.entrySet()
                .removeIf(
                        entry ->
                                !present.contains(entry.getKey())
                                        && nowMs - entry.getValue().seenMs > FORGET_AFTER_MS);
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
        final long seenMs;

        Place(ConnectPoint point, long seenMs) {
            this.point = point;
            this.seenMs = seenMs;
        }
    }
}
