// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.nio.ByteBuffer;

/**
 * Cuts aggregates of TCP and UDP, which senders leave to their hardware, into the frames that the
 * hardware would have sent: each with the headers, its part of the payload, and lengths, IPv4
 * identification, TCP sequence number, flags and checksums of its own. TCP may be in a tunnel, such
 * as VXLAN, Geneve, GRE or IP in IP: then each frame has the tunnel's headers, too.
 */
final class Segmentation {

    /**
     * Kinds of aggregates, as {@code virtio_net_hdr} names them; the flag is set if the first
     * segment has TCP's CWR.
     */
    private static final int GSO_TCPV4 = 1;

    private static final int GSO_TCPV6 = 4;
    private static final int GSO_UDP_L4 = 5;
    private static final int GSO_ECN = 0x80;

    private static final int ETHERTYPE_AT = 12;
    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86dd;
    private static final int TPID_CUSTOMER = 0x8100;
    private static final int TPID_SERVICE = 0x88a8;

    private static final int LEAST_IPV4_HEADER_BYTES = 20;
    private static final int MOST_IPV4_HEADER_BYTES = 60;
    private static final int PROTOCOL_TCP = 6;
    private static final int PROTOCOL_UDP = 17;
    private static final int PROTOCOL_IPV4 = 4;
    private static final int PROTOCOL_IPV6 = 41;

    /** GRE (RFC 2784): the first bit of its header says that it has a checksum. */
    private static final int PROTOCOL_GRE = 47;

    private static final int GRE_HEADER_BYTES = 4;

    private static final int IPV6_HEADER_BYTES = 40;
    private static final int UDP_HEADER_BYTES = 8;
    private static final int TCP_HEADER_BYTES = 20;

    private static final int TCP_SEQUENCE = 4;
    private static final int TCP_DATA_OFFSET = 12;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_CHECKSUM = 16;
    private static final int TCP_CWR = 0x80;
    private static final int TCP_PSH = 0x08;
    private static final int TCP_FIN = 0x01;

    /** No IP header. */
    private static final int NONE = -1;

    private final FrameListener frames;
    private final byte[] segment = new byte[65536 + 128];
    private final ByteBuffer out = ByteBuffer.wrap(segment);

    Segmentation(FrameListener frames) {
        this.frames = frames;
    }

    /**
     * Hands on the frames of an aggregate.
     *
     * @param data holds the aggregate
     * @param start of it
     * @param bytes its length
     * @param transport offset of the TCP or UDP header, counted from the start
     * @param segmentBytes payload of each frame but the last
     * @param gsoType kind, as {@code virtio_net_hdr} has it: an unsigned byte, 0 to 255
     * @return whether it is of a kind that can be cut; false for a tunnel in a tunnel, as far as it
     *     is recognised, and for GRE with checksums
     */
    boolean cut(byte[] data, int start, int bytes, int transport, int segmentBytes, int gsoType) {
        int kind = gsoType & ~GSO_ECN;
        boolean tcp = kind == GSO_TCPV4 || kind == GSO_TCPV6;
        int outer = networkHeader(data, start, bytes);
        int network = tcp ? networkHeaderOfTcp(data, start, bytes, transport) : outer;
        int least = tcp ? TCP_HEADER_BYTES : UDP_HEADER_BYTES;
        if (!tcp && kind != GSO_UDP_L4
                || network == NONE
                || network < outer
                || network > outer && !isKnownTunnel(data, start, outer, network)
                || segmentBytes == 0
                || transport + least > bytes) {
            return false;
        }
        boolean ipv6 = (data[start + network] & 0xf0) == 0x60;
        int headers =
                transport
                        + (tcp
                                ? (data[start + transport + TCP_DATA_OFFSET] & 0xf0) >> 2
                                : UDP_HEADER_BYTES);
        if (headers >= bytes
                || headers + segmentBytes > segment.length
                || transport - network < (ipv6 ? IPV6_HEADER_BYTES : LEAST_IPV4_HEADER_BYTES)) {
            return false;
        }
        System.arraycopy(data, start, segment, 0, headers);
        for (int from = headers, i = 0; from < bytes; from += segmentBytes, i++) {
            int payload = Math.min(segmentBytes, bytes - from);
            boolean last = from + payload == bytes;
            System.arraycopy(data, start + from, segment, headers, payload);
            int end = headers + payload;
            ip(data, start, network, end, i);
            if (tcp) {
                tcp(data, start, transport, from - headers, i == 0, last);
            } else {
                out.putShort(transport + 4, (short) (UDP_HEADER_BYTES + payload));
            }
            checksum(network, transport, end, tcp, ipv6);
            if (outer != network) {
                ip(data, start, outer, end, i);
                udpOfTunnel(data, start, outer, end);
            }
            frames.frame(segment, 0, end);
        }
        return true;
    }

    /** Offset of the IP header behind VLAN tags; -1 when there is none. */
    private static int networkHeader(byte[] data, int start, int bytes) {
        int at = ETHERTYPE_AT;
        while (at + 2 <= bytes) {
            int type = (data[start + at] & 0xff) << 8 | data[start + at + 1] & 0xff;
            if (type == ETHERTYPE_IPV4 || type == ETHERTYPE_IPV6) {
                return at + 2;
            }
            if (type != TPID_CUSTOMER && type != TPID_SERVICE) {
                return -1;
            }
            at += 4;
        }
        return NONE;
    }

    /**
     * Offset of the IP header right before a TCP header: that of a tunnel's payload, if there is a
     * tunnel. It is known by its protocol and by its length, which is all that follows.
     */
    private static int networkHeaderOfTcp(byte[] data, int start, int bytes, int transport) {
        ByteBuffer in = ByteBuffer.wrap(data, 0, start + bytes);
        for (int header = LEAST_IPV4_HEADER_BYTES;
                header <= MOST_IPV4_HEADER_BYTES && header <= transport;
                header += 4) {
            int at = transport - header;
            if (in.get(start + at) == (0x40 | header / 4)
                    && in.get(start + at + 9) == PROTOCOL_TCP
                    && (in.getShort(start + at + 2) & 0xffff) == bytes - at) {
                return at;
            }
        }
        int at = networkHeader(data, start, transport);
        int nested = transport - IPV6_HEADER_BYTES;
        boolean isIpv6 =
                nested > at
                        && at != NONE
                        && (in.get(start + nested) & 0xf0) == 0x60
                        && in.get(start + nested + 6) == PROTOCOL_TCP
                        && (in.getShort(start + nested + 4) & 0xffff) == bytes - transport;
        return isIpv6 ? nested : at;
    }

    /** True if the headers between a tunnel's IP header and the inner one can be rewritten. */
    private static boolean isKnownTunnel(byte[] data, int start, int outer, int inner) {
        boolean ipv6 = (data[start + outer] & 0xf0) == 0x60;
        int at = outer + (ipv6 ? IPV6_HEADER_BYTES : (data[start + outer] & 0x0f) * 4);
        switch (data[start + outer + (ipv6 ? 6 : 9)]) {
            case PROTOCOL_IPV4:
            case PROTOCOL_IPV6:
                return at == inner;
            case PROTOCOL_GRE:
                return at + GRE_HEADER_BYTES <= inner && data[start + at] >= 0;
            case PROTOCOL_UDP:
                return at + UDP_HEADER_BYTES <= inner;
            default:
                return false;
        }
    }

    /** Writes the length of an IP header up to the frame's end, and all that follows from it. */
    private void ip(byte[] data, int start, int network, int end, int number) {
        if ((segment[network] & 0xf0) == 0x60) {
            out.putShort(network + 4, (short) (end - network - IPV6_HEADER_BYTES));
            return;
        }
        int id = ByteBuffer.wrap(data).getShort(start + network + 4) + number;
        int headerEnd = network + ipv4HeaderBytes(network);
        out.putShort(network + 2, (short) (end - network));
        out.putShort(network + 4, (short) id);
        out.putShort(network + 10, (short) 0);
        out.putShort(
                network + 10,
                (short) InternetChecksum.ofSum(InternetChecksum.sum(segment, network, headerEnd)));
    }

    private int ipv4HeaderBytes(int network) {
        return (segment[network] & 0x0f) * 4;
    }

    /** Writes length and checksum of a tunnel's UDP header, if it has one. */
    private void udpOfTunnel(byte[] data, int start, int outer, int end) {
        boolean ipv6 = (segment[outer] & 0xf0) == 0x60;
        int protocol = segment[outer + (ipv6 ? 6 : 9)];
        int udp = outer + (ipv6 ? IPV6_HEADER_BYTES : ipv4HeaderBytes(outer));
        if (protocol != PROTOCOL_UDP) {
            return;
        }
        out.putShort(udp + 4, (short) (end - udp));
        if (ByteBuffer.wrap(data).getShort(start + udp + 6) != 0) {
            checksum(outer, udp, end, false, ipv6);
        }
    }

    private void tcp(
            byte[] data, int start, int transport, int sentBytes, boolean first, boolean last) {
        int sequence = ByteBuffer.wrap(data).getInt(start + transport + TCP_SEQUENCE);
        int flags = data[start + transport + TCP_FLAGS];
        if (!first) {
            flags &= ~TCP_CWR;
        }
        if (!last) {
            flags &= ~(TCP_FIN | TCP_PSH);
        }
        out.putInt(transport + TCP_SEQUENCE, sequence + sentBytes);
        segment[transport + TCP_FLAGS] = (byte) flags;
    }

    /** Writes the transport header's checksum, with the pseudo-header of IPv4 or IPv6. */
    private void checksum(int network, int transport, int end, boolean tcp, boolean ipv6) {
        int field = transport + (tcp ? TCP_CHECKSUM : 6);
        out.putShort(field, (short) 0);
        int addresses = network + (ipv6 ? 8 : 12);
        long sum =
                InternetChecksum.sum(segment, addresses, addresses + (ipv6 ? 32 : 8))
                        + (tcp ? PROTOCOL_TCP : PROTOCOL_UDP)
                        + (end - transport)
                        + InternetChecksum.sum(segment, transport, end);
        InternetChecksum.put(segment, field, InternetChecksum.ofSum(sum));
    }
}
