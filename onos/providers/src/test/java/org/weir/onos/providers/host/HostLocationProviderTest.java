// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ARP;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IPv4;
import org.onlab.packet.Ip4Address;
import org.onlab.packet.Ip6Address;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onlab.packet.ndp.NeighborSolicitation;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.Link;
import org.onosproject.net.host.HostDescription;
import org.onosproject.net.host.HostEvent;
import org.onosproject.net.host.HostListener;
import org.onosproject.net.host.HostProvider;
import org.onosproject.net.host.HostProviderRegistry;
import org.onosproject.net.host.HostProviderService;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.link.LinkEvent;
import org.onosproject.net.link.LinkListener;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.AbstractProviderService;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.store.service.StorageException;
import org.weir.onos.providers.TestNetwork;

class HostLocationProviderTest {
    private static final ProviderId PROVIDER = new ProviderId("test", "test");
    private static final MacAddress MAC = MacAddress.valueOf("00:00:00:00:00:01");
    private static final HostId HOST = HostId.hostId(MAC, VlanId.NONE);
    private static final ConnectPoint EDGE = ConnectPoint.deviceConnectPoint("device:s1/1");
    private static final ConnectPoint OTHER_EDGE = ConnectPoint.deviceConnectPoint("device:s1/2");
    private static final ConnectPoint TRUNK = ConnectPoint.deviceConnectPoint("device:s1/4");

    private long nowMs = 5;
    private int hostReadingsToFail;
    private Runnable afterReading = () -> {};
    private final TestNetwork network = new TestNetwork();
    private final Map<HostId, Host> hosts = new HashMap<>();
    private final Set<Link> links = new HashSet<>();
    private LinkListener linkListener;
    private HostListener hostListener;
    private final HostLocationProvider provider = new HostLocationProvider(() -> nowMs);

    @BeforeEach
    void start() {
        provider.devices = network.devices;
        provider.packets = network.packets;
        provider.mastership = network.mastership;
        provider.core = network.core;
        provider.links = new Links();
        provider.hostService = new Hosts();
        provider.registry = new Registry();
        provider.start();
        network.addDevice("device:s1", 1, 2, 4);
        settle();
    }

    @Test
    void arpTellsLocationAndAddress() {
        receive(EDGE, arp("10.0.0.1"));
        assertThat(hosts.get(HOST).location()).satisfies(l -> isAt(l, EDGE));
        assertThat(addresses()).containsExactly("10.0.0.1");
    }

    @Test
    void arpProbeTellsTheLocationOnly() {
        receive(EDGE, arp("0.0.0.0"));
        assertThat(hosts).containsKey(HOST);
        assertThat(addresses()).isEmpty();
    }

    @Test
    void neighborSolicitationTellsAddressesOneByOne() {
        receive(EDGE, solicitation("fe80::1"));
        receive(EDGE, solicitation("2001:db8::1"));
        assertThat(addresses()).containsExactlyInAnyOrder("fe80::1", "2001:db8::1");
    }

    @Test
    void trafficTellsAnAddressWhereNoneIsKnownButARouterDoesNotCollectThem() {
        receive(EDGE, ipv4("10.0.0.1"));
        receive(EDGE, ipv4("192.0.2.7"));
        assertThat(addresses()).containsExactly("10.0.0.1");
    }

    @Test
    void hostThatMovesIsAtItsNewPort() {
        receive(EDGE, arp("10.0.0.1"));
        receive(OTHER_EDGE, arp("10.0.0.1"));
        assertThat(hosts.get(HOST).location()).satisfies(l -> isAt(l, OTHER_EDGE));
    }

    @Test
    void nothingIsLearntBehindALink() {
        addLink();
        receive(TRUNK, arp("10.0.0.1"));
        assertThat(hosts).isEmpty();
    }

    @Test
    void portThatHasJustComeUpIsNotBelievedYetAndNothingHeardIsLost() {
        network.setPort("device:s1/1", false);
        network.setPort("device:s1/1", true);
        receive(EDGE, arp("10.0.0.1"));
        provider.round();
        assertThat(hosts).isEmpty();
        settle();
        provider.round();
        assertThat(addresses()).containsExactly("10.0.0.1");
    }

    @Test
    void whatWasHeardOnAPortThatTurnsOutToBeALinkIsForgotten() {
        network.setPort("device:s1/4", false);
        network.setPort("device:s1/4", true);
        receive(TRUNK, arp("10.0.0.1"));
        addLink();
        settle();
        provider.round();
        assertThat(hosts).isEmpty();
    }

    @Test
    void newPortIsNotBelievedWhileLinksAreStillBeingFound() {
        network.setPort("device:s1/1", false);
        network.setPort("device:s1/1", true);
        receive(EDGE, arp("10.0.0.1"));
        settle();
        addLink();
        provider.round();
        assertThat(hosts).as("a link was found just now: it may be another's turn").isEmpty();
        settle();
        provider.round();
        assertThat(addresses()).containsExactly("10.0.0.1");
    }

    @Test
    void hostHeardWhereALinkIsFoundLaterIsRemoved() {
        receive(TRUNK, arp("10.0.0.1"));
        assertThat(hosts).isNotEmpty();
        addLink();
        assertThat(hosts).isEmpty();
    }

    @Test
    void hostGoesWithItsPortAndIsAskedForWhenThePortIsBack() {
        receive(EDGE, arp("10.0.0.1"));
        network.setPort("device:s1/1", false);
        assertThat(hosts).isEmpty();
        network.takeSent("device:s1/1");
        provider.round();
        assertThat(network.takeSent("device:s1/1")).isEmpty();

        network.setPort("device:s1/1", true);
        provider.round();
        List<Ethernet> asked = network.takeSent("device:s1/1");
        assertThat(asked).hasSize(1);
        ARP question = (ARP) asked.get(0).getPayload();
        assertThat(question.getOpCode()).isEqualTo(ARP.OP_REQUEST);
        assertThat(Ip4Address.valueOf(question.getTargetProtocolAddress()))
                .isEqualTo(Ip4Address.valueOf("10.0.0.1"));

        // It was there before: no need to wait for the port to settle.
        receive(EDGE, arp("10.0.0.1"));
        assertThat(hosts).containsKey(HOST);
        provider.round();
        assertThat(network.takeSent("device:s1/1")).isEmpty();
    }

    @Test
    void hostThatAnotherNodeRemovedAfterItsPortWentIsAskedForByTheNextMaster() {
        receive(EDGE, arp("10.0.0.1"));
        network.setMaster("device:s1", false);
        network.setPort("device:s1/1", false);
        anotherNodeRemovesTheHost();
        becomeMasterAndExpectAQuestion();
    }

    @Test
    void hostWhoseRemovalIsHeardOfBeforeItsPortIsAskedForTooByTheNextMaster() {
        receive(EDGE, arp("10.0.0.1"));
        network.setMaster("device:s1", false);
        anotherNodeRemovesTheHost();
        network.setPort("device:s1/1", false);
        becomeMasterAndExpectAQuestion();
    }

    private void anotherNodeRemovesTheHost() {
        Host removed = hosts.remove(HOST);
        assertThat(removed).as("a standby leaves it to the master").isNotNull();
        hostListener.event(new HostEvent(HostEvent.Type.HOST_REMOVED, removed));
    }

    private void becomeMasterAndExpectAQuestion() {
        network.setPort("device:s1/1", true);
        for (int i = 0; i < 1000; i++) {
            provider.round();
        }
        assertThat(network.takeSent("device:s1/1")).as("of a standby").isEmpty();

        network.setMaster("device:s1", true);
        provider.round();
        assertThat(network.takeSent("device:s1/1")).hasSize(1);
    }

    @Test
    void hostThatAnotherNodeHasFoundIsNotAskedFor() {
        receive(EDGE, arp("10.0.0.1"));
        Host host = hosts.get(HOST);
        network.setPort("device:s1/1", false);
        hostListener.event(new HostEvent(HostEvent.Type.HOST_ADDED, host));
        network.setPort("device:s1/1", true);
        provider.round();
        assertThat(network.takeSent("device:s1/1")).isEmpty();
    }

    @Test
    void newMasterTakesAwayTheHostsOfAPortThatWentDownBefore() {
        receive(EDGE, arp("10.0.0.1"));
        network.setMaster("device:s1", false);
        network.setPort("device:s1/1", false);
        assertThat(hosts).containsKey(HOST);
        network.setMaster("device:s1", true);
        assertThat(hosts).isEmpty();
    }

    @Test
    void hostIsAskedForInIpv6Too() {
        receive(EDGE, solicitation("2001:db8::1"));
        network.setPort("device:s1/1", false);
        network.setPort("device:s1/1", true);
        provider.round();
        List<Ethernet> asked = network.takeSent("device:s1/1");
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).getDestinationMAC())
                .isEqualTo(MacAddress.valueOf("33:33:ff:00:00:01"));
    }

    @Test
    void hostOutlivesTheContactToItsDevice() {
        receive(EDGE, arp("10.0.0.1"));
        network.setAvailable("device:s1", false);
        network.setPort("device:s1/1", false);
        assertThat(hosts).as("what ONOS's core makes of a lost contact").containsKey(HOST);
        network.setAvailable("device:s1", true);
        assertThat(hosts).as("its port is down, as the device reports it now").isEmpty();
    }

    private static Host hostAt(ConnectPoint point) {
        return new DefaultHost(
                PROVIDER,
                HOST,
                MAC,
                VlanId.NONE,
                new HostLocation(point, 0),
                Set.of(IpAddress.valueOf("10.0.0.1")));
    }

    @Test
    void hostFromBeforeARestartGoesWithItsPort() {
        hosts.put(HOST, hostAt(EDGE));
        provider.start();
        network.setPort("device:s1/1", false);
        assertThat(hosts).isEmpty();
    }

    @Test
    void hostsFromBeforeARestartAreReadAgainIfTheStoreDidNotAnswer() {
        hosts.put(HOST, hostAt(EDGE));
        hostReadingsToFail = 1;
        provider.start();
        provider.round();
        network.setPort("device:s1/1", false);
        assertThat(hosts).isEmpty();
    }

    @Test
    void hostThatMovesWhileHostsAreReadGoesWithItsNewPort() {
        hosts.put(HOST, hostAt(EDGE));
        afterReading =
                () -> {
                    hosts.put(HOST, hostAt(OTHER_EDGE));
                    hostListener.event(
                            new HostEvent(HostEvent.Type.HOST_MOVED, hostAt(OTHER_EDGE)));
                };
        provider.start();
        network.setPort("device:s1/2", false);
        assertThat(hosts).isEmpty();
    }

    @Test
    void hostThatAnotherNodeHasFoundGoesWithThePortWhereItIs() {
        for (ConnectPoint point : List.of(EDGE, OTHER_EDGE)) {
            hosts.put(HOST, hostAt(point));
            hostListener.event(new HostEvent(HostEvent.Type.HOST_MOVED, hostAt(point)));
        }
        network.setPort("device:s1/1", false);
        assertThat(hosts).as("it has moved before").containsKey(HOST);
        network.setPort("device:s1/2", false);
        assertThat(hosts).isEmpty();
    }

    /** Each removal is a write to the cluster's store; ONOS's other listeners come afterwards. */
    @Test
    void anEventDoesNotWaitForTheRemovalOfHosts() {
        List<Runnable> later = new ArrayList<>();
        provider.storeTasks = later::add;
        receive(EDGE, arp("10.0.0.1"));
        network.setPort("device:s1/1", false);
        assertThat(hosts).containsKey(HOST);
        network.setPort("device:s1/1", true);
        later.forEach(Runnable::run);
        assertThat(hosts).isEmpty();
        provider.round();
        assertThat(network.takeSent("device:s1/1")).as("a question for it").hasSize(1);
    }

    @Test
    void askingEndsAtSomeTime() {
        receive(EDGE, arp("10.0.0.1"));
        network.setPort("device:s1/1", false);
        network.setPort("device:s1/1", true);
        for (int i = 0; i < 1000; i++) {
            provider.round();
        }
        assertThat(network.takeSent("device:s1/1")).hasSizeLessThan(100);
    }

    @Test
    void ownProbesAndAnswersForOthersAreNoHosts() {
        network.receive(EDGE, HostProbe.frame(HOST, Ip4Address.valueOf("10.0.0.9")).array());
        Ethernet proxied = arp("10.0.0.1");
        proxied.setSourceMACAddress("00:00:00:00:00:02");
        receive(EDGE, proxied);
        assertThat(hosts).isEmpty();
    }

    private void settle() {
        nowMs += HostLocationProvider.DEFAULT_SETTLE_MS;
    }

    private void receive(ConnectPoint point, Ethernet packet) {
        network.receive(point, packet.serialize());
    }

    private Set<String> addresses() {
        return hosts.get(HOST).ipAddresses().stream()
                .map(IpAddress::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void isAt(HostLocation location, ConnectPoint point) {
        assertThat(new ConnectPoint(location.deviceId(), location.port())).isEqualTo(point);
    }

    private void addLink() {
        Link link =
                DefaultLink.builder()
                        .providerId(PROVIDER)
                        .src(TRUNK)
                        .dst(ConnectPoint.deviceConnectPoint("device:s2/1"))
                        .type(Link.Type.DIRECT)
                        .build();
        links.add(link);
        linkListener.event(new LinkEvent(LinkEvent.Type.LINK_ADDED, link));
    }

    private static Ethernet arp(String address) {
        return ARP.buildArpRequest(
                MAC.toBytes(),
                Ip4Address.valueOf(address).toOctets(),
                Ip4Address.valueOf("10.0.0.250").toOctets(),
                VlanId.NO_VID);
    }

    private static Ethernet solicitation(String address) {
        return NeighborSolicitation.buildNdpSolicit(
                Ip6Address.valueOf("2001:db8::fa"),
                Ip6Address.valueOf(address),
                Ip6Address.valueOf("ff02::1:ff00:fa"),
                MAC,
                MacAddress.valueOf("33:33:ff:00:00:fa"),
                VlanId.NONE);
    }

    private static Ethernet ipv4(String address) {
        IPv4 ip = new IPv4();
        ip.setSourceAddress(address);
        ip.setDestinationAddress("10.0.0.250");
        ip.setTtl((byte) 64);
        Ethernet packet = new Ethernet();
        packet.setSourceMACAddress(MAC);
        packet.setDestinationMACAddress("00:00:00:00:00:fa");
        packet.setEtherType(Ethernet.TYPE_IPV4);
        packet.setPayload(ip);
        return packet;
    }

    private final class Links extends LinkServiceAdapter {
        @Override
        public Set<Link> getLinks(ConnectPoint point) {
            return links.stream()
                    .filter(l -> l.src().equals(point) || l.dst().equals(point))
                    .collect(Collectors.toSet());
        }

        @Override
        public void addListener(LinkListener listener) {
            linkListener = listener;
        }
    }

    private final class Hosts extends HostServiceAdapter {
        @Override
        public void addListener(HostListener listener) {
            hostListener = listener;
        }

        @Override
        public Host getHost(HostId id) {
            return hosts.get(id);
        }

        @Override
        public Iterable<Host> getHosts() {
            if (hostReadingsToFail > 0) {
                hostReadingsToFail--;
                throw new StorageException.Timeout();
            }
            List<Host> read = List.copyOf(hosts.values());
            afterReading.run();
            return read;
        }

        @Override
        public Set<Host> getConnectedHosts(ConnectPoint point) {
            throw new AssertionError("this reads all hosts from the cluster's store");
        }

        @Override
        public Set<Host> getConnectedHosts(DeviceId device) {
            throw new AssertionError("this reads all hosts from the cluster's store");
        }
    }

    private final class Registry implements HostProviderRegistry {
        @Override
        public HostProviderService register(HostProvider reporter) {
            return new Reports(reporter);
        }

        @Override
        public void unregister(HostProvider reporter) {
            // Nothing is kept about reporters.
        }

        @Override
        public Set<ProviderId> getProviders() {
            return Set.of();
        }
    }

    /** Host store that applies reports as ONOS's does. */
    private final class Reports extends AbstractProviderService<HostProvider>
            implements HostProviderService {
        private Reports(HostProvider reporter) {
            super(reporter);
        }

        @Override
        public void hostDetected(HostId id, HostDescription description, boolean replaceIps) {
            Set<IpAddress> addresses = new HashSet<>(description.ipAddress());
            if (!replaceIps && hosts.containsKey(id)) {
                addresses.addAll(hosts.get(id).ipAddresses());
            }
            hosts.put(
                    id,
                    new DefaultHost(
                            PROVIDER,
                            id,
                            description.hwAddress(),
                            description.vlan(),
                            description.location(),
                            addresses));
        }

        @Override
        public void hostVanished(HostId id) {
            hosts.remove(id);
        }

        @Override
        public void removeIpFromHost(HostId id, IpAddress address) {
            throw new AssertionError("not this provider's business");
        }

        @Override
        public void removeLocationFromHost(HostId id, HostLocation location) {
            throw new AssertionError("these hosts have one location");
        }
    }
}
