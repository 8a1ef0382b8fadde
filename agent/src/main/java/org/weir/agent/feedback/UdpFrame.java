// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.weir.wire.packet.InternetChecksum;

/**
 * Headers of a UDP datagram that is whole: no fragment, and without IPv4 options.
 *
 * @param frame the frame from its Ethernet header on
 * @param udp place of the UDP header in it
 * @param udpBytes UDP's length, which IP's length agrees with
 * @param source IP source address
 * @param destination IP destination address
 * @param trafficClass DSCP and ECN field, 0 to 255
 * @param hopLimit TTL or hop limit, 0 to 255
 */
public record UdpFrame(
        byte[] frame,
        int udp,
        int udpBytes,
        InetAddress source,
        InetAddress destination,
        int trafficClass,
        int hopLimit) {
    /** Length of UDP's header. */
    public static final int HEADER_BYTES = 8;

    /** ECN field "congestion experienced", in the low bits of {@link #trafficClass}. */
    public static final int CONGESTION_EXPERIENCED = 3;

    private static final int ETHER_TYPE = 12;
    private static final int IP = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int FRAGMENT = 0x3fff;

    /**
     * Reads a frame, whatever it holds.
     *
     * @param buffer holds the frame's first bytes
     * @param length of the frame, bytes; what the buffer does not hold is not looked at
     * @return empty if it is no such datagram
     */
    public static Optional<UdpFrame> read(byte[] buffer, int length) {
        byte[] frame = Arrays.copyOf(buffer, Math.min(length, buffer.length));
        if (frame.length < IP + IPV4_BYTES + HEADER_BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(frame);
        switch (fields.getShort(ETHER_TYPE) & 0xffff) {
            case IPV4:
                return ipv4(frame, fields);
            case IPV6:
                return ipv6(frame, fields);
            default:
                return Optional.empty();
        }
    }

    private static Optional<UdpFrame> ipv4(byte[] frame, ByteBuffer fields) {
        int udp = IP + IPV4_BYTES;
        int udpBytes = fields.getShort(udp + 4) & 0xffff;
        if (fields.get(IP) != 0x45
                || (fields.getShort(IP + 2) & 0xffff) != IPV4_BYTES + udpBytes
                || (fields.getShort(IP + 6) & FRAGMENT) != 0
                || fields.get(IP + 9) != FlowKey.UDP
                || udpBytes < HEADER_BYTES) {
            return Optional.empty();
        }
        return Optional.of(
                new UdpFrame(
                        frame,
                        udp,
                        udpBytes,
                        address(frame, IP + 12, 4),
                        address(frame, IP + 16, 4),
                        fields.get(IP + 1) & 0xff,
                        fields.get(IP + 8) & 0xff));
    }

    private static Optional<UdpFrame> ipv6(byte[] frame, ByteBuffer fields) {
        int udp = IP + IPV6_BYTES;
        if (frame.length < udp + HEADER_BYTES
                || (fields.get(IP) & 0xf0) != 0x60
                || fields.get(IP + 6) != FlowKey.UDP) {
            return Optional.empty();
        }
        int udpBytes = fields.getShort(udp + 4) & 0xffff;
        if ((fields.getShort(IP + 4) & 0xffff) != udpBytes || udpBytes < HEADER_BYTES) {
            return Optional.empty();
        }
        return Optional.of(
                new UdpFrame(
                        frame,
                        udp,
                        udpBytes,
                        address(frame, IP + 8, 16),
                        address(frame, IP + 24, 16),
                        fields.getShort(IP) >> 4 & 0xff,
                        fields.get(IP + 7) & 0xff));
    }

    private static InetAddress address(byte[] frame, int offset, int length) {
        byte[] bytes = Arrays.copyOfRange(frame, offset, offset + length);
        try {
            // A mapped address stays one of IPv6: it is none of an interface's.
            return length == 16
                    ? Inet6Address.getByAddress(null, bytes, -1)
                    : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** True if the frame holds a payload of so many bytes that begins with a magic number. */
    public boolean carries(int bytes, int magic) {
        return udpBytes == HEADER_BYTES + bytes
                && frame.length >= payload() + bytes
                && ByteBuffer.wrap(frame).getInt(payload()) == magic;
    }

    /** True if the checksums of IPv4 and UDP are right; the frame must hold the whole datagram. */
    public boolean isIntact() {
        boolean ipv4 = source.getAddress().length == 4;
        if (ipv4 && InternetChecksum.ipv4Residue(frame) != 0) {
            return false;
        }
        boolean withoutChecksum = ByteBuffer.wrap(frame).getShort(udp + 6) == 0;
        return ipv4 && withoutChecksum || InternetChecksum.transportResidue(frame) == 0;
    }

    /** Place of the payload in the frame. */
    public int payload() {
        return udp + HEADER_BYTES;
    }

    /** ECN field. */
    public int ecn() {
        return trafficClass & CONGESTION_EXPERIENCED;
    }

    private int sourcePort() {
        return ByteBuffer.wrap(frame).getShort(udp) & 0xffff;
    }

    private int destinationPort() {
        return ByteBuffer.wrap(frame).getShort(udp + 2) & 0xffff;
    }

    /** The flow of this host that an answer in this datagram is about: its ends are swapped. */
    public FlowKey answeredFlow(int protocol) {
        return new FlowKey(destination, source, protocol, destinationPort(), sourcePort());
    }
}
