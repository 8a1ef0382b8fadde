// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.Port;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.link.LinkService;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;

/**
 * Records switches that come into contact or are lost, ports that change their carrier, and links
 * that come and go, as ONOS's stores have them.
 */
final class NetworkChanges implements Observation {

    private final EventJournal journal;
    private final DeviceService devices;
    private final LinkService links;
    private final Supplier<? extends Set<DeviceId>> configured;
    private Map<DeviceId, Boolean> available = new HashMap<>();
    private Map<ConnectPoint, Boolean> carriers = new HashMap<>();
    private Map<String, Link> present = new HashMap<>();

    /** The switches that counted at the last look. */
    private Set<DeviceId> counted = Set.of();

    /**
     * Changes of the network.
     *
     * @param journal is given the events
     * @param devices switches and ports
     * @param links links
     * @param configured the switches whose events count
     */
    NetworkChanges(
            EventJournal journal,
            DeviceService devices,
            LinkService links,
            Supplier<? extends Set<DeviceId>> configured) {
        this.journal = journal;
        this.devices = devices;
        this.links = links;
        this.configured = configured;
    }

    @Override
    public void begin() {
        Set<DeviceId> own = Set.copyOf(configured.get());
        counted = own;
        available = available(own);
        carriers = carriers(own);
        present = links(own);
    }

    @Override
    public void look() {
        Set<DeviceId> own = Set.copyOf(configured.get());
        Map<DeviceId, Boolean> nowAvailable = available(own);
        nowAvailable.forEach(
                (device, isThere) -> {
                    if (isThere != available.getOrDefault(device, false)) {
                        record(device, isThere);
                    }
                });
        available = nowAvailable;
        Map<ConnectPoint, Boolean> nowCarriers = carriers(own);
        nowCarriers.forEach(
                (port, isUp) -> {
                    Boolean before = carriers.get(port);
                    if (before != null && before != isUp) {
                        record(port, isUp);
                    }
                });
        carriers = nowCarriers;
        Map<String, Link> nowPresent = links(own);
        Set<String> gone = new HashSet<>(present.keySet());
        gone.removeAll(nowPresent.keySet());
        // That netcfg names another switch, or one less, changes no link.
        gone.removeIf(key -> !isBetween(own, present.get(key)));
        gone.forEach(key -> record(present.get(key), false));
        Set<String> found = new HashSet<>(nowPresent.keySet());
        found.removeAll(present.keySet());
        found.removeIf(key -> !isBetween(counted, nowPresent.get(key)));
        found.forEach(key -> record(nowPresent.get(key), true));
        present = nowPresent;
        counted = own;
    }

    private void record(DeviceId device, boolean isThere) {
        journal.record(
                Event.of(
                                isThere ? EventKind.DEVICE_CONNECTED : EventKind.DEVICE_LOST,
                                device.toString(),
                                isThere ? "the switch is in contact" : "the switch does not answer")
                        .at(device.toString()));
    }

    private void record(ConnectPoint port, boolean isUp) {
        journal.record(
                Event.of(
                                isUp ? EventKind.PORT_UP : EventKind.PORT_DOWN,
                                port.toString(),
                                isUp ? "the port has carrier" : "the port has no carrier")
                        .at(port.deviceId().toString(), port.port().toLong()));
    }

    private void record(Link link, boolean isThere) {
        journal.record(
                Event.of(
                                isThere ? EventKind.LINK_UP : EventKind.LINK_DOWN,
                                link.src().toString(),
                                (isThere ? "link found to " : "link lost to ") + link.dst())
                        .at(link.src().deviceId().toString(), link.src().port().toLong()));
    }

    private Map<DeviceId, Boolean> available(Set<DeviceId> own) {
        Map<DeviceId, Boolean> found = new HashMap<>();
        own.forEach(device -> found.put(device, devices.isAvailable(device)));
        return found;
    }

    /** Ports of the switches that are in contact: of the others nothing is known. */
    private Map<ConnectPoint, Boolean> carriers(Set<DeviceId> own) {
        Map<ConnectPoint, Boolean> found = new HashMap<>();
        for (DeviceId device : own) {
            Device known = devices.getDevice(device);
            if (known == null || !devices.isAvailable(device)) {
                continue;
            }
            for (Port port : devices.getPorts(device)) {
                found.put(new ConnectPoint(device, port.number()), port.isEnabled());
            }
        }
        return found;
    }

    private static boolean isBetween(Set<DeviceId> switches, Link link) {
        // An end may be an element that is no device.
        return switches.contains(link.src().elementId())
                && switches.contains(link.dst().elementId());
    }

    private Map<String, Link> links(Set<DeviceId> own) {
        Map<String, Link> found = new HashMap<>();
        for (Link link : links.getActiveLinks()) {
            if (isBetween(own, link)) {
                found.put(link.src() + " " + link.dst(), link);
            }
        }
        return found;
    }
}
