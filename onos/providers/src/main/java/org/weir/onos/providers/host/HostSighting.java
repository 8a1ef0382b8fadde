// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.onlab.packet.ARP;
import org.onlab.packet.Ethernet;
import org.onlab.packet.ICMP6;
import org.onlab.packet.IPv4;
import org.onlab.packet.IPv6;
import org.onlab.packet.Ip4Address;
import org.onlab.packet.Ip6Address;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onlab.packet.ndp.NeighborAdvertisement;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.HostId;

/** Host, place and address that one packet shows of its sender. */
final class HostSighting {
    private final HostId host;
    private final ConnectPoint point;
    private final IpAddress address;
    private final boolean claimed;

    private HostSighting(HostId host, ConnectPoint point, IpAddress address, boolean claimed) {
        this.host = host;
        this.point = point;
        this.address = address;
        this.claimed = claimed;
    }

    HostId host() {
        return host;
    }

    ConnectPoint point() {
        return point;
    }

    /** The sender's address, if the packet gives one that can be a host's. */
    Optional<IpAddress> address() {
        return Optional.ofNullable(address);
    }

    /**
     * Whether the sender said that the address is its own (ARP, neighbour discovery). The source of
     * any other packet may as well be behind the sender, which then is a router.
     */
    boolean isAddressClaimed() {
        return claimed;
    }

    /** Reads a packet that came in at a point; empty if its sender is not a host. */
    static Optional<HostSighting> of(Ethernet packet, ConnectPoint point) {
        MacAddress source = packet.getSourceMAC();
        if (source == null
                || source.isMulticast()
                || source.isBroadcast()
                || source.equals(MacAddress.ZERO)
                || source.equals(HostProbe.SOURCE)) {
            return Optional.empty();
        }
        HostId host = HostId.hostId(source, vlan(packet.getVlanID()));
        if (packet.getPayload() instanceof ARP) {
            return ofArp((ARP) packet.getPayload(), source, host, point);
        }
        if (packet.getPayload() instanceof IPv6) {
            return Optional.of(ofIpv6((IPv6) packet.getPayload(), host, point));
        }
        if (packet.getPayload() instanceof IPv4) {
            int address = ((IPv4) packet.getPayload()).getSourceAddress();
            return Optional.of(
                    new HostSighting(host, point, usable(Ip4Address.valueOf(address)), false));
        }
        return Optional.empty();
    }

    /** A tag with VLAN 0 carries a priority and no VLAN (IEEE 802.1Q). */
    private static VlanId vlan(short id) {
        return id == Ethernet.VLAN_UNTAGGED || id == VlanId.NO_VID
                ? VlanId.NONE
                : VlanId.vlanId(id);
    }

    private static Optional<HostSighting> ofArp(
            ARP arp, MacAddress source, HostId host, ConnectPoint point) {
        // Somebody answering on behalf of another says nothing about where that other one is.
        if (arp.getProtocolType() != ARP.PROTO_TYPE_IP
                || !Arrays.equals(arp.getSenderHardwareAddress(), source.toBytes())) {
            return Optional.empty();
        }
        IpAddress address = usable(Ip4Address.valueOf(arp.getSenderProtocolAddress()));
        return Optional.of(new HostSighting(host, point, address, true));
    }

    private static HostSighting ofIpv6(IPv6 ip, HostId host, ConnectPoint point) {
        byte[] address = ip.getSourceAddress();
        boolean claimed = false;
        if (ip.getPayload() instanceof ICMP6) {
            ICMP6 icmp = (ICMP6) ip.getPayload();
            switch (icmp.getIcmpType()) {
                case ICMP6.NEIGHBOR_ADVERTISEMENT:
                    claimed = true;
                    if (icmp.getPayload() instanceof NeighborAdvertisement) {
                        address = ((NeighborAdvertisement) icmp.getPayload()).getTargetAddress();
                    }
                    break;
                case ICMP6.NEIGHBOR_SOLICITATION:
                case ICMP6.ROUTER_SOLICITATION:
                    claimed = true;
                    break;
                default:
                    // Traffic like any other.
                    break;
            }
        }
        return new HostSighting(host, point, usable(Ip6Address.valueOf(address)), claimed);
    }

    private static IpAddress usable(IpAddress address) {
        return address.isZero() || address.isMulticast() || address.isSelfAssigned()
                ? null
                : address;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof HostSighting)) {
            return false;
        }
        HostSighting that = (HostSighting) other;
        return host.equals(that.host)
                && point.equals(that.point)
                && claimed == that.claimed
                && Objects.equals(address, that.address);
    }

    @Override
    public int hashCode() {
        return Objects.hash(host, point, address, claimed);
    }

    @Override
    public String toString() {
        return host + " at " + point + (address == null ? "" : " as " + address);
    }
}
