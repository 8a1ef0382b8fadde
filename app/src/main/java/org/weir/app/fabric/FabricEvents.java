// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.onosproject.mastership.MastershipEvent;
import org.onosproject.mastership.MastershipListener;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.host.HostListener;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkEvent;
import org.onosproject.net.link.LinkListener;
import org.onosproject.net.link.LinkService;
import org.weir.control.PortId;

/** Listener for changes of the network and for switches that may have become writable. */
public final class FabricEvents {

    private static final Set<DeviceEvent.Type> CONTACT =
            Set.of(
                    DeviceEvent.Type.DEVICE_ADDED,
                    DeviceEvent.Type.DEVICE_UPDATED,
                    DeviceEvent.Type.DEVICE_AVAILABILITY_CHANGED);

    private final DeviceService devices;
    private final MastershipService mastership;
    private final HostService hosts;
    private final LinkService links;
    private final DeviceListener deviceListener;
    private final MastershipListener mastershipListener;
    private final HostListener hostListener;
    private final LinkListener linkListener;

    /** States of ports as of their last events. */
    private final Map<ConnectPoint, String> states = new ConcurrentHashMap<>();

    /**
     * Events of the network.
     *
     * @param devices switches and ports
     * @param mastership masters of the switches
     * @param hosts hosts
     * @param links links between switches
     * @param changed runs after every change, unless a port has only another speed or the like;
     *     must return at once
     * @param portUpdated is given a port of which ONOS has a new description, such as another
     *     speed, after {@code changed}; must return at once
     * @param pathLost runs after a link or its port has gone, before {@code changed}; must return
     *     at once
     * @param added is given a switch that ONOS has begun to know, before anybody knows it to be
     *     available; must return within a second or so
     * @param writable is given a switch that this instance may have begun to control; must return
     *     soon
     */
    public FabricEvents(
            DeviceService devices,
            MastershipService mastership,
            HostService hosts,
            LinkService links,
            Runnable changed,
            Consumer<PortId> portUpdated,
            Runnable pathLost,
            Consumer<DeviceId> added,
            Consumer<DeviceId> writable) {
        this.devices = devices;
        this.mastership = mastership;
        this.hosts = hosts;
        this.links = links;
        deviceListener =
                event -> {
                    if (event.type() == DeviceEvent.Type.PORT_STATS_UPDATED) {
                        return;
                    }
                    if (isPathLost(event)) {
                        pathLost.run();
                    }
                    if (event.type() == DeviceEvent.Type.DEVICE_ADDED) {
                        added.accept(event.subject().id());
                    }
                    if (CONTACT.contains(event.type())) {
                        writable.accept(event.subject().id());
                    }
                    if (isChange(event)) {
                        changed.run();
                    }
                    if (event.type() == DeviceEvent.Type.PORT_UPDATED
                            && !event.port().number().isLogical()) {
                        portUpdated.accept(
                                new PortId(
                                        event.subject().id().toString(),
                                        event.port().number().toLong()));
                    }
                };
        mastershipListener =
                event -> {
                    if (event.type() == MastershipEvent.Type.MASTER_CHANGED) {
                        writable.accept(event.subject());
                        changed.run();
                    }
                };
        hostListener = event -> changed.run();
        linkListener =
                event -> {
                    if (event.type() == LinkEvent.Type.LINK_REMOVED) {
                        pathLost.run();
                    }
                    changed.run();
                };
    }

    /**
     * True if the port of a link has gone. If ONOS has removed the link before, an event of the
     * link follows. Hosts are at the other ports, and no path leads through them.
     */
    private boolean isPathLost(DeviceEvent event) {
        boolean isPortLost =
                event.type() == DeviceEvent.Type.PORT_REMOVED
                        || event.type() == DeviceEvent.Type.PORT_UPDATED
                                && Fabric.isDown(
                                        event.port(), devices.isAvailable(event.subject().id()));
        return isPortLost
                && !links.getLinks(new ConnectPoint(event.subject().id(), event.port().number()))
                        .isEmpty();
    }

    /**
     * False for an update of a port that is up or down as before: neither routes nor rules depend
     * on the rest, and refused rules need not be sent again for it.
     */
    private boolean isChange(DeviceEvent event) {
        if (event.port() == null) {
            return true;
        }
        ConnectPoint point = new ConnectPoint(event.subject().id(), event.port().number());
        if (event.type() == DeviceEvent.Type.PORT_REMOVED) {
            states.remove(point);
            return true;
        }
        String state = Fabric.state(event.port());
        return !state.equals(states.put(point, state))
                || event.type() != DeviceEvent.Type.PORT_UPDATED;
    }

    /** Starts to listen. */
    public void start() {
        mastership.addListener(mastershipListener);
        devices.addListener(deviceListener);
        hosts.addListener(hostListener);
        links.addListener(linkListener);
    }

    /** Stops to listen. */
    public void stop() {
        links.removeListener(linkListener);
        hosts.removeListener(hostListener);
        devices.removeListener(deviceListener);
        mastership.removeListener(mastershipListener);
    }
}
