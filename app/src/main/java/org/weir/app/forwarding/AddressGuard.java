// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.onlab.packet.ARP;
import org.onlab.packet.Ethernet;
import org.onlab.packet.ICMP6;
import org.onlab.packet.IPv6;
import org.onlab.packet.Ip4Address;
import org.onlab.packet.Ip6Address;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onlab.packet.ndp.NeighborAdvertisement;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.packet.PacketService;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.control.policy.IpPrefix;

/**
 * Discards ARP packets and neighbour discovery in which a host claims an address that the policy's
 * {@code edge.sources} does not permit at its port. Neither the host provider nor the resolver sees
 * them, so the host with that address keeps it.
 *
 * <p>The same happens to every packet with the Ethernet address of a host that ONOS knows at
 * another port with an address that the list of that port contains and this port does not permit:
 * by such a packet ONOS would move the host, with all its addresses.
 *
 * <p>Link-local addresses and the unspecified one, with which a host asks whether an address is
 * free, are always permitted: no packet is routed to them.
 */
public final class AddressGuard implements PacketProcessor {

    /** Before the host provider, an advisor of priority 1. */
    private static final int PRIORITY = PacketProcessor.advisor(0);

    private static final String ADDRESS_REFUSED = AlertType.ADDRESS_REFUSED.word();

    /** Time for which the alert about a port stays after its last refused packet, ms. */
    private static final long ALERT_MS = 60_000;

    private final PacketService packets;
    private final Function<ConnectPoint, Optional<List<IpPrefix>>> sources;
    private final Function<HostId, Host> hosts;
    private final AlertBoard alerts;
    private final LongSupplier clockMs;
    private final Map<ConnectPoint, Refused> refused = new ConcurrentHashMap<>();

    /** Packets of a port that were refused: why the first was, the time of the last. */
    private static final class Refused {
        private final String first;
        private final long timeMs;

        Refused(String first, long timeMs) {
            this.first = first;
            this.timeMs = timeMs;
        }
    }

    /**
     * A guard that does not listen yet.
     *
     * @param packets packets from switches
     * @param sources addresses that hosts at a port may use; empty for all
     * @param hosts the host that ONOS knows by an id, or null
     * @param alerts is told about ports with refused packets
     * @param clockMs steady clock, ms
     */
    public AddressGuard(
            PacketService packets,
            Function<ConnectPoint, Optional<List<IpPrefix>>> sources,
            Function<HostId, Host> hosts,
            AlertBoard alerts,
            LongSupplier clockMs) {
        this.packets = packets;
        this.sources = sources;
        this.hosts = hosts;
        this.alerts = alerts;
        this.clockMs = clockMs;
    }

    /** Starts to discard. */
    public void start() {
        packets.addProcessor(this, PRIORITY);
    }

    /** Stops to discard. */
    public void stop() {
        packets.removeProcessor(this);
    }

    @Override
    public void process(PacketContext context) {
        Ethernet frame = context.inPacket().parsed();
        if (context.isHandled() || frame == null) {
            return;
        }
        ConnectPoint from = context.inPacket().receivedFrom();
        Optional<List<IpPrefix>> permitted = sources.apply(from);
        if (permitted.isEmpty()) {
            return;
        }
        objection(frame, from, permitted.get())
                .ifPresent(
                        objection -> {
                            context.block();
                            refused.merge(
                                    from,
                                    new Refused(objection, clockMs.getAsLong()),
                                    (old, one) -> new Refused(old.first, one.timeMs));
                        });
    }

    private Optional<String> objection(
            Ethernet frame, ConnectPoint from, List<IpPrefix> permitted) {
        Optional<IpAddress> claimed =
                claimed(frame).filter(address -> !contains(permitted, address));
        return claimed.isPresent()
                ? claimed.map(
                        address -> "edge.sources does not permit their address, such as " + address)
                : takenHost(frame, from, permitted);
    }

    /** The host at another port that would move here, with an address not permitted here. */
    private Optional<String> takenHost(
            Ethernet frame, ConnectPoint from, List<IpPrefix> permitted) {
        MacAddress source = frame.getSourceMAC();
        Host known = source == null ? null : hosts.apply(HostId.hostId(source, vlan(frame)));
        if (known == null || known.location() == null || isAt(known, from)) {
            return Optional.empty();
        }
        ConnectPoint there =
                new ConnectPoint(known.location().elementId(), known.location().port());
        Optional<List<IpPrefix>> permittedThere = sources.apply(there);
        // A host at a port without a list has no right to its place: anyone may have put it there.
        List<IpPrefix> granted = permittedThere.orElse(List.of());
        return known.ipAddresses().stream()
                .sorted()
                .filter(address -> routable(address).isPresent() && !contains(permitted, address))
                .filter(address -> contains(granted, address))
                .findFirst()
                .map(
                        address ->
                                "their Ethernet address "
                                        + source
                                        + " is that of a host at "
                                        + there
                                        + " with "
                                        + address
                                        + ", which edge.sources does not permit here; if the"
                                        + " host has moved, remove it there: host-remove "
                                        + known.id());
    }

    private static boolean isAt(Host host, ConnectPoint point) {
        return host.locations().stream()
                .anyMatch(
                        location ->
                                location.elementId().equals(point.elementId())
                                        && location.port().equals(point.port()));
    }

    /** As the host provider reads it: a tag with VLAN 0 carries a priority and no VLAN. */
    private static VlanId vlan(Ethernet frame) {
        short id = frame.getVlanID();
        return id == Ethernet.VLAN_UNTAGGED || id == VlanId.NO_VID
                ? VlanId.NONE
                : VlanId.vlanId(id);
    }

    private static boolean contains(List<IpPrefix> prefixes, IpAddress address) {
        return prefixes.stream().anyMatch(each -> each.contains(address.toOctets()));
    }

    /** The address of which a frame says that its sender has it. */
    private static Optional<IpAddress> claimed(Ethernet frame) {
        if (frame.getPayload() instanceof ARP) {
            byte[] sender = ((ARP) frame.getPayload()).getSenderProtocolAddress();
            return sender.length == Ip4Address.BYTE_LENGTH
                    ? routable(Ip4Address.valueOf(sender))
                    : Optional.empty();
        }
        if (!(frame.getPayload() instanceof IPv6)
                || !(frame.getPayload().getPayload() instanceof ICMP6)) {
            return Optional.empty();
        }
        IPv6 packet = (IPv6) frame.getPayload();
        ICMP6 icmp = (ICMP6) packet.getPayload();
        return icmp.getPayload() instanceof NeighborAdvertisement
                ? routable(
                        Ip6Address.valueOf(
                                ((NeighborAdvertisement) icmp.getPayload()).getTargetAddress()))
                : routable(Ip6Address.valueOf(packet.getSourceAddress()));
    }

    private static Optional<IpAddress> routable(IpAddress address) {
        return address.isZero() || address.isLinkLocal() ? Optional.empty() : Optional.of(address);
    }

    /** Brings the alerts up to date. */
    public void update() {
        long nowMs = clockMs.getAsLong();
        refused.values().removeIf(each -> nowMs - each.timeMs > ALERT_MS);
        Map<String, String> texts = new TreeMap<>();
        refused.forEach(
                (port, each) ->
                        texts.put(
                                port.toString(),
                                // Nothing that changes with each packet: a new text is a new
                                // line in the log and a new alarm of ONOS.
                                "packets of ARP or neighbour discovery are discarded: "
                                        + each.first));
        alerts.replace(ADDRESS_REFUSED, texts);
    }
}
