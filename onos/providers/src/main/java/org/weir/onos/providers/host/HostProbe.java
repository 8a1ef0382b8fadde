// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.nio.ByteBuffer;
import org.onlab.packet.ARP;
import org.onlab.packet.Ethernet;
import org.onlab.packet.ICMP6;
import org.onlab.packet.IPv6;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onlab.packet.ndp.NeighborSolicitation;
import org.onosproject.net.HostId;

/**
 * The question "who has this address?" in a form that its owner answers and all others ignore: an
 * ARP probe (RFC 5227) or a neighbour solicitation for duplicate address detection (RFC 4862),
 * neither of which gives a sender's address.
 */
final class HostProbe {
    /** The controller's address on the hosts' links; locally administered. */
    static final MacAddress SOURCE = MacAddress.valueOf("02:57:45:49:52:01");

    private static final byte[] UNSPECIFIED_IPV4 = new byte[4];
    private static final byte[] UNSPECIFIED_IPV6 = new byte[16];

    private HostProbe() {}

    static ByteBuffer frame(HostId host, IpAddress address) {
        Ethernet ethernet = new Ethernet();
        ethernet.setSourceMACAddress(SOURCE);
        if (!host.vlanId().equals(VlanId.NONE)) {
            ethernet.setVlanID(host.vlanId().toShort());
        }
        if (address.isIp4()) {
            ethernet.setDestinationMACAddress(MacAddress.BROADCAST);
            ethernet.setEtherType(Ethernet.TYPE_ARP);
            ethernet.setPayload(arp(address));
        } else {
            byte[] group = IPv6.getSolicitNodeAddress(address.toOctets());
            ethernet.setDestinationMACAddress(IPv6.getMCastMacAddress(group));
            ethernet.setEtherType(Ethernet.TYPE_IPV6);
            ethernet.setPayload(neighborSolicitation(address, group));
        }
        ethernet.setPad(true);
        return ByteBuffer.wrap(ethernet.serialize());
    }

    private static ARP arp(IpAddress address) {
        return new ARP()
                .setHardwareType(ARP.HW_TYPE_ETHERNET)
                .setProtocolType(ARP.PROTO_TYPE_IP)
                .setHardwareAddressLength((byte) MacAddress.MAC_ADDRESS_LENGTH)
                .setProtocolAddressLength((byte) UNSPECIFIED_IPV4.length)
                .setOpCode(ARP.OP_REQUEST)
                .setSenderHardwareAddress(SOURCE.toBytes())
                .setSenderProtocolAddress(UNSPECIFIED_IPV4)
                .setTargetHardwareAddress(MacAddress.ZERO.toBytes())
                .setTargetProtocolAddress(address.toOctets());
    }

    private static IPv6 neighborSolicitation(IpAddress address, byte[] group) {
        NeighborSolicitation solicitation = new NeighborSolicitation();
        solicitation.setTargetAddress(address.toOctets());
        ICMP6 icmp = new ICMP6();
        icmp.setIcmpType(ICMP6.NEIGHBOR_SOLICITATION);
        icmp.setIcmpCode((byte) 0);
        icmp.setPayload(solicitation);
        IPv6 ip = new IPv6();
        ip.setSourceAddress(UNSPECIFIED_IPV6);
        ip.setDestinationAddress(group);
        ip.setNextHeader(IPv6.PROTOCOL_ICMP6);
        // Neighbour discovery is only taken from the link itself, which 255 proves.
        ip.setHopLimit((byte) 255);
        ip.setPayload(icmp);
        return ip;
    }
}
