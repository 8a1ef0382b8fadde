// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.Dictionary;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.onlab.packet.Ethernet;
import org.onlab.packet.ICMP6;
import org.onlab.packet.IPv6;
import org.onlab.packet.IpAddress;
import org.onlab.util.Tools;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.mastership.MastershipEvent;
import org.onosproject.mastership.MastershipListener;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficSelector;
import org.onosproject.net.flow.criteria.Criteria;
import org.onosproject.net.host.DefaultHostDescription;
import org.onosproject.net.host.HostEvent;
import org.onosproject.net.host.HostListener;
import org.onosproject.net.host.HostProvider;
import org.onosproject.net.host.HostProviderRegistry;
import org.onosproject.net.host.HostProviderService;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkEvent;
import org.onosproject.net.link.LinkListener;
import org.onosproject.net.link.LinkService;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketPriority;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.packet.PacketService;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.onos.providers.Carrier;
import org.weir.onos.providers.Shutdown;

/**
 * Finds hosts by what they send: ARP, neighbour discovery, and any other packet that some
 * application has sent to the controller. Only ports that lead to no other device count. A host
 * goes with its port and is asked for when that is back. It stays while its device is out of
 * contact: the controller has lost sight of it, packets may still reach it.
 *
 * <p>In a cluster the master of a port takes its hosts away and asks for them. Every node remembers
 * them, whichever has removed them: the master may be another one when the port is back.
 */
@Component(
        immediate = true,
        service = {},
        property = {
            HostLocationProvider.SETTLE_MS + ":Integer=" + HostLocationProvider.DEFAULT_SETTLE_MS
        })
public class HostLocationProvider extends AbstractProvider implements HostProvider {
    static final String SETTLE_MS = "settleMs";
    static final int DEFAULT_SETTLE_MS = 2500;

    private static final Logger log = LoggerFactory.getLogger(HostLocationProvider.class);
    private static final long ROUND_MS = 500;
    private static final int MAX_PROBES = 40;

    /** More than a switch has hosts; a flood of made-up senders must not fill the memory. */
    private static final int MAX_WAITING = 10_000;

    private static final List<TrafficSelector> REQUESTED =
            List.of(
                    DefaultTrafficSelector.builder().matchEthType(Ethernet.TYPE_ARP).build(),
                    icmp6(ICMP6.NEIGHBOR_SOLICITATION),
                    icmp6(ICMP6.NEIGHBOR_ADVERTISEMENT));

    @Reference HostProviderRegistry registry;
    @Reference HostService hostService;
    @Reference DeviceService devices;
    @Reference LinkService links;
    @Reference PacketService packets;
    @Reference MastershipService mastership;
    @Reference CoreService core;
    @Reference ComponentConfigService configuration;

    private final PacketProcessor processor = this::process;
    private final DeviceListener deviceListener = this::onDeviceEvent;
    private final LinkListener linkListener = this::onLinkEvent;
    private final HostListener hostListener = this::onHostEvent;
    private final MastershipListener mastershipListener = this::onMastershipEvent;
    private final LongSupplier clockMs;
    private final PortSettling ports;
    private final LostHosts lost = new LostHosts(MAX_PROBES);
    private final HostIndex index = new HostIndex();

    /** False until the hosts from before the start are in the index. */
    private volatile boolean isIndexed;

    private final Set<HostSighting> waiting = ConcurrentHashMap.newKeySet();
    private ApplicationId application;
    private HostProviderService hosts;
    private ScheduledExecutorService rounds;

    /**
     * Reads and removes hosts. Each removal is a write to the cluster's store, for which other
     * listeners should not wait.
     */
    volatile Executor storeTasks = Runnable::run;

    private volatile int settleMs = DEFAULT_SETTLE_MS;

    /** Called by OSGi. */
    public HostLocationProvider() {
        this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    HostLocationProvider(LongSupplier clockMs) {
        super(new ProviderId("host", "org.weir.onos.providers.host"));
        this.clockMs = clockMs;
        ports = new PortSettling(clockMs);
    }

    @Activate
    void activate(ComponentContext context) {
        configuration.registerProperties(getClass());
        configure(context.getProperties());
        rounds = Executors.newSingleThreadScheduledExecutor(Tools.groupedThreads("weir", "hosts"));
        storeTasks = rounds;
        start();
        rounds.scheduleWithFixedDelay(
                this::guardedRound, ROUND_MS, ROUND_MS, TimeUnit.MILLISECONDS);
    }

    @Modified
    void modified(ComponentContext context) {
        configure(context.getProperties());
    }

    @Deactivate
    void deactivate(ComponentContext context) {
        rounds.shutdownNow();
        configuration.unregisterProperties(getClass(), false);
        mastership.removeListener(mastershipListener);
        hostService.removeListener(hostListener);
        links.removeListener(linkListener);
        devices.removeListener(deviceListener);
        if (!Shutdown.isOfAllOnos(context)) {
            REQUESTED.forEach(s -> packets.cancelPackets(s, PacketPriority.CONTROL, application));
        }
        packets.removeProcessor(processor);
        registry.unregister(this);
        hosts = null;
    }

    /** Everything but the clockwork, which tests drive themselves. */
    void start() {
        application = core.registerApplication("org.weir.onos.providers.host");
        hosts = registry.register(this);
        devices.addListener(deviceListener);
        links.addListener(linkListener);
        hostService.addListener(hostListener);
        mastership.addListener(mastershipListener);
        isIndexed = false;
        later(this::indexHosts);
        for (Device device : devices.getAvailableDevices()) {
            deviceUsable(device.id());
        }
        packets.addProcessor(processor, PacketProcessor.advisor(1));
        REQUESTED.forEach(s -> packets.requestPackets(s, PacketPriority.CONTROL, application));
    }

    private void indexHosts() {
        for (Host host : hostService.getHosts()) {
            // Not instead of other ports: an event may have told of a newer one since the reading.
            for (HostLocation location : host.locations()) {
                index.add(host.id(), new ConnectPoint(location.elementId(), location.port()));
            }
        }
        isIndexed = true;
    }

    private void configure(Dictionary<?, ?> properties) {
        Integer value = Tools.getIntegerProperty(properties, SETTLE_MS);
        if (value != null && value < 0) {
            log.error("{} must not be negative: {}; {} is used", SETTLE_MS, value, settleMs);
        } else if (value != null) {
            settleMs = value;
        }
    }

    @Override
    public void triggerProbe(Host host) {
        for (HostLocation location : host.locations()) {
            for (IpAddress address : host.ipAddresses()) {
                ask(host.id(), location, address);
            }
        }
    }

    private void process(PacketContext context) {
        Ethernet packet = context.inPacket().parsed();
        if (context.isHandled() || packet == null) {
            return;
        }
        HostSighting.of(packet, context.inPacket().receivedFrom()).ifPresent(this::onSighting);
    }

    private void onSighting(HostSighting sighting) {
        ConnectPoint point = sighting.point();
        if (!links.getLinks(point).isEmpty() || !ports.isUsable(point)) {
            return;
        }
        // A host that is back where it was has shown before that the port leads to hosts.
        if (ports.isSettled(point, settleMs) || lost.wasAt(sighting.host(), point)) {
            report(sighting);
        } else if (waiting.size() < MAX_WAITING) {
            waiting.add(sighting);
        }
    }

    private void guardedRound() {
        try {
            round();
        } catch (RuntimeException e) {
            log.error("Looking after hosts failed", e);
        }
    }

    /** Reports what has been waiting for its port to settle, and asks for lost hosts. */
    void round() {
        for (HostSighting sighting : waiting) {
            ConnectPoint point = sighting.point();
            if (!ports.isUsable(point) || !links.getLinks(point).isEmpty()) {
                waiting.remove(sighting);
            } else if (ports.isSettled(point, settleMs)) {
                waiting.remove(sighting);
                report(sighting);
            }
        }
        for (LostHosts.Entry entry : lost.due(this::canAsk)) {
            entry.addresses().forEach(a -> ask(entry.host(), entry.point(), a));
        }
        if (!isIndexed) {
            indexHosts();
        }
    }

    private boolean canAsk(ConnectPoint point) {
        return ports.isUsable(point) && mastership.isLocalMaster(point.deviceId());
    }

    private void report(HostSighting sighting) {
        Host known = hostService.getHost(sighting.host());
        Set<IpAddress> news = new HashSet<>();
        sighting.address()
                .filter(a -> isNews(known, a, sighting.isAddressClaimed()))
                .ifPresent(news::add);
        boolean isThere = known != null && isAt(known, sighting.point());
        if (isThere && news.isEmpty()) {
            return;
        }
        lost.found(sighting.host());
        index.add(sighting.host(), sighting.point());
        hosts.hostDetected(
                sighting.host(),
                new DefaultHostDescription(
                        sighting.host().mac(),
                        sighting.host().vlanId(),
                        new HostLocation(sighting.point(), System.currentTimeMillis()),
                        news),
                false);
    }

    /**
     * An address that only appears as the source of traffic is believed for a host's first one of
     * its kind: a router sends with the addresses of everybody behind it.
     */
    private static boolean isNews(Host known, IpAddress address, boolean claimed) {
        if (known == null) {
            return true;
        }
        return claimed
                ? !known.ipAddresses().contains(address)
                : known.ipAddresses().stream().noneMatch(a -> a.version() == address.version());
    }

    private void onLinkEvent(LinkEvent event) {
        if (event.type() == LinkEvent.Type.LINK_ADDED) {
            ports.linkFound();
            // Whoever was heard there is behind the other device.
            later(() -> removeHosts(event.subject().src()));
            later(() -> removeHosts(event.subject().dst()));
        }
    }

    private void onHostEvent(HostEvent event) {
        Host host = event.subject();
        if (event.type() == HostEvent.Type.HOST_REMOVED) {
            index.remove(host.id());
        } else {
            index.put(host);
        }
        switch (event.type()) {
            case HOST_ADDED:
            case HOST_MOVED:
                lost.found(host.id());
                break;
            case HOST_REMOVED:
                for (HostLocation location : host.locations()) {
                    removed(host, new ConnectPoint(location.deviceId(), location.port()));
                }
                break;
            default:
                // Nothing else says that a host has come or gone.
                break;
        }
    }

    private void removed(Host host, ConnectPoint point) {
        if (!ports.isUsable(point)) {
            lost.lost(host.id(), point, host.ipAddresses());
        } else {
            lost.removed(host.id(), point, host.ipAddresses(), clockMs.getAsLong());
        }
    }

    /** A port that went down while its master did may still have its hosts. */
    private void onMastershipEvent(MastershipEvent event) {
        DeviceId device = event.subject();
        if (event.type() == MastershipEvent.Type.MASTER_CHANGED
                && mastership.isLocalMaster(device)
                && devices.isAvailable(device)) {
            deviceUsable(device);
        }
    }

    private void onDeviceEvent(DeviceEvent event) {
        DeviceId device = event.subject().id();
        switch (event.type()) {
            case PORT_REMOVED:
                portUnusable(new ConnectPoint(device, event.port().number()));
                break;
            case PORT_ADDED:
            case PORT_UPDATED:
                // ONOS's core takes the ports of a device without contact for down.
                if (devices.isAvailable(device)) {
                    portChanged(new ConnectPoint(device, event.port().number()), event.port());
                }
                break;
            case DEVICE_REMOVED:
                deviceRemoved(device);
                break;
            case DEVICE_SUSPENDED:
                contactLost(device);
                break;
            case DEVICE_ADDED:
            case DEVICE_AVAILABILITY_CHANGED:
                if (devices.isAvailable(device)) {
                    deviceUsable(device);
                } else {
                    contactLost(device);
                }
                break;
            default:
                // Nothing else says anything about hosts.
                break;
        }
    }

    private void deviceUsable(DeviceId device) {
        for (Port port : devices.getPorts(device)) {
            portChanged(new ConnectPoint(device, port.number()), port);
        }
    }

    private void portChanged(ConnectPoint point, Port port) {
        if (port.isEnabled()) {
            ports.usable(point);
        } else if (Carrier.isDown(port, devices.isAvailable(point.deviceId()))) {
            portUnusable(point);
        }
    }

    private void contactLost(DeviceId device) {
        for (Port port : devices.getPorts(device)) {
            ports.unusable(new ConnectPoint(device, port.number()));
        }
    }

    private void deviceRemoved(DeviceId device) {
        contactLost(device);
        later(() -> index.points(device).forEach(this::rememberHosts));
    }

    private void portUnusable(ConnectPoint point) {
        ports.unusable(point);
        lost.portDown(point, clockMs.getAsLong());
        later(() -> rememberHosts(point));
    }

    private void later(Runnable task) {
        try {
            storeTasks.execute(
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException e) {
                            log.error("Hosts could not be read or removed", e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            log.debug("Hosts are not removed: stopping");
        }
    }

    private void rememberHosts(ConnectPoint point) {
        forEachHost(
                point,
                (host, location) -> {
                    lost.lost(host.id(), point, host.ipAddresses());
                    remove(host, location);
                });
    }

    private void removeHosts(ConnectPoint point) {
        forEachHost(point, this::remove);
    }

    private void forEachHost(ConnectPoint point, BiConsumer<Host, HostLocation> what) {
        for (HostId id : index.at(point)) {
            Host host = hostService.getHost(id);
            if (host == null) {
                continue;
            }
            for (HostLocation location : host.locations()) {
                if (isSame(location, point)) {
                    what.accept(host, location);
                }
            }
        }
    }

    private void remove(Host host, HostLocation location) {
        // The operator's word about where a host is outlives the port. What this node knows of
        // another's switch may be old, as after its own start; a removed one has no master.
        if (host.configured()
                || devices.getDevice(location.deviceId()) != null
                        && !mastership.isLocalMaster(location.deviceId())) {
            return;
        }
        if (host.locations().size() > 1) {
            hosts.removeLocationFromHost(host.id(), location);
        } else {
            hosts.hostVanished(host.id());
        }
    }

    private void ask(HostId host, ConnectPoint point, IpAddress address) {
        if (!mastership.isLocalMaster(point.deviceId())) {
            return;
        }
        PortNumber port = point.port();
        packets.emit(
                new DefaultOutboundPacket(
                        point.deviceId(),
                        DefaultTrafficTreatment.builder().setOutput(port).build(),
                        HostProbe.frame(host, address)));
    }

    private static boolean isAt(Host host, ConnectPoint point) {
        return host.locations().stream().anyMatch(location -> isSame(location, point));
    }

    /** A location is a connect point with a time, which must not matter here. */
    private static boolean isSame(HostLocation location, ConnectPoint point) {
        return location.deviceId().equals(point.deviceId()) && location.port().equals(point.port());
    }

    private static TrafficSelector icmp6(byte type) {
        return DefaultTrafficSelector.builder()
                .matchEthType(Ethernet.TYPE_IPV6)
                .matchIPProtocol(IPv6.PROTOCOL_ICMP6)
                // The builder's own method would extend the sign of a type above 127.
                .add(Criteria.matchIcmpv6Type((short) Byte.toUnsignedInt(type)))
                .build();
    }
}
