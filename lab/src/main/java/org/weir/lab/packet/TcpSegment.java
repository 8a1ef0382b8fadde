// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.weir.wire.packet.FrameBuilder;
import org.weir.wire.packet.InternetChecksum;

/**
 * TCP segment of an IPv4 or IPv6 packet in an Ethernet frame, as its receiver reads it. The payload
 * stays in the frame.
 *
 * @param sourceMac Ethernet address of the node that sent the frame
 * @param source IP address of the sender
 * @param destination IP address of the receiver, of the same version
 * @param dscp differentiated services code point, 0 to 63
 * @param ecn 0 not ECN-capable, 1 ECT(1), 2 ECT(0), 3 congestion experienced
 * @param sourcePort 0 to 65535
 * @param destinationPort 0 to 65535
 * @param sequence number of the first byte, 32 bits
 * @param acknowledgement number of the next byte expected, 32 bits
 * @param flags nine bits, of {@link TcpFlags}
 * @param window as in the header, without the window scale
 * @param options options that the lab's TCP knows
 * @param frame the frame
 * @param payloadAt offset of the payload in the frame
 * @param payloadBytes length of the payload
 */
public record TcpSegment(
        MacAddress sourceMac,
        IpAddress source,
        IpAddress destination,
        int dscp,
        int ecn,
        int sourcePort,
        int destinationPort,
        int sequence,
        int acknowledgement,
        int flags,
        int window,
        TcpOptions options,
        byte[] frame,
        int payloadAt,
        int payloadBytes) {
    /** Length of a header without options. */
    public static final int HEADER_BYTES = 20;

    private static final int FLAG_BITS = 0x1ff;

    /** Bytes in front of the payload, Ethernet header included. */
    public static int headerBytes(boolean ipv4, int optionBytes) {
        return EthernetHeader.BYTES
                + (ipv4 ? Ipv4.HEADER_BYTES : Ipv6.HEADER_BYTES)
                + HEADER_BYTES
                + optionBytes;
    }

    /** Whether all of some flags are set. */
    public boolean has(int wanted) {
        return (flags & wanted) == wanted;
    }

    /**
     * Reads a frame. Empty when it is not an unfragmented TCP segment, is cut short, or a checksum
     * is wrong.
     */
    public static Optional<TcpSegment> parse(byte[] frame) {
        if (frame.length < EthernetHeader.BYTES) {
            return Optional.empty();
        }
        int etherType = EthernetHeader.etherType(frame);
        if (etherType == Ipv4.ETHER_TYPE) {
            return parseIpv4(frame);
        }
        return etherType == Ipv6.ETHER_TYPE ? parseIpv6(frame) : Optional.empty();
    }

    private static Optional<TcpSegment> parseIpv4(byte[] frame) {
        if (frame.length < EthernetHeader.BYTES + Ipv4.HEADER_BYTES + HEADER_BYTES
                || frame[23] != FrameBuilder.TCP
                || (frame[14] & 0xf0) != 0x40) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        int ipBytes = (frame[14] & 0x0f) * 4;
        int totalBytes = bytes.getShort(16) & 0xffff;
        boolean fragment = (bytes.getShort(20) & 0x3fff) != 0;
        if (ipBytes < Ipv4.HEADER_BYTES
                || fragment
                || EthernetHeader.BYTES + totalBytes > frame.length
                || totalBytes < ipBytes + HEADER_BYTES
                || InternetChecksum.ipv4Residue(frame) != 0) {
            return Optional.empty();
        }
        return parseTcp(bytes, true, frame[15] & 0xff, ipBytes, totalBytes - ipBytes);
    }

    private static Optional<TcpSegment> parseIpv6(byte[] frame) {
        if (frame.length < EthernetHeader.BYTES + Ipv6.HEADER_BYTES + HEADER_BYTES
                || frame[20] != FrameBuilder.TCP
                || (frame[14] & 0xf0) != 0x60) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        int tcpBytes = bytes.getShort(18) & 0xffff;
        if (tcpBytes < HEADER_BYTES
                || EthernetHeader.BYTES + Ipv6.HEADER_BYTES + tcpBytes > frame.length) {
            return Optional.empty();
        }
        int trafficClass = bytes.getInt(14) >>> 20 & 0xff;
        return parseTcp(bytes, false, trafficClass, Ipv6.HEADER_BYTES, tcpBytes);
    }

    private static Optional<TcpSegment> parseTcp(
            ByteBuffer bytes, boolean ipv4, int trafficClass, int ipBytes, int tcpBytes) {
        byte[] frame = bytes.array();
        int tcpAt = EthernetHeader.BYTES + ipBytes;
        int headerBytes = (frame[tcpAt + 12] >>> 4 & 0xf) * 4;
        if (headerBytes < HEADER_BYTES
                || headerBytes > tcpBytes
                || InternetChecksum.transportResidue(frame) != 0) {
            return Optional.empty();
        }
        int addressAt = EthernetHeader.BYTES + (ipv4 ? 12 : 8);
        int addressBytes = ipv4 ? 4 : 16;
        return Optional.of(
                new TcpSegment(
                        EthernetHeader.readMac(frame, 6),
                        IpAddress.of(frame, addressAt, addressBytes),
                        IpAddress.of(frame, addressAt + addressBytes, addressBytes),
                        trafficClass >>> 2,
                        trafficClass & 3,
                        bytes.getShort(tcpAt) & 0xffff,
                        bytes.getShort(tcpAt + 2) & 0xffff,
                        bytes.getInt(tcpAt + 4),
                        bytes.getInt(tcpAt + 8),
                        bytes.getShort(tcpAt + 12) & FLAG_BITS,
                        bytes.getShort(tcpAt + 14) & 0xffff,
                        TcpOptions.read(bytes, tcpAt + HEADER_BYTES, tcpAt + headerBytes),
                        frame,
                        tcpAt + headerBytes,
                        tcpBytes - headerBytes));
    }
}
