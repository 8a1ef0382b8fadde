// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketServiceAdapter;
import org.onosproject.net.provider.ProviderId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.control.policy.IpPrefix;

/**
 * Hosts at port 1 may use 10.0.0.2 and 2001:db8::/32, those at port 7 10.0.0.5, those at others
 * every address.
 */
class AddressGuardTest {
    private static final MacAddress HOST = MacAddress.valueOf("00:00:00:00:00:02");
    private static final MacAddress OTHER = MacAddress.valueOf("00:00:00:00:00:05");
    private static final Ip4Address TARGET = Ip4Address.valueOf("10.0.0.1");
    private static final Ip6Address TARGET_6 = Ip6Address.valueOf("2001:db8::1");

    private final AlertBoard alerts = new AlertBoard();
    private final Map<HostId, Host> known = new HashMap<>();
    private final Map<Long, List<IpPrefix>> sources =
            Map.of(
                    1L,
                    List.of(IpPrefix.parse("10.0.0.2"), IpPrefix.parse("2001:db8::/32")),
                    7L,
                    List.of(IpPrefix.parse("10.0.0.5")));
    private long nowMs = 1000;
    private final AddressGuard guard =
            new AddressGuard(
                    new PacketServiceAdapter(),
                    point -> Optional.ofNullable(sources.get(point.port().toLong())),
                    id -> known.get(id),
                    alerts,
                    () -> nowMs);

    /** Lets a frame come in by a port; true if nobody else is to see it. */
    private boolean isDiscarded(Ethernet frame, long port) {
        PacketContext context =
                new DefaultPacketContext(
                        0,
                        new DefaultInboundPacket(
                                ConnectPoint.deviceConnectPoint("device:s1/" + port),
                                frame,
                                ByteBuffer.wrap(frame.serialize())),
                        null,
                        false) {
                    @Override
                    public void send() {
                        throw new AssertionError("the guard sends nothing");
                    }
                };
        guard.process(context);
        return context.isHandled();
    }

    private static Ethernet request(String sender) {
        return ARP.buildArpRequest(
                HOST.toBytes(),
                Ip4Address.valueOf(sender).toOctets(),
                TARGET.toOctets(),
                VlanId.NO_VID);
    }

    private static Ethernet reply(String sender) {
        return ARP.buildArpReply(Ip4Address.valueOf(sender), HOST, request("10.0.0.2"));
    }

    private static Ethernet solicitation(String source) throws DeserializationException {
        byte[] group = IPv6.getSolicitNodeAddress(TARGET_6.toOctets());
        byte[] bytes =
                NeighborSolicitation.buildNdpSolicit(
                                TARGET_6,
                                Ip6Address.valueOf(source),
                                Ip6Address.valueOf(group),
                                HOST,
                                MacAddress.valueOf(IPv6.getMCastMacAddress(group)),
                                VlanId.NONE)
                        .serialize();
        return Ethernet.deserializer().deserialize(bytes, 0, bytes.length);
    }

    private static Ethernet advertisement(String address) throws DeserializationException {
        Ethernet question = solicitation("2001:db8::2");
        byte[] bytes =
                NeighborAdvertisement.buildNdpAdv(Ip6Address.valueOf(address), OTHER, question)
                        .serialize();
        return Ethernet.deserializer().deserialize(bytes, 0, bytes.length);
    }

    @Test
    void aHostClaimsPermittedAddressesOnly() throws DeserializationException {
        for (String permitted : List.of("10.0.0.2", "0.0.0.0")) {
            assertThat(isDiscarded(request(permitted), 1)).as(permitted).isFalse();
        }
        assertThat(isDiscarded(reply("10.0.0.2"), 1)).isFalse();
        for (String permitted : List.of("2001:db8::7", "fe80::2", "::")) {
            assertThat(isDiscarded(solicitation(permitted), 1)).as(permitted).isFalse();
        }
        assertThat(isDiscarded(advertisement("2001:db8::2"), 1)).isFalse();

        assertThat(isDiscarded(request("10.0.0.5"), 1)).isTrue();
        assertThat(isDiscarded(reply("10.0.0.5"), 1)).isTrue();
        assertThat(isDiscarded(solicitation("fd00::5"), 1)).isTrue();
        assertThat(isDiscarded(advertisement("fd00::5"), 1)).isTrue();
    }

    @Test
    void aPortWithoutSourcesIsNotChecked() throws DeserializationException {
        assertThat(isDiscarded(request("10.0.0.5"), 2)).isFalse();
        assertThat(isDiscarded(advertisement("fd00::5"), 2)).isFalse();
    }

    private void know(MacAddress mac, VlanId vlan, String point, String... addresses) {
        HostId id = HostId.hostId(mac, vlan);
        known.put(
                id,
                new DefaultHost(
                        ProviderId.NONE,
                        id,
                        mac,
                        vlan,
                        new HostLocation(ConnectPoint.deviceConnectPoint(point), 0),
                        Stream.of(addresses).map(IpAddress::valueOf).collect(Collectors.toSet())));
    }

    /** Otherwise ONOS moves the other host to the port, with all its addresses. */
    @Test
    void aHostDoesNotTakeTheEthernetAddressOfAnother() throws DeserializationException {
        List<Ethernet> frames =
                List.of(
                        request("10.0.0.2"),
                        request("0.0.0.0"),
                        reply("10.0.0.2"),
                        solicitation("::"),
                        solicitation("2001:db8::7"));
        know(HOST, VlanId.NONE, "device:s2/7", "10.0.0.5", "fe80::2");
        for (Ethernet frame : frames) {
            assertThat(isDiscarded(frame, 1)).as(frame.toString()).isTrue();
            assertThat(isDiscarded(frame, 2)).as("no sources: " + frame).isFalse();
        }
        guard.update();
        assertThat(alerts.all())
                .extracting(Alert::text)
                .singleElement()
                .asString()
                .contains(
                        HOST.toString(),
                        "device:s2/7",
                        "10.0.0.5",
                        "host-remove " + HOST + "/None");

        know(HOST, VlanId.NONE, "device:s2/7", "10.0.0.2", "fe80::2");
        for (Ethernet frame : frames) {
            assertThat(isDiscarded(frame, 1)).as("a host that moves: " + frame).isFalse();
        }
        know(HOST, VlanId.NONE, "device:s2/7", "10.0.0.9");
        for (Ethernet frame : frames) {
            assertThat(isDiscarded(frame, 1)).as("no right to protect: " + frame).isFalse();
        }
        know(HOST, VlanId.NONE, "device:s1/1", "10.0.0.2", "10.0.0.9");
        for (Ethernet frame : frames) {
            assertThat(isDiscarded(frame, 1)).as("its own port: " + frame).isFalse();
        }
    }

    /**
     * ONOS puts the victim of one forged frame at the forger's port. If that has no sources, the
     * frames of the victim itself bring it back.
     */
    @Test
    void aPortWithoutSourcesHoldsNoHost() {
        know(HOST, VlanId.NONE, "device:s1/2", "10.0.0.2", "10.0.0.66");
        assertThat(isDiscarded(request("10.0.0.2"), 1)).as("the victim").isFalse();
        know(HOST, VlanId.NONE, "device:s1/2", "10.0.0.77");
        assertThat(isDiscarded(request("10.0.0.2"), 1)).as("a host with a new lease").isFalse();
    }

    @Test
    void hostsOfOtherVlansAreOtherHosts() {
        know(HOST, VlanId.vlanId((short) 7), "device:s2/7", "10.0.0.5");
        assertThat(isDiscarded(request("10.0.0.2"), 1)).isFalse();
        Ethernet tagged = request("10.0.0.2");
        tagged.setVlanID((short) 7);
        assertThat(isDiscarded(tagged, 1)).isTrue();
    }

    @Test
    void anAlertNamesThePortForAMinute() {
        isDiscarded(request("10.0.0.5"), 1);
        guard.update();
        String text = alerts.all().get(0).text();
        isDiscarded(request("10.0.0.6"), 1);
        guard.update();
        assertThat(alerts.all().get(0).text()).as("no new line in the log").isEqualTo(text);
        assertThat(alerts.all())
                .extracting(Alert::toString)
                .singleElement()
                .asString()
                .contains("device:s1/1", "10.0.0.5", "edge.sources");
        nowMs += 60_001;
        guard.update();
        assertThat(alerts.all()).isEmpty();
    }
}
