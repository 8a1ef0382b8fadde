// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import java.nio.ByteBuffer;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.onlab.packet.Ethernet;
import org.onlab.util.Tools;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cluster.ClusterMetadataService;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.mastership.MastershipEvent;
import org.onosproject.mastership.MastershipListener;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.LinkKey;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficSelector;
import org.onosproject.net.link.DefaultLinkDescription;
import org.onosproject.net.link.LinkDescription;
import org.onosproject.net.link.LinkProvider;
import org.onosproject.net.link.LinkProviderRegistry;
import org.onosproject.net.link.LinkProviderService;
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
 * Finds the links between devices: sends a probe out of every enabled port of every device that
 * this node is master of, and reports a link for each probe that comes back in elsewhere.
 *
 * <p>A link goes at once when one of its ports goes down. While both its ports are up it stays,
 * until {@link LinkEvidence} proves that its probes are lost. A device without contact keeps its
 * links where the other end reports its port's carrier itself: the controller has lost sight of the
 * device, packets may still cross it. Elsewhere its links go with it.
 *
 * <p>In a cluster only the master of a port takes its links away, and only a node that is master of
 * both ends can prove that probes are lost; each change of a master begins that proof anew. A node
 * that becomes master looks at what has changed before.
 */
@Component(
        immediate = true,
        service = {},
        property = {
            LldpLinkProvider.PROBE_PERIOD_MS + ":Integer=" + LldpLinkProvider.DEFAULT_PERIOD_MS,
            LldpLinkProvider.STALE_AFTER_PROBES + ":Integer=" + LldpLinkProvider.DEFAULT_PROBES
        })
public class LldpLinkProvider extends AbstractProvider implements LinkProvider {
    static final String PROBE_PERIOD_MS = "probePeriodMs";
    static final int DEFAULT_PERIOD_MS = 1000;
    static final String STALE_AFTER_PROBES = "staleAfterProbes";
    static final int DEFAULT_PROBES = 3;
    private static final long END_TIMEOUT_SECONDS = 2;

    /** Age up to which a probe is believed: long, as a busy controller reads its packets late. */
    private static final long MAX_PROBE_AGE_MS = 300_000;

    private static final Logger log = LoggerFactory.getLogger(LldpLinkProvider.class);
    private static final TrafficSelector LLDP =
            DefaultTrafficSelector.builder().matchEthType(Ethernet.TYPE_LLDP).build();

    @Reference LinkProviderRegistry registry;
    @Reference LinkService linkService;
    @Reference DeviceService devices;
    @Reference PacketService packets;
    @Reference MastershipService mastership;
    @Reference CoreService core;
    @Reference ClusterMetadataService clusterMetadata;
    @Reference ComponentConfigService configuration;

    private final PacketProcessor processor = this::process;
    private final DeviceListener deviceListener = this::handleLater;
    private final MastershipListener mastershipListener = this::handleLater;
    private ApplicationId application;
    private LinkProviderService links;
    private ScheduledExecutorService prober;

    /** Handles events of devices: other listeners should not wait for what links lead to. */
    private volatile Executor eventExecutor = Runnable::run;

    private LinkEvidence evidence;
    private ProbeSchedule schedule;
    private LinkProbe probe;

    /** The other ends of the links that went with a device, until it is back. */
    private final Map<DeviceId, Set<ConnectPoint>> peersOfGone = new ConcurrentHashMap<>();

    /** Called by OSGi. */
    public LldpLinkProvider() {
        super(new ProviderId("lldp", "org.weir.onos.providers.link"));
    }

    @Activate
    void activate(ComponentContext context) {
        configuration.registerProperties(getClass());
        schedule(context.getProperties());
    }

    @Modified
    void modified(ComponentContext context) {
        stop(true);
        schedule(context.getProperties());
    }

    @Deactivate
    void deactivate(ComponentContext context) {
        stop(!Shutdown.isOfAllOnos(context));
        configuration.unregisterProperties(getClass(), false);
    }

    private void schedule(Dictionary<?, ?> properties) {
        int periodMs = positive(properties, PROBE_PERIOD_MS, DEFAULT_PERIOD_MS);
        int staleAfter = positive(properties, STALE_AFTER_PROBES, DEFAULT_PROBES);
        String secret = clusterMetadata.getClusterMetadata().getClusterSecret();
        start(new LinkProbe(secret, MAX_PROBE_AGE_MS), staleAfter);
        prober = Executors.newSingleThreadScheduledExecutor(Tools.groupedThreads("weir", "lldp"));
        eventExecutor = prober;
        // With a delay, not at a rate: rounds missed while the process stood still are not made up.
        prober.scheduleWithFixedDelay(this::guardedRound, 0, periodMs, TimeUnit.MILLISECONDS);
    }

    /** Everything but the clockwork, which tests drive themselves. */
    void start(LinkProbe linkProbe, int staleAfterProbes) {
        probe = linkProbe;
        evidence = new LinkEvidence(staleAfterProbes);
        schedule = new ProbeSchedule();
        application = core.registerApplication("org.weir.onos.providers.link");
        links = registry.register(this);
        linkService.getLinks().forEach(this::adopt);
        devices.addListener(deviceListener);
        mastership.addListener(mastershipListener);
        packets.addProcessor(processor, PacketProcessor.advisor(0));
        packets.requestPackets(LLDP, PacketPriority.CONTROL, application);
    }

    private void stop(boolean isRequestWithdrawn) {
        endRounds();
        if (isRequestWithdrawn) {
            packets.cancelPackets(LLDP, PacketPriority.CONTROL, application);
        }
        packets.removeProcessor(processor);
        mastership.removeListener(mastershipListener);
        devices.removeListener(deviceListener);
        registry.unregister(this);
    }

    /** Lets a round that is under way come to its end: ONOS's stores do not like an interrupt. */
    private void endRounds() {
        prober.shutdown();
        try {
            if (!prober.awaitTermination(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                prober.shutdownNow();
            }
        } catch (InterruptedException e) {
            prober.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static int positive(Dictionary<?, ?> properties, String name, int standard) {
        Integer value = Tools.getIntegerProperty(properties, name);
        if (value == null) {
            return standard;
        }
        if (value < 1) {
            log.error("{} must be at least 1, not {}; {} is used", name, value, standard);
            return standard;
        }
        return value;
    }

    /** Links found before a change of settings stay, and have to show themselves anew. */
    private void adopt(Link link) {
        if (id().equals(link.providerId())) {
            evidence.heard(LinkKey.linkKey(link), 0);
        }
    }

    /** An exception would end the schedule, and with it all discovery. */
    private void guardedRound() {
        try {
            round();
        } catch (RuntimeException e) {
            log.error("A round of link probes failed", e);
        }
    }

    void round() {
        schedule.nextRound();
        LinkEvidence.Findings findings = evidence.judge(System.currentTimeMillis());
        for (LinkKey stale : findings.stale) {
            log.warn("Link {} is gone: its probes are lost, although both ports are up", stale);
            links.linkVanished(description(stale));
            schedule.lost(stale.src());
        }
        Set<ConnectPoint> losing = evidence.losingPorts();
        Set<ConnectPoint> withLinks = new HashSet<>();
        for (LinkKey link : evidence.links(each -> true)) {
            withLinks.add(link.src());
            withLinks.add(link.dst());
        }
        for (Device device : devices.getAvailableDevices()) {
            if (mastership.isLocalMaster(device.id())) {
                sendDue(device, losing, withLinks);
                if (findings.echoWanted.contains(device.id())) {
                    emit(device.id(), PortNumber.CONTROLLER, probe.echo(device));
                }
            }
        }
    }

    private void sendDue(Device device, Set<ConnectPoint> losing, Set<ConnectPoint> withLinks) {
        for (Port port : devices.getPorts(device.id())) {
            ConnectPoint point = new ConnectPoint(device.id(), port.number());
            // Of a port that does not report its carrier nothing else tells that its link is gone.
            boolean isUrgent = !Carrier.isReported(port) || losing.contains(point);
            if (canProbe(port) && schedule.isDue(point, isUrgent, withLinks.contains(point))) {
                send(device, port);
            }
        }
    }

    private void sendByAllPorts(Device device) {
        for (Port port : devices.getPorts(device.id())) {
            probeNow(device, port);
        }
    }

    /** Probes a port without waiting for the next round. */
    private void probeNow(Device device, Port port) {
        schedule.restart(new ConnectPoint(device.id(), port.number()));
        if (canProbe(port) && mastership.isLocalMaster(device.id())) {
            send(device, port);
        }
    }

    private static boolean canProbe(Port port) {
        return port.isEnabled() && !port.number().isLogical();
    }

    private void send(Device device, Port port) {
        // Before the probe is made, so that its own time stamp is not earlier.
        evidence.sent(new ConnectPoint(device.id(), port.number()), System.currentTimeMillis());
        emit(device.id(), port.number(), probe.frame(device, port.number()));
    }

    private void emit(DeviceId device, PortNumber port, ByteBuffer frame) {
        packets.emit(
                new DefaultOutboundPacket(
                        device, DefaultTrafficTreatment.builder().setOutput(port).build(), frame));
    }

    private void process(PacketContext context) {
        Ethernet ethernet = context.inPacket().parsed();
        if (context.isHandled() || ethernet == null) {
            return;
        }
        Optional<LinkProbe.Arrival> read = probe.read(ethernet);
        if (read.isEmpty()) {
            return;
        }
        context.block();
        ConnectPoint origin = read.get().origin;
        ConnectPoint here = context.inPacket().receivedFrom();
        if (LinkProbe.isEcho(origin)) {
            if (origin.deviceId().equals(here.deviceId())) {
                evidence.echoed(origin.deviceId(), read.get().sentMs);
            }
            return;
        }
        // A probe may still be on its way when the port it left by has gone down.
        if (!origin.equals(here) && isUsable(origin) && isUsable(here)) {
            LinkKey link = LinkKey.linkKey(origin, here);
            evidence.heard(link, read.get().sentMs);
            if (linkService.getLink(origin, here) == null) {
                links.linkDetected(description(link));
            }
        }
    }

    private boolean isUsable(ConnectPoint point) {
        Port port = devices.getPort(point);
        return port != null && port.isEnabled() && devices.isAvailable(point.deviceId());
    }

    private void handleLater(DeviceEvent event) {
        if (event.type() == DeviceEvent.Type.PORT_STATS_UPDATED) {
            return;
        }
        execute(event, () -> onDeviceEvent(event));
    }

    private void handleLater(MastershipEvent event) {
        if (event.type() == MastershipEvent.Type.MASTER_CHANGED) {
            execute(event, () -> masterChanged(event.subject()));
        }
    }

    private void execute(Object event, Runnable handling) {
        try {
            eventExecutor.execute(
                    () -> {
                        try {
                            handling.run();
                        } catch (RuntimeException e) {
                            log.error("{} could not be handled", event, e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            log.debug("{} is not handled: stopping", event);
        }
    }

    private void masterChanged(DeviceId id) {
        evidence.renew(id);
        Device device = devices.getDevice(id);
        if (device == null || !mastership.isLocalMaster(id)) {
            return;
        }
        // Found by the master before; what is gone since has to be missed here.
        linkService.getDeviceLinks(id).forEach(this::adopt);
        if (devices.isAvailable(id)) {
            deviceBack(device);
        }
    }

    private void onDeviceEvent(DeviceEvent event) {
        DeviceId device = event.subject().id();
        switch (event.type()) {
            case PORT_REMOVED:
                portGone(new ConnectPoint(device, event.port().number()));
                break;
            case PORT_ADDED:
            case PORT_UPDATED:
                portChanged(event.subject(), event.port());
                break;
            case DEVICE_REMOVED:
                peersOfGone.remove(device);
                evidence.forget(link -> isOf(link, device));
                links.linksVanished(device);
                break;
            case DEVICE_SUSPENDED:
                contactLost(device);
                break;
            case DEVICE_AVAILABILITY_CHANGED:
                if (devices.isAvailable(device)) {
                    deviceBack(event.subject());
                } else {
                    contactLost(device);
                }
                break;
            default:
                // Nothing else says anything about links.
                break;
        }
    }

    private void portChanged(Device device, Port port) {
        if (port.isEnabled()) {
            if (devices.isAvailable(device.id())) {
                probeNow(device, port);
            }
        } else if (Carrier.isDown(port, devices.isAvailable(device.id()))) {
            portGone(new ConnectPoint(device.id(), port.number()));
        }
    }

    private void portGone(ConnectPoint point) {
        if (!mastership.isLocalMaster(point.deviceId())) {
            // What this node knows of another's switch may be old, as after its own start.
            return;
        }
        evidence.forget(link -> link.src().equals(point) || link.dst().equals(point));
        links.linksVanished(point);
    }

    private void contactLost(DeviceId device) {
        Set<ConnectPoint> peers =
                peersOfGone.computeIfAbsent(device, gone -> ConcurrentHashMap.newKeySet());
        for (LinkKey link : evidence.links(each -> isOf(each, device))) {
            ConnectPoint peer = link.src().deviceId().equals(device) ? link.dst() : link.src();
            peers.add(peer);
            if (!reportsCarrier(peer) && mastership.isLocalMaster(peer.deviceId())) {
                evidence.forget(link::equals);
                links.linkVanished(description(link));
            }
        }
    }

    private boolean reportsCarrier(ConnectPoint point) {
        Port port = devices.getPort(point);
        return port != null && Carrier.isReported(port);
    }

    private static boolean isOf(LinkKey link, DeviceId device) {
        return link.src().deviceId().equals(device) || link.dst().deviceId().equals(device);
    }

    /** Both directions are found at once; routes over its links wait for that. */
    private void deviceBack(Device device) {
        // Changes while no listener was registered: a port that came back down has lost its link.
        for (Port port : devices.getPorts(device.id())) {
            if (Carrier.isDown(port, devices.isAvailable(device.id()))) {
                portGone(new ConnectPoint(device.id(), port.number()));
            }
        }
        sendByAllPorts(device);
        Set<ConnectPoint> peers = peersOfGone.remove(device.id());
        if (peers == null) {
            return;
        }
        for (ConnectPoint peer : peers) {
            Device other = devices.getDevice(peer.deviceId());
            Port port = devices.getPort(peer);
            if (other != null && port != null && devices.isAvailable(other.id())) {
                probeNow(other, port);
            }
        }
    }

    private static LinkDescription description(LinkKey link) {
        return new DefaultLinkDescription(link.src(), link.dst(), Link.Type.DIRECT);
    }
}
