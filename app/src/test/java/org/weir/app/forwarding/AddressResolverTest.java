// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ARP;
import org.onlab.packet.DeserializationException;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IPv6;
import org.onlab.packet.Ip4Address;
import org.onlab.packet.Ip6Address;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onlab.packet.ndp.NeighborAdvertisement;
import org.onlab.packet.ndp.NeighborSolicitation;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketServiceAdapter;
import org.onosproject.net.provider.ProviderId;
import org.weir.app.fabric.OneSwitch;

/**
 * Answers to ARP requests and neighbour solicitations, on a switch with hosts A at port 1, B at
 * port 2 and C at port 3.
 */
class AddressResolverTest {

    private static final MacAddress A = MacAddress.valueOf("00:00:00:00:00:01");
    private static final MacAddress B = MacAddress.valueOf("00:00:00:00:00:02");
    private static final Ip4Address A_IP = Ip4Address.valueOf("10.0.0.1");
    private static final Ip4Address B_IP = Ip4Address.valueOf("10.0.0.2");
    private static final Ip6Address A_IPV6 = Ip6Address.valueOf("2001:db8::1");
    private static final Ip6Address B_IPV6 = Ip6Address.valueOf("2001:db8::2");

    private final OneSwitch network = new OneSwitch("org.weir.v1model", "bmv2", 1, 2, 3);
    private final Set<Host> hosts = new HashSet<>();
    private long nowMs;
    private final List<OutboundPacket> sent = new ArrayList<>();
    private int tasks;
    private final Set<IpAddress> reachable = new HashSet<>(Set.of(A_IP, B_IP, A_IPV6, B_IPV6));
    private final AddressResolver resolver =
            new AddressResolver(
                    new DefaultApplicationId(1, "weir"),
                    new PacketServiceAdapter() {
                        @Override
                        public void emit(OutboundPacket packet) {
                            sent.add(packet);
                        }
                    },
                    new HostServiceAdapter() {
                        @Override
                        public Set<Host> getHostsByIp(IpAddress address) {
                            Set<Host> found = new HashSet<>(hosts);
                            found.removeIf(host -> !host.ipAddresses().contains(address));
                            return found;
                        }

                        @Override
                        public Host getHost(HostId id) {
                            return hosts.stream()
                                    .filter(host -> host.id().equals(id))
                                    .findFirst()
                                    .orElse(null);
                        }

                        @Override
                        public Set<Host> getHostsByMac(MacAddress mac) {
                            throw new AssertionError("this reads all hosts from ONOS's store");
                        }
                    },
                    network.fabric(),
                    (address, device) -> address.isZero() || reachable.contains(address),
                    task -> {
                        tasks++;
                        task.run();
                    },
                    () -> nowMs);

    @BeforeEach
    void readNetwork() {
        network.fabric().refresh();
        hosts.add(host(A, 1, A_IP, A_IPV6));
    }

    private static Host host(MacAddress mac, long port, IpAddress... addresses) {
        return host(mac, VlanId.NONE, port, addresses);
    }

    private static Host host(MacAddress mac, VlanId vlan, long port, IpAddress... addresses) {
        return new DefaultHost(
                ProviderId.NONE,
                HostId.hostId(mac, vlan),
                mac,
                vlan,
                new HostLocation(point(port), 0),
                Set.of(addresses));
    }

    private static ConnectPoint point(long port) {
        return ConnectPoint.deviceConnectPoint("device:s1/" + port);
    }

    private static Ethernet request(MacAddress sender, Ip4Address address, Ip4Address target) {
        return ARP.buildArpRequest(
                sender.toBytes(), address.toOctets(), target.toOctets(), VlanId.NO_VID);
    }

    private static Ethernet solicitation(MacAddress sender, Ip6Address source, Ip6Address target)
            throws DeserializationException {
        byte[] group = IPv6.getSolicitNodeAddress(target.toOctets());
        byte[] bytes =
                NeighborSolicitation.buildNdpSolicit(
                                target,
                                source,
                                Ip6Address.valueOf(group),
                                sender,
                                MacAddress.valueOf(IPv6.getMCastMacAddress(group)),
                                VlanId.NONE)
                        .serialize();
        return Ethernet.deserializer().deserialize(bytes, 0, bytes.length);
    }

    /** Lets a frame come in by a port; returns true if no other application is to see it. */
    private boolean receive(Ethernet frame, long port) {
        PacketContext context =
                new DefaultPacketContext(
                        0,
                        new DefaultInboundPacket(
                                point(port), frame, ByteBuffer.wrap(frame.serialize())),
                        null,
                        false) {
                    @Override
                    public void send() {
                        throw new AssertionError("the frame itself is not forwarded");
                    }
                };
        resolver.process(context);
        return context.isHandled();
    }

    private List<Long> ports() {
        List<Long> ports = new ArrayList<>();
        for (OutboundPacket packet : sent) {
            ports.add(
                    ((OutputInstruction) packet.treatment().allInstructions().get(0))
                            .port()
                            .toLong());
        }
        return ports;
    }

    private Ethernet frame(int index) throws DeserializationException {
        byte[] bytes = sent.get(index).data().array();
        return Ethernet.deserializer().deserialize(bytes, 0, bytes.length);
    }

    @Test
    void requestForAKnownHostIsAnswered() throws DeserializationException {
        assertThat(receive(request(B, B_IP, A_IP), 2)).isTrue();

        assertThat(ports()).containsExactly(2L);
        ARP reply = (ARP) frame(0).getPayload();
        assertThat(reply.getOpCode()).isEqualTo(ARP.OP_REPLY);
        assertThat(reply.getSenderHardwareAddress()).isEqualTo(A.toBytes());
        assertThat(frame(0).getDestinationMAC()).isEqualTo(B);
    }

    @Test
    void answerWaitsForTheRoute() {
        reachable.remove(A_IP);
        receive(request(B, B_IP, A_IP), 2);
        resolver.routesChanged();
        assertThat(sent).isEmpty();

        reachable.add(A_IP);
        resolver.routesChanged();
        resolver.routesChanged();
        assertThat(ports()).containsExactly(2L);
    }

    /** The host may be another one meanwhile, with another Ethernet address. */
    @Test
    void answerDoesNotWaitForLong() {
        reachable.remove(A_IP);
        receive(request(B, B_IP, A_IP), 2);
        nowMs += AddressResolver.LONGEST_WAIT_MS + 1;
        reachable.add(A_IP);
        resolver.routesChanged();
        assertThat(sent).isEmpty();
    }

    @Test
    void answerThatIsAskedForAgainWaitsAgain() {
        reachable.remove(A_IP);
        receive(request(B, B_IP, A_IP), 2);
        nowMs += AddressResolver.LONGEST_WAIT_MS - 1;
        receive(request(B, B_IP, A_IP), 2);
        nowMs += 2;
        reachable.add(A_IP);
        resolver.routesChanged();
        assertThat(ports()).containsExactly(2L);
    }

    @Test
    void requestForAnUnknownHostLeavesByTheOtherPorts() throws DeserializationException {
        receive(request(A, A_IP, B_IP), 1);

        assertThat(ports()).containsExactlyInAnyOrder(2L, 3L);
        assertThat(frame(0).getSourceMAC()).isNotEqualTo(A);
    }

    /** Such a frame came from this application, by a link that is not found yet. */
    @Test
    void requestThatWasPassedOnIsNotPassedOnAgain() throws DeserializationException {
        receive(request(A, A_IP, B_IP), 1);
        Ethernet passedOn = frame(0);
        sent.clear();

        assertThat(receive(passedOn, 3)).isTrue();
        assertThat(sent).isEmpty();
    }

    /** A router may be silent; its answer makes it known. */
    @Test
    void nextHopIsAskedForByEveryPort() throws DeserializationException {
        resolver.search(B_IP);
        assertThat(ports()).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(frame(0).getVlanID()).isEqualTo(Ethernet.VLAN_UNTAGGED);
        assertThat(frame(0).isBroadcast()).isTrue();
        ARP arp = (ARP) frame(0).getPayload();
        assertThat(arp.getOpCode()).isEqualTo(ARP.OP_REQUEST);
        assertThat(arp.getTargetProtocolAddress()).isEqualTo(B_IP.toOctets());
        assertThat(arp.getSenderProtocolAddress())
                .as("nobody learns an address from it")
                .isEqualTo(Ip4Address.ZERO.toOctets());

        Ethernet answer = ARP.buildArpReply(B_IP, B, frame(0));
        sent.clear();
        assertThat(receive(answer, 2)).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void nextHopWithAnIpv6AddressIsAskedFor() throws DeserializationException {
        resolver.search(B_IPV6);
        assertThat(ports()).containsExactlyInAnyOrder(1L, 2L, 3L);
        IPv6 ipv6 = (IPv6) frame(0).getPayload();
        assertThat(ipv6.getHopLimit()).isEqualTo((byte) 255);
        Ip6Address source = Ip6Address.valueOf(ipv6.getSourceAddress());
        assertThat(source.isLinkLocal()).as("no duplicate address detection").isTrue();
        NeighborSolicitation question = (NeighborSolicitation) ipv6.getPayload().getPayload();
        assertThat(question.getTargetAddress()).isEqualTo(B_IPV6.toOctets());

        sent.clear();
        receive(solicitation(B, B_IPV6, source), 2);
        assertThat(sent).as("a question for the asker is not passed on").isEmpty();
    }

    /** A switch may come into contact long after the search has begun. */
    @Test
    void nextHopIsAskedForAgainWhenASwitchIsThere() {
        for (int round = 0; round < 2; round++) {
            network.setAvailable(false);
            resolver.search(B_IP);
            assertThat(sent).isEmpty();
            network.setAvailable(true);
            resolver.search(B_IP);
            assertThat(ports()).as("round %d", round).containsExactlyInAnyOrder(1L, 2L, 3L);
            sent.clear();
        }
        resolver.search(B_IP);
        assertThat(sent).isEmpty();
    }

    @Test
    void nextHopThatNobodyHasIsAskedForEverMoreRarely() {
        int count = 0;
        for (int second = 0; second < 300; second++) {
            resolver.search(B_IP);
            nowMs += 1_000;
            count += sent.isEmpty() ? 0 : 1;
            sent.clear();
        }
        assertThat(count).isBetween(10, 16);
    }

    @Test
    void replyGoesToWhoAsked() {
        Ethernet reply = ARP.buildArpReply(B_IP, B, request(A, A_IP, B_IP));
        receive(reply, 2);
        assertThat(ports()).containsExactly(1L);
    }

    @Test
    void announcementIsNotAnswered() {
        receive(request(A, A_IP, A_IP), 1);
        assertThat(sent).isEmpty();
    }

    /** Switches leave tags as they are, so hosts of different VLANs cannot talk to each other. */
    @Test
    void requestIsAnsweredInItsOwnVlanOnly() throws DeserializationException {
        short vlan = 100;
        Ethernet request = request(B, B_IP, A_IP).setVlanID(vlan);
        receive(request, 2);
        assertThat(ports()).containsExactlyInAnyOrder(1L, 3L);
        sent.clear();

        hosts.add(host(MacAddress.valueOf("00:00:00:00:00:03"), VlanId.vlanId(vlan), 3, A_IP));
        receive(request, 2);
        assertThat(ports()).containsExactly(2L);
        assertThat(frame(0).getVlanID()).isEqualTo(vlan);
        assertThat(((ARP) frame(0).getPayload()).getSenderHardwareAddress())
                .isEqualTo(MacAddress.valueOf("00:00:00:00:00:03").toBytes());
    }

    @Test
    void answersHaveBothTagsOfTheQuestion() throws DeserializationException {
        short outer = 20;
        short inner = 300;
        hosts.add(host(MacAddress.valueOf("00:00:00:00:00:03"), VlanId.vlanId(inner), 3, A_IPV6));
        receive(twoTags(solicitation(B, B_IPV6, A_IPV6), outer, inner), 2);
        hosts.add(host(MacAddress.valueOf("00:00:00:00:00:04"), VlanId.vlanId(outer), 3, B_IP));
        receive(twoTags(request(A, A_IP, B_IP), outer, inner), 1);
        assertThat(ports()).containsExactly(2L, 1L);
        for (int i = 0; i < 2; i++) {
            assertThat(frame(i).getQinQVID()).isEqualTo(outer);
            assertThat(frame(i).getQinQTPID()).isEqualTo(Ethernet.TYPE_QINQ);
            assertThat(frame(i).getVlanID()).isEqualTo(inner);
        }
    }

    private static Ethernet twoTags(Ethernet frame, short outer, short inner) {
        return frame.setQinQTPID(Ethernet.TYPE_QINQ).setQinQVID(outer).setVlanID(inner);
    }

    /** An address that two hosts claim belongs to neither. */
    @Test
    void requestForAnAddressOfTwoHostsIsNotAnswered() {
        hosts.add(host(MacAddress.valueOf("00:00:00:00:00:03"), 3, A_IP));
        receive(request(B, B_IP, A_IP), 2);
        assertThat(ports()).doesNotContain(2L);
    }

    /** B is a virtual machine behind the same bridge as A, and answers itself. */
    @Test
    void requestForAHostBehindThePortOfTheRequestIsNotAnswered() throws DeserializationException {
        receive(request(B, B_IP, A_IP), 1);
        assertThat(ports()).containsExactlyInAnyOrder(2L, 3L);
        sent.clear();
        receive(solicitation(B, B_IPV6, A_IPV6), 1);
        assertThat(ports()).containsExactlyInAnyOrder(2L, 3L);
        sent.clear();
        nowMs += OpenQuestions.FIRST_PAUSE_MS;
        receive(solicitation(B, Ip6Address.ZERO, A_IPV6), 1);
        assertThat(ports()).as("detection of a duplicate").containsExactlyInAnyOrder(2L, 3L);
    }

    @Test
    void solicitationForAKnownHostIsAnswered() throws DeserializationException {
        assertThat(receive(solicitation(B, B_IPV6, A_IPV6), 2)).isTrue();

        assertThat(ports()).containsExactly(2L);
        IPv6 packet = (IPv6) frame(0).getPayload();
        NeighborAdvertisement answer = (NeighborAdvertisement) packet.getPayload().getPayload();
        assertThat(answer.getTargetAddress()).isEqualTo(A_IPV6.toOctets());
        assertThat(answer.getSolicitedFlag()).isEqualTo((byte) 1);
        assertThat(answer.getOptions().get(0).data()).isEqualTo(A.toBytes());
        assertThat(packet.getDestinationAddress()).isEqualTo(B_IPV6.toOctets());
        // RFC 4861, 7.1.2: a host drops an advertisement that a router may have forwarded.
        assertThat(packet.getHopLimit()).isEqualTo((byte) 255);
    }

    @Test
    void solicitationForAnUnknownHostLeavesByTheOtherPorts() throws DeserializationException {
        receive(solicitation(A, A_IPV6, B_IPV6), 1);

        assertThat(ports()).containsExactlyInAnyOrder(2L, 3L);
        assertThat(frame(0).getSourceMAC()).isNotEqualTo(A);
    }

    @Test
    void advertisementGoesToTheHostThatAsked() throws DeserializationException {
        Ethernet reply =
                NeighborAdvertisement.buildNdpAdv(B_IPV6, B, solicitation(A, A_IPV6, B_IPV6));
        receive(reply, 2);
        assertThat(ports()).containsExactly(1L);
    }

    /** RFC 4862, 5.4: a host asks for its own new address, from the unspecified one. */
    @Test
    void detectionOfADuplicateIsAnsweredOnlyForAnothersAddress() throws DeserializationException {
        receive(solicitation(A, Ip6Address.ZERO, A_IPV6), 1);
        assertThat(sent).isEmpty();

        receive(solicitation(B, Ip6Address.ZERO, A_IPV6), 2);
        assertThat(ports()).containsExactly(2L);
        // RFC 4861, 7.2.4: nobody takes a packet for the unspecified address.
        IPv6 packet = (IPv6) frame(0).getPayload();
        NeighborAdvertisement answer = (NeighborAdvertisement) packet.getPayload().getPayload();
        assertThat(frame(0).getDestinationMAC()).isEqualTo(MacAddress.valueOf("33:33:00:00:00:01"));
        assertThat(Ip6Address.valueOf(packet.getDestinationAddress()))
                .isEqualTo(Ip6Address.valueOf("ff02::1"));
        assertThat(packet.getHopLimit()).isEqualTo((byte) 255);
        assertThat(answer.getSolicitedFlag()).isZero();
        assertThat(answer.getTargetAddress()).isEqualTo(A_IPV6.toOctets());
        assertThat(answer.getOptions().get(0).data()).isEqualTo(A.toBytes());
    }

    /** A is silent: ONOS does not know yet that it has the address. */
    @Test
    void aDuplicateThatIsNotKnownIsFoundToo() throws DeserializationException {
        hosts.clear();
        reachable.clear();
        receive(solicitation(B, Ip6Address.ZERO, A_IPV6), 2);
        assertThat(ports()).containsExactlyInAnyOrder(1L, 3L);
        sent.clear();

        Ethernet answer =
                NeighborAdvertisement.buildNdpAdv(A_IPV6, A, solicitation(B, B_IPV6, A_IPV6));
        answer.setDestinationMACAddress("33:33:00:00:00:01");
        receive(answer, 1);
        assertThat(ports()).as("to who asked, without waiting for routes").containsExactly(2L);
        sent.clear();

        nowMs += 5_001;
        receive(answer, 1);
        assertThat(sent).as("nobody asks").isEmpty();
    }

    /** Hosts at different ports cannot reach each other by them. */
    @Test
    void linkLocalAddressesAreNotLookedForAtOtherPorts() throws DeserializationException {
        receive(solicitation(B, Ip6Address.ZERO, Ip6Address.valueOf("fe80::7")), 2);
        assertThat(sent).isEmpty();
    }

    /** The thread that sends them takes a limited number of tasks. */
    @Test
    void framesThatWaitedAreSentInOneTask() {
        reachable.clear();
        receive(request(B, B_IP, A_IP), 2);
        receive(request(A, A_IP, Ip4Address.valueOf("10.0.0.77")), 1);
        reachable.add(A_IP);
        tasks = 0;
        resolver.routesChanged();
        assertThat(ports()).containsExactlyInAnyOrder(2L, 2L, 3L);
        assertThat(tasks).isEqualTo(1);
    }

    /** ONOS's own questions for hosts come from nobody. */
    @Test
    void replyToOnosGoesToNobody() {
        Ethernet reply = ARP.buildArpReply(B_IP, B, request(A, A_IP, B_IP));
        reply.setDestinationMACAddress("02:57:45:49:52:01");
        receive(reply, 2);
        assertThat(sent).isEmpty();
    }
}
