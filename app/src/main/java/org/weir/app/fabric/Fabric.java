// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.onlab.packet.IpAddress;
import org.onlab.util.ItemNotFoundException;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostLocation;
import org.onosproject.net.Link;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.config.basics.PortDescriptionsConfig;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkService;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.Platforms;

/**
 * The network as ONOS has discovered it, as far as it is Weir's: switches that the network
 * configuration gives one of Weir's pipelines, their ports and links, and the hosts behind them.
 */
public final class Fabric {

    /** Annotation of a port whose state the switch reports by itself. */
    private static final String CARRIER = "carrier";

    private static final String CARRIER_UP = "up";

    /** Annotation of a port whose rate the switch states by itself, in bit/s. */
    private static final String RATE_BPS = "rateBps";

    /** A number that a {@code long} can hold. */
    private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d{1,18}");

    private static final long BPS_PER_MBPS = 1_000_000;

    /** Speed that ONOS gives a port whose speed nobody states, Mb/s. */
    public static final long ASSUMED_MBPS = 1000;

    private final DeviceService devices;
    private final Predicate<DeviceId> writable;
    private final LinkService links;
    private final HostService hosts;
    private final NetworkConfigService config;
    private final PipeconfFit fit;
    private volatile Map<DeviceId, String> configured = Map.of();
    private volatile Map<DeviceId, Platform> platforms = Map.of();
    private volatile Map<DeviceId, String> drivers = Map.of();
    private volatile Map<DeviceId, Set<Long>> speeds = Map.of();
    private volatile Map<String, String> misfits = Map.of();
    private final Map<DeviceId, Set<Long>> usedPorts = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private volatile EdgeWords edge = EdgeWords.NONE;
    private volatile HostPoints hostPoints = new HostPoints(-1, Set.of());
    private volatile EdgePorts edgePorts = new EdgePorts(-1, List.of(), Set.of());

    private final DriverService driverService;
    private final Map<DeviceId, Map<Class<?>, Behaviour>> behaviours = new ConcurrentHashMap<>();

    /**
     * A view of the network.
     *
     * @param devices switches and ports
     * @param writable whether this instance may write to a switch
     * @param links links between them
     * @param hosts hosts
     * @param config network configuration, which names the switches' pipelines
     * @param driverService drivers of the switches
     * @param packed whether this build has the program of a platform
     */
    public Fabric(
            DeviceService devices,
            Predicate<DeviceId> writable,
            LinkService links,
            HostService hosts,
            NetworkConfigService config,
            DriverService driverService,
            Predicate<Platform> packed) {
        this.devices = devices;
        this.writable = writable;
        this.links = links;
        this.hosts = hosts;
        this.config = config;
        this.driverService = driverService;
        this.fit = new PipeconfFit(packed);
    }

    /**
     * Sets what the policy says about ports. To be followed by {@link #changed} whenever it says
     * something else.
     *
     * @param words asked at each reading of links and hosts
     */
    public void restrict(EdgeWords words) {
        edge = words;
    }

    /**
     * Reads anew which switches the network configuration gives one of Weir's pipelines. Everything
     * else here asks what was read last: a look into the configuration may go to the cluster's
     * store, too slow to do for every packet.
     */
    public void refresh() {
        Map<DeviceId, String> addresses = new TreeMap<>(Comparator.comparing(DeviceId::toString));
        Map<DeviceId, Platform> running = new HashMap<>();
        Map<DeviceId, String> named = new HashMap<>();
        Map<DeviceId, Set<Long>> stated = new HashMap<>();
        Map<String, String> objections = new TreeMap<>();
        for (DeviceId device : config.getSubjects(DeviceId.class, BasicDeviceConfig.class)) {
            BasicDeviceConfig basic = config.getConfig(device, BasicDeviceConfig.class);
            Optional<Platform> platform =
                    basic == null ? Optional.empty() : Platforms.of(basic.pipeconf());
            if (platform.isEmpty()) {
                continue;
            }
            Optional<String> objection = fit.objection(platform.get(), basic.driver());
            if (objection.isPresent()) {
                objections.put(device.toString(), objection.get());
            } else {
                addresses.put(device, String.valueOf(basic.managementAddress()));
                running.put(device, platform.get());
                named.put(device, basic.driver());
                stated.put(
                        device,
                        statedSpeeds(config.getConfig(device, PortDescriptionsConfig.class)));
            }
        }
        platforms = running;
        drivers = named;
        speeds = stated;
        configured = Collections.unmodifiableMap(addresses);
        misfits = Collections.unmodifiableMap(objections);
    }

    private static Set<Long> statedSpeeds(PortDescriptionsConfig ports) {
        Set<Long> stated = new HashSet<>();
        if (ports != null) {
            for (JsonNode port : ports.node()) {
                if (port.has("speed")) {
                    stated.add(port.path("number").asLong());
                }
            }
        }
        return stated;
    }

    /**
     * The driver that the network configuration gives a switch.
     *
     * @param device one of {@link #configuredDevices}
     * @return the driver's name
     */
    public String driver(DeviceId device) {
        return drivers.getOrDefault(device, "");
    }

    /**
     * Returns true if ONOS assumes the speed of a port, because neither the switch nor the network
     * configuration states it.
     *
     * @param device switch
     * @param number port number
     */
    public boolean assumesSpeed(DeviceId device, long number) {
        Port port = port(device, number);
        return port != null
                && port.portSpeed() == ASSUMED_MBPS
                && port.annotations().value(RATE_BPS) == null
                && !speeds.getOrDefault(device, Set.of()).contains(number);
    }

    /**
     * Returns the rate of a port: the exact one that the switch states, unless ONOS has another
     * speed, as the network configuration may state one; then that speed, which has whole Mb/s.
     *
     * @param device switch
     * @param number port number
     * @return bit/s; 0 if nobody states it
     */
    public long rateBps(DeviceId device, long number) {
        Port port = port(device, number);
        if (port == null) {
            return 0;
        }
        String exact = port.annotations().value(RATE_BPS);
        if (exact != null && WHOLE_NUMBER.matcher(exact).matches()) {
            long exactBps = Long.parseLong(exact);
            if (exactBps / BPS_PER_MBPS == port.portSpeed()) {
                return exactBps;
            }
        }
        return port.portSpeed() * BPS_PER_MBPS;
    }

    /** The switches that cannot run the pipeline that they are given, with the reasons. */
    public Map<String, String> misfits() {
        return misfits;
    }

    /**
     * Returns the platform that a switch's program was compiled for.
     *
     * @param device switch
     * @return empty if it is not Weir's
     */
    public Optional<Platform> platform(DeviceId device) {
        return Optional.ofNullable(platforms.get(device));
    }

    /**
     * Whether the queues of a port can be managed.
     *
     * @param device switch
     * @param port port number
     * @return whether the program of the switch keeps queues for it
     */
    public boolean manages(DeviceId device, long port) {
        Platform platform = platforms.get(device);
        return platform != null && platform.managed(port);
    }

    /**
     * The switches the network configuration gives one of Weir's pipelines, with their addresses.
     */
    public Map<DeviceId, String> configuredDevices() {
        return configured;
    }

    /** The switches that can be talked to. */
    public List<DeviceId> availableDevices() {
        List<DeviceId> found = new ArrayList<>();
        for (DeviceId device : configuredDevices().keySet()) {
            if (devices.getDevice(device) != null && devices.isAvailable(device)) {
                found.add(device);
            }
        }
        return found;
    }

    /** The switches that can be talked to and that this instance may write to. */
    public List<DeviceId> ownDevices() {
        List<DeviceId> found = new ArrayList<>();
        for (DeviceId device : availableDevices()) {
            if (writable.test(device)) {
                found.add(device);
            }
        }
        return found;
    }

    /** Whether a switch is Weir's. */
    public boolean contains(DeviceId device) {
        return configured.containsKey(device);
    }

    /**
     * A switch.
     *
     * @param device its id
     * @return the switch, or null when ONOS does not know it
     */
    public Device device(DeviceId device) {
        return devices.getDevice(device);
    }

    /** Takes notice that a switch may have become one to write to, or may run another program. */
    public void contact(DeviceId device) {
        behaviours.remove(device);
    }

    /** Null if ONOS has none at the moment. */
    private Driver currentDriver(DeviceId device) {
        try {
            return driverService.getDriver(device);
        } catch (ItemNotFoundException e) {
            return null;
        }
    }

    /**
     * A behaviour of a switch's driver, looked up once: a look-up goes through the cluster's store
     * and takes longer than most of what is asked of a behaviour.
     *
     * <p>Not by the switch's {@link Device}: this keeps the driver with which it was first asked,
     * also when the pipeconf is registered anew with the classes of another bundle.
     *
     * @param device switch
     * @param type the behaviour; an instance of it must serve several threads
     * @return empty while ONOS does not know the switch, or if its driver has no such behaviour
     */
    public <B extends Behaviour> Optional<B> behaviour(DeviceId device, Class<B> type) {
        Map<Class<?>, Behaviour> known =
                behaviours.computeIfAbsent(device, none -> new ConcurrentHashMap<>());
        Behaviour found = known.get(type);
        if (found == null) {
            Driver driver = devices.getDevice(device) == null ? null : currentDriver(device);
            if (driver == null || !driver.hasBehaviour(type)) {
                return Optional.empty();
            }
            found = driverService.createHandler(device).behaviour(type);
            known.put(type, found);
        }
        return Optional.of(type.cast(found));
    }

    /**
     * A port.
     *
     * @param device its switch
     * @param port its number
     * @return the port, or null when ONOS does not know it
     */
    public Port port(DeviceId device, long port) {
        return devices.getPort(device, PortNumber.portNumber(port));
    }

    /**
     * Whether an instance of ONOS, this one, may write to a switch.
     *
     * @param device switch
     * @return whether this instance is its master and knows what is in the switch
     */
    public boolean own(DeviceId device) {
        return writable.test(device);
    }

    /**
     * Hosts that are attached to Weir's switches, with those of their addresses that the policy
     * permits at their ports. A host takes the Ethernet address of another one in a single frame,
     * and with it, for ONOS, all its IP addresses.
     */
    public List<Host> hosts() {
        List<Host> found = new ArrayList<>();
        for (Host host : hosts.getHosts()) {
            if (host.location() != null
                    && host.location().elementId() instanceof DeviceId
                    && contains(host.location().deviceId())) {
                found.add(permitted(host));
            }
        }
        return found;
    }

    private Host permitted(Host host) {
        ConnectPoint at = new ConnectPoint(host.location().elementId(), host.location().port());
        EdgeWords words = edge;
        if (host.ipAddresses().stream().allMatch(address -> words.permits(at, address))) {
            return host;
        }
        Set<IpAddress> permitted = new HashSet<>(host.ipAddresses());
        permitted.removeIf(address -> !words.permits(at, address));
        return new DefaultHost(
                host.providerId(),
                host.id(),
                host.mac(),
                host.vlan(),
                host.locations(),
                permitted,
                host.innerVlan(),
                host.tpid(),
                host.configured(),
                host.annotations());
    }

    /**
     * The links between Weir's switches that can carry packets. A switch without contact keeps its
     * links: it goes on to forward. A port that is known to be down ends its links at once, before
     * ONOS takes them away. A link of a port that leads to hosts by the policy is left out: hosts
     * have faked it.
     */
    public LinkMap links() {
        LinkMap.Builder map = LinkMap.builder();
        for (Link link : links.getActiveLinks()) {
            if (isWeirs(link.src())
                    && isWeirs(link.dst())
                    && !isFaked(link)
                    && !isDown(link.src())
                    && !isDown(link.dst())) {
                map.add(link.src().deviceId(), link.src().port().toLong(), link.dst().deviceId());
            }
        }
        return map.build();
    }

    private boolean isFaked(Link link) {
        return edge.leadsToHosts(link.src()) || edge.leadsToHosts(link.dst());
    }

    private boolean isWeirs(ConnectPoint point) {
        return point.elementId() instanceof DeviceId && contains(point.deviceId());
    }

    private boolean isDown(ConnectPoint point) {
        Port port = devices.getPort(point);
        return port != null && isDown(port, devices.isAvailable(point.deviceId()));
    }

    /**
     * Whether a port is known to be down. ONOS takes the ports of a switch without contact for
     * down, which proves nothing, and leaves them so for a moment when the switch is back; an
     * annotation has the state that the switch itself reported last.
     *
     * @param isAvailable whether the switch can be talked to
     */
    static boolean isDown(Port port, boolean isAvailable) {
        String carrier = port.annotations().value(CARRIER);
        return !port.isEnabled() && (carrier == null ? isAvailable : !carrier.equals(CARRIER_UP));
    }

    /** All of a port by which it may count as up or down. */
    static String state(Port port) {
        return port.isEnabled() + " " + port.annotations().value(CARRIER);
    }

    /**
     * Every port of a switch, in use or not.
     *
     * @param device switch
     * @return port numbers
     */
    public Set<Long> ports(DeviceId device) {
        Set<Long> numbers = new TreeSet<>();
        for (Port port : devices.getPorts(device)) {
            if (!port.number().isLogical()) {
                numbers.add(port.number().toLong());
            }
        }
        return numbers;
    }

    /** Forgets what was derived from ports, links and hosts: one of them has changed. */
    public void changed() {
        changes.incrementAndGet();
        usedPorts.clear();
    }

    /**
     * Ports with a host. ONOS's own look-up of the hosts at a port goes through all hosts, which it
     * reads from the cluster's store.
     */
    private Set<ConnectPoint> hostPoints() {
        long before = changes.get();
        HostPoints found = hostPoints;
        if (found.change != before) {
            Set<ConnectPoint> points = new HashSet<>();
            for (Host host : hosts()) {
                for (HostLocation location : host.locations()) {
                    points.add(new ConnectPoint(location.elementId(), location.port()));
                }
            }
            found = new HostPoints(before, points);
            hostPoints = found;
        }
        return found.points;
    }

    /** The ports that had a host after some change of the network. */
    private static final class HostPoints {
        final long change;
        final Set<ConnectPoint> points;

        HostPoints(long change, Set<ConnectPoint> points) {
            this.change = change;
            this.points = points;
        }
    }

    /**
     * Enabled ports of a switch that lead to a host or to another switch. Computed once after each
     * {@link #changed change}.
     *
     * @param device switch
     * @return port numbers
     */
    public Set<Long> usedPorts(DeviceId device) {
        return usedPorts.computeIfAbsent(device, this::findUsedPorts);
    }

    private Set<Long> findUsedPorts(DeviceId device) {
        Set<Long> used = new TreeSet<>();
        for (Port port : devices.getPorts(device)) {
            ConnectPoint point = new ConnectPoint(device, port.number());
            boolean leadsSomewhere = carriesLink(point) || hostPoints().contains(point);
            if (port.isEnabled() && !port.number().isLogical() && leadsSomewhere) {
                used.add(port.number().toLong());
            }
        }
        return used;
    }

    /**
     * Enabled ports of the available switches that no link to another switch uses. Computed once
     * after each {@link #changed change}.
     */
    public Set<ConnectPoint> edgePorts() {
        long before = changes.get();
        List<DeviceId> available = availableDevices();
        EdgePorts found = edgePorts;
        if (found.change != before || !found.devices.equals(available)) {
            found = new EdgePorts(before, available, findEdgePorts(available));
            edgePorts = found;
        }
        return found.points;
    }

    /** The edge ports of the switches that were available after some change of the network. */
    private static final class EdgePorts {
        final long change;
        final List<DeviceId> devices;
        final Set<ConnectPoint> points;

        EdgePorts(long change, List<DeviceId> devices, Set<ConnectPoint> points) {
            this.change = change;
            this.devices = devices;
            this.points = Collections.unmodifiableSet(points);
        }
    }

    private Set<ConnectPoint> findEdgePorts(List<DeviceId> available) {
        Set<ConnectPoint> edge = new HashSet<>();
        for (DeviceId device : available) {
            for (Port port : devices.getPorts(device)) {
                ConnectPoint point = new ConnectPoint(device, port.number());
                if (port.isEnabled() && !port.number().isLogical() && !carriesLink(point)) {
                    edge.add(point);
                }
            }
        }
        return edge;
    }

    /**
     * Whether a port leads to another switch.
     *
     * @param point port
     * @return whether a link begins or ends there of which no end leads to hosts by the policy
     */
    public boolean carriesLink(ConnectPoint point) {
        for (Link link : links.getLinks(point)) {
            if (link.state() == Link.State.ACTIVE && !isFaked(link)) {
                return true;
            }
        }
        return false;
    }
}
