// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * An ARP packet for IPv4 over Ethernet (RFC 826).
 *
 * @param request true for a question, false for an answer
 * @param senderMac Ethernet address of {@code senderIp}
 * @param senderIp the sender's IPv4 address
 * @param targetMac zero in a question
 * @param targetIp the address asked for, or the asker's
 */
public record ArpPacket(
        boolean request,
        MacAddress senderMac,
        IpAddress senderIp,
        MacAddress targetMac,
        IpAddress targetIp) {
    /** EtherType of ARP. */
    public static final int ETHER_TYPE = 0x0806;

    private static final int FRAME_BYTES = 60;
    private static final int USED_BYTES = 42;

    /** An unasked announcement of one's own address, as Linux sends with arp_notify. */
    public static ArpPacket gratuitous(MacAddress mac, IpAddress ip) {
        return new ArpPacket(true, mac, ip, MacAddress.ZERO, ip);
    }

    /** The Ethernet frame, padded to the least length that Ethernet allows. */
    public byte[] toFrame(MacAddress destination) {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
        EthernetHeader.write(frame, destination, senderMac, ETHER_TYPE);
        frame.putShort((short) 1).putShort((short) Ipv4.ETHER_TYPE);
        frame.put((byte) 6).put((byte) 4).putShort((short) (request ? 1 : 2));
        EthernetHeader.writeMac(frame, senderMac);
        frame.put(senderIp.bytes());
        EthernetHeader.writeMac(frame, targetMac);
        frame.put(targetIp.bytes());
        return frame.array();
    }

    /** Reads a frame; empty when it is not ARP for IPv4 over Ethernet. */
    public static Optional<ArpPacket> parse(byte[] bytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        if (bytes.length < USED_BYTES
                || EthernetHeader.etherType(bytes) != ETHER_TYPE
                || frame.getInt(14) != (1 << 16 | Ipv4.ETHER_TYPE)
                || frame.getShort(18) != 0x0604) {
            return Optional.empty();
        }
        int operation = frame.getShort(20);
        if (operation != 1 && operation != 2) {
            return Optional.empty();
        }
        return Optional.of(
                new ArpPacket(
                        operation == 1,
                        EthernetHeader.readMac(bytes, 22),
                        IpAddress.of(bytes, 28, 4),
                        EthernetHeader.readMac(bytes, 32),
                        IpAddress.of(bytes, 38, 4)));
    }
}
