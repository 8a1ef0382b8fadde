// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.onlab.packet.ChassisId;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.DefaultPort;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.Link;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigServiceAdapter;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.driver.DriverServiceAdapter;
import org.onosproject.net.host.HostService;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/**
 * ONOS's view of switches in a line, {@code device:s1} and so on: port 1 leads to the switch
 * before, port 2 to the one after, the others to hosts.
 */
public final class SwitchLine {

    private static final int BEFORE = 1;
    private static final int AFTER = 2;

    private final int portCount;
    private final Set<DeviceId> switches = new LinkedHashSet<>();
    private final List<Host> hosts = new ArrayList<>();
    private int readings;
    private final Fabric fabric =
            new Fabric(
                    new Devices(),
                    device -> true,
                    new Links(),
                    new Hosts(),
                    new NetworkConfiguration(),
                    new DriverServiceAdapter(),
                    target -> true);

    /**
     * A line without hosts.
     *
     * @param length switches
     * @param portCount ports of each
     */
    public SwitchLine(int length, int portCount) {
        this.portCount = portCount;
        for (int number = 1; number <= length; number++) {
            switches.add(id(number));
        }
        fabric.refresh();
    }

    /** A switch of the line, counted from 1. */
    public static DeviceId id(int number) {
        return DeviceId.deviceId("device:s" + number);
    }

    /** The network. */
    public Fabric fabric() {
        return fabric;
    }

    /** The hosts of the line. */
    public HostService hostService() {
        return new Hosts();
    }

    /** Number of times that the links of a single port were looked up. */
    public int linkReadings() {
        return readings;
    }

    /** Attaches a host to a port. */
    public void addHost(String address, int number, int port) {
        MacAddress mac = MacAddress.valueOf(hosts.size() + 1);
        hosts.add(
                new DefaultHost(
                        ProviderId.NONE,
                        HostId.hostId(mac),
                        mac,
                        VlanId.NONE,
                        new HostLocation(id(number), PortNumber.portNumber(port), 0),
                        Set.of(IpAddress.valueOf(address))));
        fabric.changed();
    }

    /** Takes the host with an address away. */
    public void removeHost(String address) {
        hosts.removeIf(host -> host.ipAddresses().contains(IpAddress.valueOf(address)));
        fabric.changed();
    }

    private Set<Link> allLinks() {
        Set<Link> links = new LinkedHashSet<>();
        for (int number = 1; number < switches.size(); number++) {
            ConnectPoint near = new ConnectPoint(id(number), PortNumber.portNumber(AFTER));
            ConnectPoint far = new ConnectPoint(id(number + 1), PortNumber.portNumber(BEFORE));
            links.add(link(near, far));
            links.add(link(far, near));
        }
        return links;
    }

    private static Link link(ConnectPoint from, ConnectPoint to) {
        return DefaultLink.builder()
                .providerId(ProviderId.NONE)
                .src(from)
                .dst(to)
                .type(Link.Type.DIRECT)
                .build();
    }

    private final class Links extends LinkServiceAdapter {
        @Override
        public Set<Link> getLinks(ConnectPoint point) {
            readings++;
            return allLinks().stream()
                    .filter(link -> link.src().equals(point) || link.dst().equals(point))
                    .collect(Collectors.toSet());
        }

        @Override
        public Iterable<Link> getActiveLinks() {
            return allLinks();
        }
    }

    private final class Hosts extends HostServiceAdapter {
        @Override
        public Iterable<Host> getHosts() {
            return hosts;
        }

        @Override
        public Host getHost(HostId id) {
            return hosts.stream().filter(host -> host.id().equals(id)).findFirst().orElse(null);
        }

        @Override
        public Set<Host> getHostsByIp(IpAddress address) {
            return hosts.stream()
                    .filter(host -> host.ipAddresses().contains(address))
                    .collect(Collectors.toSet());
        }
    }

    private final class Devices extends DeviceServiceAdapter {
        @Override
        public Device getDevice(DeviceId id) {
            return new DefaultDevice(
                    ProviderId.NONE, id, Device.Type.SWITCH, "", "", "", "", new ChassisId(1));
        }

        @Override
        public boolean isAvailable(DeviceId id) {
            return switches.contains(id);
        }

        @Override
        public Port getPort(ConnectPoint point) {
            return getPort(point.deviceId(), point.port());
        }

        @Override
        public Port getPort(DeviceId id, PortNumber number) {
            return new DefaultPort(getDevice(id), number, true);
        }

        @Override
        public List<Port> getPorts(DeviceId id) {
            List<Port> ports = new ArrayList<>();
            for (int number = 1; number <= portCount; number++) {
                ports.add(getPort(id, PortNumber.portNumber(number)));
            }
            return ports;
        }
    }

    private final class NetworkConfiguration extends NetworkConfigServiceAdapter {
        @Override
        @SuppressWarnings("unchecked")
        public <S, C extends Config<S>> Set<S> getSubjects(Class<S> subject, Class<C> config) {
            return (Set<S>) switches;
        }

        @Override
        public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
            if (!type.equals(BasicDeviceConfig.class)) {
                return null;
            }
            ObjectMapper mapper = new ObjectMapper();
            ObjectNode node =
                    mapper.createObjectNode()
                            .put("managementAddress", "grpc://127.0.0.1:1?device_id=1")
                            .put("pipeconf", "org.weir.v1model")
                            .put("driver", "bmv2");
            BasicDeviceConfig basic = new BasicDeviceConfig();
            basic.init((DeviceId) subject, "basic", node, mapper, config -> {});
            return type.cast(basic);
        }
    }
}
