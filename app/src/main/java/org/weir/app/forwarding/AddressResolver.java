// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
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
import org.onlab.packet.ndp.NeighborSolicitation;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficSelector;
import org.onosproject.net.host.HostService;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketPriority;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.packet.PacketService;
import org.onosproject.store.service.StorageException;
import org.weir.app.fabric.Fabric;

/**
 * Answers ARP requests and IPv6 neighbour solicitations for hosts that are known, so that no
 * broadcast crosses the network. An answer waits until every switch has a route to the host, so
 * that the first packet after it arrives. A request for an unknown address goes out of every edge
 * port but the one it came in by; the reply to it makes the host known and is passed on to who
 * asked.
 *
 * <p>A request for a host behind its own port is not answered, but passed on as one for an unknown
 * address: either the host has heard it too, by a bridge at that port, or it has moved. An answer
 * would teach the bridge that the host is here.
 */
public final class AddressResolver implements PacketProcessor {

    /** Before applications that would forward or flood the same packets. */
    private static final int PRIORITY = PacketProcessor.director(1);

    /**
     * The Ethernet source of questions that are passed on, ONOS's own host probes' too. A question
     * may leave by a port whose link is not found yet and come in at another switch: with the
     * asker's own address its host would be believed to be there.
     */
    private static final MacAddress SOURCE = MacAddress.valueOf("02:57:45:49:52:01");

    /** The IPv6 source of questions of its own. */
    private static final Ip6Address SOURCE_IPV6 =
            Ip6Address.valueOf(IPv6.getLinkLocalAddress(SOURCE.toBytes()));

    private static final byte NDP_HOP_LIMIT = (byte) 255;

    private static final Ip6Address ALL_NODES = Ip6Address.valueOf("ff02::1");
    private static final MacAddress ALL_NODES_MAC = MacAddress.valueOf("33:33:00:00:00:01");

    /**
     * Time for which a frame waits for routes, ms. Hosts ask again; an older frame may tell of a
     * host that has gone or has another Ethernet address since.
     */
    static final long LONGEST_WAIT_MS = 5_000;

    private final ApplicationId appId;
    private final PacketService packets;
    private final HostService hosts;
    private final Fabric fabric;
    private final BiPredicate<IpAddress, DeviceId> reachable;
    private final Executor executor;
    private final LongSupplier clockMs;

    private final WaitingFrames waiting = new WaitingFrames(LONGEST_WAIT_MS);
    private final OpenQuestions questions = new OpenQuestions();
    private final QuestionLimit questionLimit = new QuestionLimit();
    private final OpenProbes probes = new OpenProbes();
    private final AddressSearch search = new AddressSearch();

    /**
     * A resolver that does not listen yet.
     *
     * @param appId application that asks ONOS for the packets
     * @param packets packets from and to switches
     * @param hosts hosts that are known
     * @param fabric the network, for the ports that lead to hosts
     * @param reachable whether an address can be reached from a switch
     * @param executor answers: sending a packet may take long, and ONOS removes a listener for good
     *     that keeps its event threads for more than two seconds
     * @param clockMs monotonic time, ms
     */
    public AddressResolver(
            ApplicationId appId,
            PacketService packets,
            HostService hosts,
            Fabric fabric,
            BiPredicate<IpAddress, DeviceId> reachable,
            Executor executor,
            LongSupplier clockMs) {
        this.clockMs = clockMs;
        this.reachable = reachable;
        this.executor = executor;
        this.appId = appId;
        this.packets = packets;
        this.hosts = hosts;
        this.fabric = fabric;
    }

    /** Starts to answer. */
    public void start() {
        for (TrafficSelector selector : selectors()) {
            packets.requestPackets(selector, PacketPriority.CONTROL, appId);
        }
        packets.addProcessor(this, PRIORITY);
    }

    /**
     * Stops to answer.
     *
     * @throws StorageException if ONOS's store does not answer; then ONOS goes on to ask the
     *     switches for some of the packets
     */
    public void stop() {
        packets.removeProcessor(this);
        for (TrafficSelector selector : selectors()) {
            packets.cancelPackets(selector, PacketPriority.CONTROL, appId);
        }
    }

    @Override
    public void process(PacketContext context) {
        ConnectPoint from = context.inPacket().receivedFrom();
        Ethernet frame = context.inPacket().parsed();
        if (context.isHandled() || frame == null || !fabric.contains(from.deviceId())) {
            return;
        }
        if (SOURCE.equals(frame.getSourceMAC())) {
            context.block();
        } else if (frame.getPayload() instanceof ARP) {
            context.block();
            executor.execute(() -> resolveArp(frame, from));
        } else if (isNeighbourDiscovery(frame)) {
            context.block();
            executor.execute(() -> resolveNdp(frame, from));
        }
    }

    private static boolean isNeighbourDiscovery(Ethernet frame) {
        if (!(frame.getPayload() instanceof IPv6)
                || !(frame.getPayload().getPayload() instanceof ICMP6)) {
            return false;
        }
        byte type = ((ICMP6) frame.getPayload().getPayload()).getIcmpType();
        return type == ICMP6.NEIGHBOR_SOLICITATION || type == ICMP6.NEIGHBOR_ADVERTISEMENT;
    }

    private void resolveArp(Ethernet frame, ConnectPoint from) {
        ARP arp = (ARP) frame.getPayload();
        if (arp.getOpCode() == ARP.OP_REPLY) {
            passOn(frame, from, Ip4Address.valueOf(arp.getSenderProtocolAddress()));
            return;
        }
        boolean announcement =
                Arrays.equals(arp.getSenderProtocolAddress(), arp.getTargetProtocolAddress());
        if (arp.getOpCode() != ARP.OP_REQUEST || announcement) {
            return;
        }
        Ip4Address target = Ip4Address.valueOf(arp.getTargetProtocolAddress());
        Host known = hostOf(target, frame);
        if (known == null || isAt(known, from)) {
            ask(frame, from, target, Ip4Address.valueOf(arp.getSenderProtocolAddress()));
        } else {
            questions.answered(frame, target);
            answer(target, tagged(ARP.buildArpReply(target, known.mac(), frame), frame), from);
        }
    }

    private void resolveNdp(Ethernet frame, ConnectPoint from) {
        IPv6 ipv6 = (IPv6) frame.getPayload();
        ICMP6 icmp = (ICMP6) ipv6.getPayload();
        if (icmp.getIcmpType() == ICMP6.NEIGHBOR_ADVERTISEMENT) {
            byte[] announced = ((NeighborAdvertisement) icmp.getPayload()).getTargetAddress();
            passOn(frame, from, Ip6Address.valueOf(announced));
            return;
        }
        Ip6Address target =
                Ip6Address.valueOf(((NeighborSolicitation) icmp.getPayload()).getTargetAddress());
        if (target.equals(SOURCE_IPV6)) {
            // Who has answered a question looks whether the asker is still there; it need not know.
            return;
        }
        Host known = hostOf(target, frame);
        boolean isUnanswered = known == null || isAt(known, from);
        if (Ip6Address.valueOf(ipv6.getSourceAddress()).isZero()) {
            detectDuplicate(frame, from, target, known, isUnanswered);
        } else if (isUnanswered) {
            ask(frame, from, target, Ip6Address.valueOf(ipv6.getSourceAddress()));
        } else {
            questions.answered(frame, target);
            answer(target, advertisement(target, known, frame), from);
        }
    }

    /**
     * A host asks whether the address that it is about to use is free (RFC 4862, 5.4). If it is
     * not, who has it says so to all nodes (RFC 4861, 7.2.4), at once: the host waits for 1 s.
     */
    private void detectDuplicate(
            Ethernet frame,
            ConnectPoint from,
            Ip6Address target,
            Host known,
            boolean isUnanswered) {
        if (known != null && known.mac().equals(frame.getSourceMAC())) {
            return;
        }
        if (!isUnanswered) {
            Ethernet reply = advertisement(target, known, frame);
            IPv6 packet = (IPv6) reply.getPayload();
            packet.setDestinationAddress(ALL_NODES.toOctets());
            ((NeighborAdvertisement) packet.getPayload().getPayload()).setSolicitedFlag((byte) 0);
            reply.setDestinationMACAddress(ALL_NODES_MAC);
            emit(reply, List.of(from));
        } else if (!target.isLinkLocal()) {
            // Link-local addresses of hosts at different ports do not meet: no route leads to them.
            probes.asked(frame, target, from, clockMs.getAsLong());
            ask(frame, from, target, Ip6Address.ZERO);
        }
    }

    private static Ethernet advertisement(Ip6Address target, Host known, Ethernet question) {
        Ethernet reply = NeighborAdvertisement.buildNdpAdv(target, known.mac(), question);
        ((IPv6) reply.getPayload()).setHopLimit(NDP_HOP_LIMIT);
        return tagged(reply, question);
    }

    /** A reply with the tags of its question, so that it reaches the VLAN of who asked. */
    private static Ethernet tagged(Ethernet reply, Ethernet question) {
        reply.setQinQVID(question.getQinQVID());
        reply.setQinQTPID(question.getQinQTPID());
        reply.setVlanID(question.getVlanID());
        return reply;
    }

    private void answer(IpAddress target, Ethernet reply, ConnectPoint to) {
        send(target, reply, List.of(to));
    }

    /** Sends a frame to those ports from whose switches its address can be reached. */
    private void send(IpAddress target, Ethernet frame, List<ConnectPoint> ports) {
        List<ConnectPoint> others = new ArrayList<>(ports);
        List<ConnectPoint> now = new ArrayList<>();
        others.removeIf(port -> reachable.test(target, port.deviceId()) && now.add(port));
        emit(frame, now);
        if (!others.isEmpty()) {
            waiting.add(target, frame, others, clockMs.getAsLong());
        }
    }

    /** Sends the answers that waited for routes and wait no longer; to be called after changes. */
    public void routesChanged() {
        // All in one task: the executor takes a limited number.
        executor.execute(
                () ->
                        waiting.take(reachable, clockMs.getAsLong())
                                .forEach(each -> emit(each.frame, each.ports)));
    }

    /**
     * The host with an IP address in the VLAN of who asks, or null; two hosts with one are none. A
     * host of another VLAN would not take packets with the asker's tags.
     */
    private Host hostOf(IpAddress address, Ethernet question) {
        Host found = null;
        for (Host host : hosts.getHostsByIp(address)) {
            if (!vlan(host.vlan().toShort()).equals(vlan(question.getVlanID()))
                    && !isBehindOuterTag(host, question)) {
                continue;
            }
            if (found != null && !found.mac().equals(host.mac())) {
                return null;
            }
            found = host;
        }
        return found;
    }

    private static boolean isAt(Host host, ConnectPoint point) {
        return host.locations().stream()
                .anyMatch(
                        location ->
                                location.elementId().equals(point.elementId())
                                        && location.port().equals(point.port()));
    }

    /** Stock ONOS knows a host behind two tags by its outer VLAN, Weir's own by its inner. */
    private static boolean isBehindOuterTag(Host host, Ethernet question) {
        return question.getQinQVID() != Ethernet.VLAN_UNTAGGED
                && host.vlan().equals(vlan(question.getQinQVID()));
    }

    /** A tag with VLAN 0 carries a priority and no VLAN (IEEE 802.1Q). */
    private static VlanId vlan(short id) {
        return id == Ethernet.VLAN_UNTAGGED || id == VlanId.NO_VID
                ? VlanId.NONE
                : VlanId.vlanId(id);
    }

    /**
     * Passes a question on. A host that hears it learns the asker's address from it, so the
     * question too waits until there are routes to the asker.
     */
    private void ask(Ethernet frame, ConnectPoint from, IpAddress target, IpAddress asker) {
        long nowMs = clockMs.getAsLong();
        if (!questionLimit.hasRoom(from, nowMs) || !questions.ask(frame, target, nowMs)) {
            return;
        }
        Ethernet question = frame.duplicate();
        question.setSourceMACAddress(SOURCE);
        List<ConnectPoint> ports = new ArrayList<>(fabric.edgePorts());
        ports.remove(from);
        questionLimit.count(from, ports.size(), nowMs);
        send(asker, question, ports);
    }

    /**
     * Asks for an address that no host is known to have, by every port to hosts of this instance's
     * switches; ever more rarely while nobody answers. The answer makes the host known. The
     * question has no tag.
     *
     * @param target the address
     * @return false if too many questions have gone out, so that this one has to wait
     */
    public boolean search(IpAddress target) {
        long nowMs = clockMs.getAsLong();
        if (!questionLimit.hasRoom(AddressSearch.OWN, nowMs)) {
            return false;
        }
        List<ConnectPoint> own = new ArrayList<>(fabric.edgePorts());
        own.removeIf(port -> !fabric.own(port.deviceId()));
        Ethernet question = target.isIp4() ? probe(target) : solicitation(target.getIp6Address());
        if (search.hasNewSwitch(target, own)) {
            questions.answered(question, target);
        }
        if (!own.isEmpty() && questions.ask(question, target, nowMs)) {
            search.asked(target, own);
            questionLimit.count(AddressSearch.OWN, own.size(), nowMs);
            executor.execute(() -> emit(question, own));
        }
        return true;
    }

    /** An ARP probe (RFC 5227): nobody learns an address from it. */
    private static Ethernet probe(IpAddress target) {
        return ARP.buildArpRequest(
                        SOURCE.toBytes(),
                        Ip4Address.ZERO.toOctets(),
                        target.toOctets(),
                        VlanId.NO_VID)
                .setVlanID(Ethernet.VLAN_UNTAGGED);
    }

    /**
     * A solicitation with a source: without one, a router that starts would give up its address.
     */
    private static Ethernet solicitation(Ip6Address target) {
        byte[] group = IPv6.getSolicitNodeAddress(target.toOctets());
        return NeighborSolicitation.buildNdpSolicit(
                target,
                SOURCE_IPV6,
                Ip6Address.valueOf(group),
                SOURCE,
                MacAddress.valueOf(IPv6.getMCastMacAddress(group)),
                VlanId.NONE);
    }

    /** A reply goes to the host it is meant for, as soon as that can reach who replies. */
    private void passOn(Ethernet frame, ConnectPoint from, IpAddress replier) {
        questions.answered(frame, replier);
        MacAddress destination = frame.getDestinationMAC();
        if (destination.isMulticast()) {
            probes.asker(frame, replier, clockMs.getAsLong())
                    .filter(asker -> !asker.equals(from))
                    .ifPresent(asker -> emit(frame, List.of(asker)));
            return;
        }
        Host host = destination.equals(SOURCE) ? null : hostBehind(destination, frame);
        if (host != null && host.location() != null && !host.location().equals(from)) {
            answer(replier, frame, host.location());
        }
    }

    /** By its id, which ONOS has at hand: to find a host by its Ethernet address it reads all. */
    private Host hostBehind(MacAddress address, Ethernet frame) {
        Host host = hosts.getHost(HostId.hostId(address, vlan(frame.getVlanID())));
        return host == null && frame.getQinQVID() != Ethernet.VLAN_UNTAGGED
                ? hosts.getHost(HostId.hostId(address, vlan(frame.getQinQVID())))
                : host;
    }

    private void emit(Ethernet frame, List<ConnectPoint> ports) {
        byte[] bytes = ports.isEmpty() ? null : frame.serialize();
        for (ConnectPoint port : ports) {
            packets.emit(
                    new DefaultOutboundPacket(
                            port.deviceId(),
                            DefaultTrafficTreatment.builder().setOutput(port.port()).build(),
                            ByteBuffer.wrap(bytes)));
        }
    }

    private static TrafficSelector[] selectors() {
        return new TrafficSelector[] {
            DefaultTrafficSelector.builder().matchEthType(Ethernet.TYPE_ARP).build(),
            icmpv6(ICMP6.NEIGHBOR_SOLICITATION),
            icmpv6(ICMP6.NEIGHBOR_ADVERTISEMENT)
        };
    }

    private static TrafficSelector icmpv6(byte type) {
        return DefaultTrafficSelector.builder()
                .matchEthType(Ethernet.TYPE_IPV6)
                .matchIPProtocol(IPv6.PROTOCOL_ICMP6)
                .matchIcmpv6Type(type)
                .build();
    }
}
