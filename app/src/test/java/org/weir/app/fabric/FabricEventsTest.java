// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ChassisId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.DefaultPort;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/** Calls that follow ONOS's events. */
class FabricEventsTest {

    private static final Device SWITCH =
            new DefaultDevice(
                    ProviderId.NONE,
                    DeviceId.deviceId("device:s1"),
                    Device.Type.SWITCH,
                    "",
                    "",
                    "",
                    "",
                    new ChassisId(1));

    /** Port with a link to another switch; the others have none. */
    private static final PortNumber LINE = PortNumber.portNumber(7);

    private final List<String> calls = new ArrayList<>();
    private final Devices devices = new Devices();

    private static final class Devices extends DeviceServiceAdapter {
        private DeviceListener listener;

        @Override
        public boolean isAvailable(DeviceId device) {
            return true;
        }

        @Override
        public void addListener(DeviceListener added) {
            listener = added;
        }
    }

    private void send(DeviceEvent.Type type, PortNumber port) {
        send(type, new DefaultPort(SWITCH, port, true));
    }

    private void send(DeviceEvent.Type type, Port port) {
        devices.listener.event(new DeviceEvent(type, SWITCH, port));
    }

    @BeforeEach
    void start() {
        new FabricEvents(
                        devices,
                        new MastershipServiceAdapter(),
                        new HostServiceAdapter(),
                        new LinkServiceAdapter() {
                            @Override
                            public Set<Link> getLinks(ConnectPoint point) {
                                return point.port().equals(LINE) ? Set.of(link(point)) : Set.of();
                            }
                        },
                        () -> calls.add("changed"),
                        port -> calls.add(port.toString()),
                        () -> calls.add("lost"),
                        device -> calls.add("added"),
                        device -> calls.add("writable"))
                .start();
    }

    /** A port that stays up may have another speed. */
    @Test
    void anUpdatedPortIsNamedAfterTheChangeOfTheNetwork() {
        send(DeviceEvent.Type.PORT_UPDATED, PortNumber.portNumber(4));
        send(DeviceEvent.Type.PORT_ADDED, PortNumber.portNumber(5));
        send(DeviceEvent.Type.PORT_UPDATED, PortNumber.CONTROLLER);
        send(DeviceEvent.Type.PORT_STATS_UPDATED, PortNumber.portNumber(4));

        assertThat(calls).containsExactly("changed", "device:s1/4", "changed", "changed");
    }

    private static Link link(ConnectPoint from) {
        return DefaultLink.builder()
                .providerId(ProviderId.NONE)
                .type(Link.Type.DIRECT)
                .src(from)
                .dst(new ConnectPoint(DeviceId.deviceId("device:s2"), LINE))
                .build();
    }

    /**
     * The loss of a path interrupts an update of routes: it would never end while hosts come and
     * go.
     */
    @Test
    void thePortOfAHostIsNoPath() {
        Port up = new DefaultPort(SWITCH, PortNumber.portNumber(4), true);
        Port down = new DefaultPort(SWITCH, PortNumber.portNumber(4), false);
        send(DeviceEvent.Type.PORT_ADDED, up);
        calls.clear();
        send(DeviceEvent.Type.PORT_UPDATED, down);
        assertThat(calls).containsExactly("changed", "device:s1/4");
        send(DeviceEvent.Type.PORT_REMOVED, down);
        assertThat(calls).containsExactly("changed", "device:s1/4", "changed");
    }

    @Test
    void thePortOfALinkIsAPath() {
        send(DeviceEvent.Type.PORT_ADDED, new DefaultPort(SWITCH, LINE, true));
        calls.clear();
        Port down = new DefaultPort(SWITCH, LINE, false);
        send(DeviceEvent.Type.PORT_UPDATED, down);
        assertThat(calls).containsExactly("lost", "changed", "device:s1/7");
        calls.clear();
        send(DeviceEvent.Type.PORT_REMOVED, down);
        assertThat(calls).containsExactly("lost", "changed");
    }

    /** As of a microwave line: what a switch has refused need not be sent again for it. */
    @Test
    void anotherSpeedIsNoChangeOfTheNetwork() {
        PortNumber four = PortNumber.portNumber(4);
        send(DeviceEvent.Type.PORT_ADDED, four);
        calls.clear();

        send(
                DeviceEvent.Type.PORT_UPDATED,
                new DefaultPort(SWITCH, four, true, Port.Type.COPPER, 40));
        assertThat(calls).containsExactly("device:s1/4");

        send(DeviceEvent.Type.PORT_UPDATED, new DefaultPort(SWITCH, four, false));
        assertThat(calls).containsExactly("device:s1/4", "changed", "device:s1/4");
    }
}
