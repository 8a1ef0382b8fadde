// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.weir.wire.packet.InternetChecksum;

/**
 * A UDP datagram in an IPv4 or IPv6 packet in an Ethernet frame.
 *
 * @param destinationMac Ethernet address of the next hop
 * @param sourceMac Ethernet address of the node that sent the frame
 * @param source IP address of the sender
 * @param destination IP address of the receiver, of the same version
 * @param dscp differentiated services code point, 0 to 63
 * @param ecn 0 not ECN-capable, 1 ECT(1), 2 ECT(0), 3 congestion experienced
 * @param hopLimit IPv4 time to live or IPv6 hop limit
 * @param sourcePort 0 to 65535
 * @param destinationPort 0 to 65535
 * @param payload payload of the datagram
 */
public record UdpPacket(
        MacAddress destinationMac,
        MacAddress sourceMac,
        IpAddress source,
        IpAddress destination,
        int dscp,
        int ecn,
        int hopLimit,
        int sourcePort,
        int destinationPort,
        byte[] payload) {
    /** The protocol number of UDP. */
    public static final int PROTOCOL = 17;

    private static final int UDP_HEADER_BYTES = 8;
    private static final int CHECKSUM_OFFSET = 6;

    /** Bytes in front of the payload, Ethernet header included. */
    public static int headerBytes(boolean ipv4) {
        return EthernetHeader.BYTES
                + (ipv4 ? Ipv4.HEADER_BYTES : Ipv6.HEADER_BYTES)
                + UDP_HEADER_BYTES;
    }

    /** The frame with every length and checksum filled in; not padded. */
    public byte[] toFrame() {
        boolean ipv4 = source.isIpv4();
        int udpBytes = UDP_HEADER_BYTES + payload.length;
        int udpOffset = headerBytes(ipv4) - UDP_HEADER_BYTES;
        byte[] bytes = new byte[udpOffset + udpBytes];
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        int trafficClass = dscp << 2 | ecn;
        if (ipv4) {
            EthernetHeader.write(frame, destinationMac, sourceMac, Ipv4.ETHER_TYPE);
            frame.put((byte) 0x45).put((byte) trafficClass);
            frame.putShort((short) (Ipv4.HEADER_BYTES + udpBytes));
            // Identification 0 and don't-fragment: RFC 6864 for packets that never fragment.
            frame.putShort((short) 0).putShort((short) 0x4000);
            frame.put((byte) hopLimit).put((byte) PROTOCOL).putShort((short) 0);
            frame.put(source.bytes()).put(destination.bytes());
            long sum = InternetChecksum.add(0, bytes, EthernetHeader.BYTES, Ipv4.HEADER_BYTES);
            frame.putShort(EthernetHeader.BYTES + 10, (short) InternetChecksum.of(sum));
        } else {
            EthernetHeader.write(frame, destinationMac, sourceMac, Ipv6.ETHER_TYPE);
            Ipv6.write(frame, trafficClass, udpBytes, PROTOCOL, hopLimit, source, destination);
        }
        frame.putShort((short) sourcePort).putShort((short) destinationPort);
        frame.putShort((short) udpBytes).putShort((short) 0).put(payload);
        int checksum = InternetChecksum.of(udpSum(bytes, udpOffset, udpBytes, ipv4));
        // A computed zero is sent as all ones: zero means "none" in UDP.
        frame.putShort(udpOffset + CHECKSUM_OFFSET, (short) InternetChecksum.sent(checksum));
        return bytes;
    }

    /**
     * Changes 64-bit words of a frame that {@link #toFrame} made, and its UDP checksum by the
     * difference, as RFC 1624 does.
     *
     * @param frame with a right checksum
     * @param payloadOffset of the first word in the payload, even
     * @param words the words to write, one after the other
     */
    public static void rewrite(byte[] frame, int payloadOffset, long... words) {
        int payload = headerBytes(EthernetHeader.etherType(frame) == Ipv4.ETHER_TYPE);
        int checksumOffset = payload - UDP_HEADER_BYTES + CHECKSUM_OFFSET;
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        long sum = ~bytes.getShort(checksumOffset) & 0xffff;
        int at = payload + payloadOffset;
        for (long word : words) {
            sum += InternetChecksum.ofWord(~bytes.getLong(at)) + InternetChecksum.ofWord(word);
            bytes.putLong(at, word);
            at += Long.BYTES;
        }
        int checksum = InternetChecksum.of(sum);
        bytes.putShort(checksumOffset, (short) InternetChecksum.sent(checksum));
    }

    /**
     * Reads a frame. Empty when it is not an unfragmented UDP datagram, is cut short, or a checksum
     * is wrong.
     */
    public static Optional<UdpPacket> parse(byte[] bytes) {
        return parse(bytes, Integer.MAX_VALUE);
    }

    /**
     * Reads a frame like {@link #parse(byte[])}, but copies only the front of its payload.
     *
     * @param payloadBytes bytes of the payload to copy at most
     */
    public static Optional<UdpPacket> parse(byte[] bytes, int payloadBytes) {
        if (bytes.length < EthernetHeader.BYTES) {
            return Optional.empty();
        }
        int etherType = EthernetHeader.etherType(bytes);
        boolean ipv4 = etherType == Ipv4.ETHER_TYPE;
        if (!ipv4 && etherType != Ipv6.ETHER_TYPE || bytes.length < headerBytes(ipv4)) {
            return Optional.empty();
        }
        return ipv4 ? parseIpv4(bytes, payloadBytes) : parseIpv6(bytes, payloadBytes);
    }

    private static Optional<UdpPacket> parseIpv4(byte[] bytes, int mostBytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        int headerBytes = (bytes[14] & 0x0f) * 4;
        int udpOffset = EthernetHeader.BYTES + headerBytes;
        int totalBytes = frame.getShort(16) & 0xffff;
        boolean fragment = (frame.getShort(20) & 0x3fff) != 0;
        if ((bytes[14] & 0xf0) != 0x40
                || headerBytes < Ipv4.HEADER_BYTES
                || fragment
                || bytes[23] != PROTOCOL
                || totalBytes < headerBytes + UDP_HEADER_BYTES
                || EthernetHeader.BYTES + totalBytes > bytes.length) {
            return Optional.empty();
        }
        long headerSum = InternetChecksum.add(0, bytes, EthernetHeader.BYTES, headerBytes);
        if (InternetChecksum.fold(headerSum) != 0xffff) {
            return Optional.empty();
        }
        return parseUdp(
                bytes,
                udpOffset,
                true,
                bytes[15] & 0xff,
                bytes[22] & 0xff,
                totalBytes - headerBytes,
                mostBytes);
    }

    private static Optional<UdpPacket> parseIpv6(byte[] bytes, int mostBytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        int payloadBytes = frame.getShort(18) & 0xffff;
        int udpOffset = EthernetHeader.BYTES + Ipv6.HEADER_BYTES;
        if ((bytes[14] & 0xf0) != 0x60
                || bytes[20] != PROTOCOL
                || payloadBytes < UDP_HEADER_BYTES
                || udpOffset + payloadBytes > bytes.length) {
            return Optional.empty();
        }
        int trafficClass = frame.getInt(14) >>> 20 & 0xff;
        return parseUdp(
                bytes, udpOffset, false, trafficClass, bytes[21] & 0xff, payloadBytes, mostBytes);
    }

    private static Optional<UdpPacket> parseUdp(
            byte[] bytes,
            int udpOffset,
            boolean ipv4,
            int trafficClass,
            int hopLimit,
            int availableBytes,
            int mostBytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        int udpBytes = frame.getShort(udpOffset + 4) & 0xffff;
        if (udpBytes < UDP_HEADER_BYTES || udpBytes > availableBytes) {
            return Optional.empty();
        }
        boolean unchecked = ipv4 && frame.getShort(udpOffset + CHECKSUM_OFFSET) == 0;
        if (!unchecked
                && InternetChecksum.fold(udpSum(bytes, udpOffset, udpBytes, ipv4)) != 0xffff) {
            return Optional.empty();
        }
        byte[] payload = new byte[Math.min(udpBytes - UDP_HEADER_BYTES, mostBytes)];
        frame.get(udpOffset + UDP_HEADER_BYTES, payload);
        int addressOffset = EthernetHeader.BYTES + (ipv4 ? 12 : 8);
        int addressBytes = ipv4 ? 4 : 16;
        return Optional.of(
                new UdpPacket(
                        EthernetHeader.readMac(bytes, 0),
                        EthernetHeader.readMac(bytes, 6),
                        IpAddress.of(bytes, addressOffset, addressBytes),
                        IpAddress.of(bytes, addressOffset + addressBytes, addressBytes),
                        trafficClass >>> 2,
                        trafficClass & 3,
                        hopLimit,
                        frame.getShort(udpOffset) & 0xffff,
                        frame.getShort(udpOffset + 2) & 0xffff,
                        payload));
    }

    private static long udpSum(byte[] bytes, int udpOffset, int udpBytes, boolean ipv4) {
        long sum;
        if (ipv4) {
            sum = InternetChecksum.add(PROTOCOL + udpBytes, bytes, EthernetHeader.BYTES + 12, 8);
        } else {
            sum = Ipv6.pseudoHeaderSum(bytes, udpBytes, PROTOCOL);
        }
        return InternetChecksum.add(sum, bytes, udpOffset, udpBytes);
    }
}
