// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onlab.packet.ChassisId;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onosproject.mastership.MastershipService;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.Annotations;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultAnnotations;
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
import org.onosproject.net.config.basics.PortDescriptionsConfig;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.driver.DriverServiceAdapter;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/** ONOS's view of a network of one switch, {@code device:s1}. */
public final class OneSwitch {

    private static final DeviceId ID = DeviceId.deviceId("device:s1");

    private static final long BPS_PER_MBPS = 1_000_000;

    /** A switch that is configured, and without contact. */
    private static final DeviceId OTHER = DeviceId.deviceId("device:s2");

    private final String pipeconf;
    private final String driver;
    private final long[] numbers;
    private boolean enabled = true;
    private boolean packed = true;
    private boolean available = true;
    private boolean leading;
    private long[] linked = {};
    private long[] hostPorts = {};
    private final Map<Long, IpAddress> addresses = new HashMap<>();
    private String elsewhere;
    private String portConfiguration;
    private Annotations portAnnotations = DefaultAnnotations.EMPTY;
    private long portSpeedMbps = Fabric.ASSUMED_MBPS;
    private Driver behaviours = new DefaultDriver("", List.of(), "", "", "", Map.of(), Map.of());
    private final Device device =
            new DefaultDevice(
                    ProviderId.NONE, ID, Device.Type.SWITCH, "", "", "", "", new ChassisId(1));
    private final Fabric fabric =
            new Fabric(
                    new Devices(),
                    new Masters()::isLocalMaster,
                    new Links(),
                    new Hosts(),
                    new NetworkConfiguration(),
                    new Drivers(),
                    target -> packed);

    /**
     * A switch.
     *
     * @param pipeconf id of the pipeconf that netcfg gives it
     * @param driver name of the driver that netcfg gives it
     * @param ports its port numbers
     */
    public OneSwitch(String pipeconf, String driver, long... ports) {
        this.pipeconf = pipeconf;
        this.driver = driver;
        this.numbers = ports;
    }

    /** The network. */
    public Fabric fabric() {
        return fabric;
    }

    /** Mastership service by which this instance controls the switch. */
    public MastershipService mastership() {
        return new Masters();
    }

    /** Takes the programs out of the build. */
    public void unpack() {
        packed = false;
    }

    /** Gives the switch's driver a behaviour, in place of none. */
    public <B extends Behaviour> void setBehaviour(Class<B> type, Class<? extends B> made) {
        behaviours = new DefaultDriver("", List.of(), "", "", "", Map.of(type, made), Map.of());
    }

    /** Lets ONOS have contact to the switch, or lose it. */
    public void setAvailable(boolean isAvailable) {
        available = isAvailable;
        fabric.changed();
    }

    /** Takes the links of all ports away. */
    public void disablePorts() {
        enabled = false;
        fabric.changed();
    }

    /** Attaches a host to every port. */
    public void leadToHosts() {
        leading = true;
        fabric.changed();
    }

    /** Attaches hosts to some ports, 10.0.0.N at port N, and takes those of others away. */
    public void leadToHosts(long... ports) {
        hostPorts = ports;
        fabric.changed();
    }

    /** Lets a host be known behind another switch, to which no link is known; null for none. */
    public void setHostElsewhere(String address) {
        elsewhere = address;
        fabric.refresh();
        fabric.changed();
    }

    /** Lets the switch state the rate of its ports; ONOS keeps it in whole Mb/s, too. */
    public void setRateBps(long rateBps) {
        portSpeedMbps = rateBps / BPS_PER_MBPS;
        portAnnotations =
                DefaultAnnotations.builder().set("rateBps", Long.toString(rateBps)).build();
    }

    /** Sets the speed that ONOS keeps of the switch's ports. */
    public void setSpeedMbps(long speedMbps) {
        portSpeedMbps = speedMbps;
    }

    /** Sets netcfg's descriptions of the switch's ports; null for none. */
    public void configurePorts(String json) {
        portConfiguration = json;
        fabric.refresh();
    }

    /** Gives the host at a port another address. */
    public void giveAddress(long port, String address) {
        addresses.put(port, IpAddress.valueOf(address));
        fabric.changed();
    }

    /** Joins some ports with others of the switch, so that links are found there, and no others. */
    public void link(long... ports) {
        linked = ports;
        fabric.changed();
    }

    private final class Links extends LinkServiceAdapter {
        @Override
        public Set<Link> getLinks(ConnectPoint point) {
            return Set.of();
        }

        @Override
        public Iterable<Link> getActiveLinks() {
            List<Link> links = new ArrayList<>();
            for (long port : linked) {
                ConnectPoint point = new ConnectPoint(ID, PortNumber.portNumber(port));
                links.add(
                        DefaultLink.builder()
                                .providerId(ProviderId.NONE)
                                .src(point)
                                .dst(point)
                                .type(Link.Type.DIRECT)
                                .build());
            }
            return links;
        }
    }

    private IpAddress address(long port) {
        return addresses.getOrDefault(port, IpAddress.valueOf("10.0.0." + port));
    }

    private final class Hosts extends HostServiceAdapter {
        @Override
        public Iterable<Host> getHosts() {
            List<Host> hosts = new ArrayList<>();
            for (long number : leading ? numbers : hostPorts) {
                MacAddress mac = MacAddress.valueOf(number);
                hosts.add(
                        new DefaultHost(
                                ProviderId.NONE,
                                HostId.hostId(mac),
                                mac,
                                VlanId.NONE,
                                new HostLocation(ID, PortNumber.portNumber(number), 0),
                                leading ? Set.of() : Set.of(address(number))));
            }
            if (elsewhere != null) {
                MacAddress mac = MacAddress.valueOf(0xE1);
                hosts.add(
                        new DefaultHost(
                                ProviderId.NONE,
                                HostId.hostId(mac),
                                mac,
                                VlanId.NONE,
                                new HostLocation(OTHER, PortNumber.portNumber(1), 0),
                                Set.of(IpAddress.valueOf(elsewhere))));
            }
            return hosts;
        }
    }

    private final class Devices extends DeviceServiceAdapter {
        @Override
        public Device getDevice(DeviceId deviceId) {
            return deviceId.equals(ID) ? device : null;
        }

        @Override
        public boolean isAvailable(DeviceId deviceId) {
            return available && deviceId.equals(ID);
        }

        @Override
        public Port getPort(DeviceId deviceId, PortNumber number) {
            boolean isOne = Arrays.stream(numbers).anyMatch(one -> one == number.toLong());
            return isOne
                    ? new DefaultPort(
                            device,
                            number,
                            enabled,
                            Port.Type.COPPER,
                            portSpeedMbps,
                            portAnnotations)
                    : null;
        }

        @Override
        public List<Port> getPorts(DeviceId deviceId) {
            List<Port> ports = new ArrayList<>();
            for (long number : numbers) {
                ports.add(getPort(deviceId, PortNumber.portNumber(number)));
            }
            return ports;
        }
    }

    private final class Drivers extends DriverServiceAdapter {
        @Override
        public Driver getDriver(DeviceId deviceId) {
            return behaviours;
        }

        @Override
        public DriverHandler createHandler(DeviceId deviceId, String... words) {
            return new DefaultDriverHandler(new DefaultDriverData(behaviours, deviceId));
        }
    }

    private static final class Masters extends MastershipServiceAdapter {
        @Override
        public boolean isLocalMaster(DeviceId deviceId) {
            return true;
        }
    }

    private final class NetworkConfiguration extends NetworkConfigServiceAdapter {
        @Override
        @SuppressWarnings("unchecked")
        public <S, C extends Config<S>> Set<S> getSubjects(Class<S> subject, Class<C> config) {
            return (Set<S>) (elsewhere == null ? Set.of(ID) : Set.of(ID, OTHER));
        }

        @Override
        public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
            ObjectMapper mapper = new ObjectMapper();
            if (type.equals(PortDescriptionsConfig.class)) {
                return type.cast(ports(mapper));
            }
            ObjectNode node =
                    mapper.createObjectNode()
                            .put("managementAddress", "grpc://127.0.0.1:1?device_id=1")
                            .put("pipeconf", pipeconf)
                            .put("driver", driver);
            BasicDeviceConfig basic = new BasicDeviceConfig();
            basic.init(ID, "basic", node, mapper, config -> {});
            return type.cast(basic);
        }

        private PortDescriptionsConfig ports(ObjectMapper mapper) {
            if (portConfiguration == null) {
                return null;
            }
            PortDescriptionsConfig ports = new PortDescriptionsConfig();
            try {
                ports.init(ID, "ports", mapper.readTree(portConfiguration), mapper, config -> {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return ports;
        }
    }
}
