// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Frames on their way to Linux, of which consecutive ones of a TCP connection or UDP flow are
 * joined in one message with a {@code struct virtio_net_hdr} (VIRTIO 1.2, section 5.1.6). It is
 * generic receive offload, done by the sender: Linux handles the frames at the cost of one.
 *
 * <p>Frames are joined only if cutting the message again ({@link Segmentation}) gives the same
 * bytes: their headers are equal but for lengths, IPv4 identification (one more each), TCP sequence
 * number (the payload more each), PSH and FIN (in the last alone) and checksums, which are right;
 * the payloads are equally long but for the last, which may be shorter. Frames with another
 * checksum, with IPv4 options, IPv6 extension headers, fragments, or SYN, RST, URG or CWR stay
 * alone.
 */
final class Aggregation {

    /** Longest IP packet, and so longest aggregate behind its Ethernet header. */
    private static final int MAX_IP_BYTES = 65535;

    /** Most datagrams that Linux cuts a UDP aggregate into, in all versions. */
    private static final int MAX_DATAGRAMS = 64;

    private static final int TYPE_AT = 12;
    private static final int VLAN_TAG_BYTES = 4;
    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86dd;
    private static final int TPID_CUSTOMER = 0x8100;
    private static final int TPID_SERVICE = 0x88a8;

    private static final int PROTOCOL_TCP = 6;
    private static final int PROTOCOL_UDP = 17;
    private static final int IPV4_HEADER_BYTES = 20;
    private static final int IPV6_HEADER_BYTES = 40;
    private static final int UDP_HEADER_BYTES = 8;
    private static final int TCP_HEADER_BYTES = 20;

    private static final int TCP_PSH_FIN = 0x09;
    private static final int TCP_FORBIDDEN = 0x80 | 0x20 | 0x04 | 0x02;
    private static final int TCP_ACK = 0x10;

    private static final byte NEEDS_CSUM = 1;
    private static final byte GSO_TCPV4 = 1;
    private static final byte GSO_TCPV6 = 4;
    private static final byte GSO_UDP_L4 = 5;

    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MessageBatch batch;
    private final boolean withUdp;
    private final int[] frames;
    private final int[] frameBytes;
    private int messages;

    /** Headers of the first frame of the last message, of which the next frame's must be a copy. */
    private final byte[] first = new byte[128];

    private boolean open;
    private boolean firstIsChecked;
    private boolean tcp;
    private boolean ipv6;
    private int network;
    private int transport;
    private int headers;
    private int payload;
    private int totalBytes;

    /** Layout of the frame that was parsed last. */
    private boolean nextIsTcp;

    private boolean nextIsIpv6;
    private int nextNetwork;
    private int nextTransport;
    private int nextHeaders;
    private int nextEnd;

    /**
     * No frames yet.
     *
     * @param messages largest number of messages
     * @param maxFrameBytes longest frame
     * @param withUdp whether this Linux takes aggregates of UDP (6.2 and later)
     */
    Aggregation(int messages, int maxFrameBytes, boolean withUdp) {
        batch = new MessageBatch(messages, Offloads.HEADER_BYTES + maxFrameBytes, 0);
        frames = new int[messages];
        frameBytes = new int[messages];
        this.withUdp = withUdp;
    }

    /** Messages, each with a {@code virtio_net_hdr}; complete after {@link #end}. */
    MessageBatch batch() {
        return batch;
    }

    /** Number of messages. */
    int messages() {
        return messages;
    }

    /** Number of frames of a message. */
    int frames(int message) {
        return frames[message];
    }

    /** Bytes of all frames of a message, each with its headers. */
    int frameBytes(int message) {
        return frameBytes[message];
    }

    /** True if the next frame may find no room. */
    boolean isFull() {
        return messages == frames.length;
    }

    /**
     * Takes a frame. There must be room for a message.
     *
     * @param bytes its length, at most the longest frame
     */
    void add(byte[] buffer, int offset, int bytes) {
        boolean canJoin = parse(buffer, offset, bytes);
        if (canJoin && open && follows(buffer, offset)) {
            join(buffer, offset, bytes);
            return;
        }
        close();
        int message = messages++;
        frames[message] = 1;
        frameBytes[message] = bytes;
        writeFrame(message, buffer, offset, bytes);
        if (canJoin && mayBeFirst(buffer, offset)) {
            begin(buffer, offset);
        }
    }

    /** Completes the last message. */
    void end() {
        close();
    }

    /** Forgets all messages. */
    void clear() {
        messages = 0;
        open = false;
    }

    private void writeFrame(int message, byte[] buffer, int offset, int bytes) {
        ByteBuffer out = batch.frames();
        int at = batch.offset(message);
        out.putLong(at, 0);
        out.putShort(at + Long.BYTES, (short) 0);
        out.put(at + Offloads.HEADER_BYTES, buffer, offset, bytes);
        batch.setLength(message, Offloads.HEADER_BYTES + bytes);
    }

    /** Finds the headers of a frame; false if it cannot be joined with any. */
    private boolean parse(byte[] data, int offset, int bytes) {
        int at = TYPE_AT;
        int type = at + 2 > bytes ? 0 : shortAt(data, offset + at);
        while ((type == TPID_CUSTOMER || type == TPID_SERVICE) && at + 6 <= bytes) {
            at += VLAN_TAG_BYTES;
            type = shortAt(data, offset + at);
        }
        nextNetwork = at + 2;
        int ip = offset + nextNetwork;
        int protocol;
        if (type == ETHERTYPE_IPV4 && nextNetwork + IPV4_HEADER_BYTES <= bytes) {
            // Version 4 without options; no fragment.
            if (data[ip] != 0x45 || (shortAt(data, ip + 6) & 0xbfff) != 0) {
                return false;
            }
            nextIsIpv6 = false;
            nextTransport = nextNetwork + IPV4_HEADER_BYTES;
            nextEnd = nextNetwork + shortAt(data, ip + 2);
            protocol = data[ip + 9];
        } else if (type == ETHERTYPE_IPV6 && nextNetwork + IPV6_HEADER_BYTES <= bytes) {
            nextIsIpv6 = true;
            nextTransport = nextNetwork + IPV6_HEADER_BYTES;
            nextEnd = nextTransport + shortAt(data, ip + 4);
            protocol = data[ip + 6];
        } else {
            return false;
        }
        // A frame with padding behind its packet stays alone.
        return nextEnd == bytes
                && nextEnd >= nextTransport
                && parseTransport(data, offset + nextTransport, protocol)
                && nextHeaders <= first.length;
    }

    private boolean parseTransport(byte[] data, int at, int protocol) {
        int length = nextEnd - nextTransport;
        if (protocol == PROTOCOL_UDP && withUdp && length > UDP_HEADER_BYTES) {
            nextIsTcp = false;
            nextHeaders = nextTransport + UDP_HEADER_BYTES;
            int checksum = shortAt(data, at + 6);
            return shortAt(data, at + 4) == length && checksum != 0 && checksum != 0xffff;
        }
        if (protocol == PROTOCOL_TCP && length > TCP_HEADER_BYTES) {
            nextIsTcp = true;
            nextHeaders = nextTransport + ((data[at + 12] & 0xf0) >> 2);
            int flags = data[at + 13];
            int checksum = shortAt(data, at + 16);
            return nextHeaders < nextEnd
                    && nextHeaders >= nextTransport + TCP_HEADER_BYTES
                    && (flags & TCP_FORBIDDEN) == 0
                    && (flags & TCP_ACK) != 0
                    && checksum != 0
                    && checksum != 0xffff;
        }
        return false;
    }

    private boolean mayBeFirst(byte[] data, int offset) {
        return !nextIsTcp || (data[offset + nextTransport + 13] & TCP_PSH_FIN) == 0;
    }

    private void begin(byte[] data, int offset) {
        open = true;
        firstIsChecked = false;
        tcp = nextIsTcp;
        ipv6 = nextIsIpv6;
        network = nextNetwork;
        transport = nextTransport;
        headers = nextHeaders;
        payload = nextEnd - nextHeaders;
        totalBytes = nextEnd;
        System.arraycopy(data, offset, first, 0, headers);
    }

    /** True if the frame parsed last continues the last message. */
    private boolean follows(byte[] data, int offset) {
        int count = frames[messages - 1];
        int more = nextEnd - nextHeaders;
        return nextIsTcp == tcp
                && nextIsIpv6 == ipv6
                && nextHeaders == headers
                && nextNetwork == network
                && more <= payload
                && totalBytes + more - network - (ipv6 ? IPV6_HEADER_BYTES : 0) <= MAX_IP_BYTES
                && (tcp || count < MAX_DATAGRAMS)
                && sameIp(data, offset, count)
                && (tcp ? sameTcp(data, offset) : sameUdp(data, offset))
                && checksumsAreRight(data, offset);
    }

    private boolean sameIp(byte[] data, int offset, int count) {
        if (!same(data, offset, 0, network)) {
            return false;
        }
        int ip = network;
        if (ipv6) {
            return same(data, offset, ip, ip + 4) && same(data, offset, ip + 6, ip + 40);
        }
        int id = shortAt(first, ip + 4) + count & 0xffff;
        return same(data, offset, ip, ip + 2)
                && shortAt(data, offset + ip + 4) == id
                && same(data, offset, ip + 6, ip + 10)
                && same(data, offset, ip + 12, ip + 20);
    }

    private boolean sameTcp(byte[] data, int offset) {
        int at = transport;
        int sequence = (int) INT.get(first, at + 4) + (totalBytes - headers);
        return same(data, offset, at, at + 4)
                && (int) INT.get(data, offset + at + 4) == sequence
                && same(data, offset, at + 8, at + 13)
                && (data[offset + at + 13] & ~TCP_PSH_FIN) == first[at + 13]
                && same(data, offset, at + 14, at + 16)
                && same(data, offset, at + 18, headers);
    }

    private boolean sameUdp(byte[] data, int offset) {
        return same(data, offset, transport, transport + 4);
    }

    private boolean same(byte[] data, int offset, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if ((long) LONG.get(data, offset + at) != (long) LONG.get(first, at)) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (data[offset + at] != first[at]) {
                return false;
            }
        }
        return true;
    }

    private boolean checksumsAreRight(byte[] data, int offset) {
        if (!firstIsChecked) {
            byte[] frame = new byte[headers + payload];
            batch.frames().get(batch.offset(messages - 1) + Offloads.HEADER_BYTES, frame);
            if (!checksumIsRight(frame, 0, headers + payload)) {
                open = false;
                return false;
            }
            firstIsChecked = true;
        }
        return checksumIsRight(data, offset, nextEnd);
    }

    private boolean checksumIsRight(byte[] data, int offset, int end) {
        int ip = offset + network;
        if (!ipv6
                && InternetChecksum.ofSum(InternetChecksum.sum(data, ip, ip + IPV4_HEADER_BYTES))
                        != 0) {
            return false;
        }
        long sum =
                pseudoHeader(data, offset, end - transport)
                        + InternetChecksum.sum(data, offset + transport, offset + end);
        return InternetChecksum.ofSum(sum) == 0;
    }

    private long pseudoHeader(byte[] data, int offset, int transportBytes) {
        int addresses = offset + network + (ipv6 ? 8 : 12);
        return InternetChecksum.sum(data, addresses, addresses + (ipv6 ? 32 : 8))
                + (tcp ? PROTOCOL_TCP : PROTOCOL_UDP)
                + transportBytes;
    }

    private void join(byte[] data, int offset, int bytes) {
        int message = messages - 1;
        int more = nextEnd - nextHeaders;
        batch.frames()
                .put(
                        batch.offset(message) + Offloads.HEADER_BYTES + totalBytes,
                        data,
                        offset + headers,
                        more);
        totalBytes += more;
        frames[message]++;
        frameBytes[message] += bytes;
        int last = tcp ? data[offset + transport + 13] & TCP_PSH_FIN : 0;
        first[transport + 13] |= tcp ? (byte) last : 0;
        if (last != 0 || more < payload) {
            close();
        }
    }

    /** Writes the headers of the last message if it has more than one frame. */
    private void close() {
        if (!open) {
            return;
        }
        open = false;
        int message = messages - 1;
        if (frames[message] == 1) {
            return;
        }
        int transportBytes = totalBytes - transport;
        if (ipv6) {
            SHORT.set(first, network + 4, (short) transportBytes);
        } else {
            SHORT.set(first, network + 2, (short) (totalBytes - network));
            SHORT.set(first, network + 10, (short) 0);
            long sum = InternetChecksum.sum(first, network, network + IPV4_HEADER_BYTES);
            SHORT.set(first, network + 10, (short) InternetChecksum.ofSum(sum));
        }
        int field = transport + (tcp ? 16 : 6);
        if (!tcp) {
            SHORT.set(first, transport + 4, (short) transportBytes);
        }
        int partial = ~InternetChecksum.ofSum(pseudoHeader(first, 0, transportBytes));
        SHORT.set(first, field, (short) partial);
        ByteBuffer out = batch.frames();
        int at = batch.offset(message);
        out.put(at, NEEDS_CSUM);
        out.put(at + 1, tcp ? ipv6 ? GSO_TCPV6 : GSO_TCPV4 : GSO_UDP_L4);
        out.putShort(at + 2, (short) headers);
        out.putShort(at + 4, (short) payload);
        out.putShort(at + 6, (short) transport);
        out.putShort(at + 8, (short) (field - transport));
        out.put(at + Offloads.HEADER_BYTES, first, 0, headers);
        batch.setLength(message, Offloads.HEADER_BYTES + totalBytes);
    }

    private static int shortAt(byte[] data, int at) {
        return (short) SHORT.get(data, at) & 0xffff;
    }
}
