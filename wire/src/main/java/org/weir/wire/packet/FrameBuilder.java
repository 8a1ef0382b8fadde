// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.packet;

import java.nio.ByteBuffer;

/**
 * Ethernet frames with IPv4 or IPv6 and UDP, TCP or ICMP, every length and checksum filled in.
 * Example: {@code FrameBuilder.ethernet(to, from).ipv4(source, destination).udp(4000, 5000)
 * .payload(bytes).build()}. A number that does not fit its field is an {@link
 * IllegalArgumentException}. A builder makes as many frames as it is asked for.
 */
public final class FrameBuilder {

    /** EtherType of IPv4. */
    public static final int IPV4 = 0x0800;

    /** EtherType of IPv6. */
    public static final int IPV6 = 0x86dd;

    /** EtherType of ARP. */
    public static final int ARP = 0x0806;

    /** IPv4 protocol number of ICMP. */
    public static final int ICMP = 1;

    /** Protocol number of TCP. */
    public static final int TCP = 6;

    /** Protocol number of UDP. */
    public static final int UDP = 17;

    /** IPv6 next header of ICMPv6. */
    public static final int ICMPV6 = 58;

    private static final int VLAN = 0x8100;
    private static final int MAC_BYTES = 6;
    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int TCP_BYTES = 20;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int ICMP_CHECKSUM_AT = 2;
    private static final int UDP_CHECKSUM_AT = 6;
    private static final int TCP_CHECKSUM_AT = 16;

    private final byte[] ethernet;
    private byte[] tags = {};
    private int etherType;
    private byte[] source = {};
    private byte[] destination = {};
    private byte[] options = {};
    private int trafficClass;
    private int hopLimit = 64;
    private int identification;
    private int fragment;
    private int flowLabel;
    private int protocol;
    private byte[] transport = {};
    private int checksumAt = -1;
    private byte[] payload = {};
    private int leastBytes;

    private FrameBuilder(byte[] ethernet) {
        this.ethernet = ethernet;
    }

    /** A frame between two MAC addresses of 6 bytes. */
    public static FrameBuilder ethernet(byte[] destination, byte[] source) {
        check("bytes of a MAC address", destination.length, MAC_BYTES, MAC_BYTES);
        check("bytes of a MAC address", source.length, MAC_BYTES, MAC_BYTES);
        return new FrameBuilder(join(destination, source));
    }

    /** Adds a VLAN tag, inside those that are there: priority 0..7, identifier 0..4095. */
    public FrameBuilder vlan(int priority, int id) {
        check("VLAN priority", priority, 0, 7);
        check("VLAN identifier", id, 0, 0xfff);
        ByteBuffer tag = ByteBuffer.allocate(4).putShort((short) VLAN);
        tags = join(tags, tag.putShort((short) (priority << 13 | id)).array());
        return this;
    }

    /** The payload is of another protocol than IP. */
    public FrameBuilder etherType(int type) {
        etherType = check("EtherType", type, 0, 0xffff);
        return this;
    }

    /** IPv4 between two addresses of 4 bytes. */
    public FrameBuilder ipv4(byte[] from, byte[] to) {
        return ip(IPV4, from, to, 4);
    }

    /** IPv6 between two addresses of 16 bytes. */
    public FrameBuilder ipv6(byte[] from, byte[] to) {
        return ip(IPV6, from, to, 16);
    }

    private FrameBuilder ip(int type, byte[] from, byte[] to, int bytes) {
        check("bytes of an address", from.length, bytes, bytes);
        check("bytes of an address", to.length, bytes, bytes);
        etherType = type;
        source = from.clone();
        destination = to.clone();
        return this;
    }

    /** DSCP and ECN: IPv4's type of service, IPv6's traffic class, 0..255; 0 unless set. */
    public FrameBuilder trafficClass(int value) {
        trafficClass = check("traffic class", value, 0, 0xff);
        return this;
    }

    /** IPv4's time to live, IPv6's hop limit, 0..255; 64 unless set. */
    public FrameBuilder hopLimit(int value) {
        hopLimit = check("hop limit", value, 0, 0xff);
        return this;
    }

    /** IPv4's identification, 0..65535; 0 unless set. */
    public FrameBuilder identification(int value) {
        identification = check("identification", value, 0, 0xffff);
        return this;
    }

    /** Sets IPv4's flag "don't fragment". */
    public FrameBuilder dontFragment() {
        fragment = DONT_FRAGMENT;
        return this;
    }

    /** IPv4's options, whole words of 4 bytes, at most 40 bytes. */
    public FrameBuilder options(byte[] words) {
        check("bytes of IPv4 options", words.length, 0, 40);
        check("bytes of IPv4 options beyond whole words", words.length % 4, 0, 0);
        options = words.clone();
        return this;
    }

    /** IPv6's flow label, 20 bits; 0 unless set. */
    public FrameBuilder flowLabel(int value) {
        flowLabel = check("flow label", value, 0, 0xfffff);
        return this;
    }

    /** UDP between two ports, 0..65535. */
    public FrameBuilder udp(int from, int to) {
        return transport(UDP, ports(8, from, to).array(), UDP_CHECKSUM_AT);
    }

    /**
     * TCP between two ports.
     *
     * @param from 0..65535
     * @param to 0..65535
     * @param sequence number of the first byte, 32 bits
     * @param acknowledgement number of the next byte expected, 32 bits
     * @param flags the low nine bits of the header's word of flags
     * @param window 0..65535
     */
    public FrameBuilder tcp(
            int from, int to, int sequence, int acknowledgement, int flags, int window) {
        return tcp(from, to, sequence, acknowledgement, flags, window, new byte[0]);
    }

    /**
     * TCP with options between two ports.
     *
     * @param words TCP's options, whole words of 4 bytes, at most 40 bytes
     */
    public FrameBuilder tcp(
            int from,
            int to,
            int sequence,
            int acknowledgement,
            int flags,
            int window,
            byte[] words) {
        check("TCP flags", flags, 0, 0x1ff);
        check("TCP window", window, 0, 0xffff);
        check("bytes of TCP options", words.length, 0, 40);
        check("bytes of TCP options beyond whole words", words.length % 4, 0, 0);
        int headerBytes = TCP_BYTES + words.length;
        ByteBuffer header = ports(headerBytes, from, to).putInt(sequence).putInt(acknowledgement);
        header.putShort((short) (headerBytes / 4 << 12 | flags)).putShort((short) window);
        header.putInt(0).put(words);
        return transport(TCP, header.array(), TCP_CHECKSUM_AT);
    }

    /** ICMP, in IPv6 ICMPv6: type and code 0..255, and the four bytes behind the checksum. */
    public FrameBuilder icmp(int type, int code, int rest) {
        check("ICMP type", type, 0, 0xff);
        check("ICMP code", code, 0, 0xff);
        ByteBuffer header = ByteBuffer.allocate(8).put((byte) type).put((byte) code);
        return transport(ICMP, header.putShort((short) 0).putInt(rest).array(), ICMP_CHECKSUM_AT);
    }

    /** IP carries the payload under this protocol number, without a header of its own. */
    public FrameBuilder protocol(int number) {
        check("protocol", number, 0, 0xff);
        return transport(number, new byte[0], -1);
    }

    private FrameBuilder transport(int number, byte[] header, int checksum) {
        protocol = number;
        transport = header;
        checksumAt = checksum;
        return this;
    }

    private static ByteBuffer ports(int bytes, int from, int to) {
        check("source port", from, 0, 0xffff);
        check("destination port", to, 0, 0xffff);
        return ByteBuffer.allocate(bytes).putShort((short) from).putShort((short) to);
    }

    /** The innermost header's payload; none unless set. */
    public FrameBuilder payload(byte[] bytes) {
        payload = bytes.clone();
        return this;
    }

    /** Zero bytes behind the packet make the frame this long, if it is shorter. */
    public FrameBuilder padTo(int bytes) {
        leastBytes = check("bytes of a frame", bytes, 0, 0xffff);
        return this;
    }

    /** The frame, without frame check sequence. */
    public byte[] build() {
        boolean ip = source.length > 0;
        byte[] packet = ip ? packet() : payload;
        int bytes = ethernet.length + tags.length + 2 + packet.length;
        ByteBuffer frame = ByteBuffer.allocate(Math.max(bytes, leastBytes));
        return frame.put(ethernet).put(tags).putShort((short) etherType).put(packet).array();
    }

    private byte[] packet() {
        boolean ipv4 = etherType == IPV4;
        int headerBytes = ipv4 ? IPV4_BYTES + options.length : IPV6_BYTES;
        int transportBytes = transport.length + payload.length;
        check("bytes of an IP packet", headerBytes + transportBytes, 0, 0xffff);
        byte[] bytes = new byte[headerBytes + transportBytes];
        ByteBuffer packet = ByteBuffer.wrap(bytes);
        int number = checksumAt == ICMP_CHECKSUM_AT && !ipv4 ? ICMPV6 : protocol;
        if (ipv4) {
            packet.put((byte) (4 << 4 | headerBytes / 4)).put((byte) trafficClass);
            packet.putShort((short) bytes.length).putShort((short) identification);
            packet.putShort((short) fragment).put((byte) hopLimit).put((byte) number);
            packet.putShort((short) 0).put(source).put(destination).put(options);
            packet.putShort(10, (short) InternetChecksum.of(bytes, 0, headerBytes));
        } else {
            packet.putInt(6 << 28 | trafficClass << 20 | flowLabel);
            packet.putShort((short) transportBytes).put((byte) number).put((byte) hopLimit);
            packet.put(source).put(destination);
        }
        packet.put(transport).put(payload);
        if (checksumAt == UDP_CHECKSUM_AT) {
            packet.putShort(headerBytes + 4, (short) transportBytes);
        }
        if (checksumAt >= 0) {
            long pseudoHeader = 0;
            if (number != ICMP) {
                pseudoHeader =
                        InternetChecksum.add(number + transportBytes, source, 0, source.length);
                pseudoHeader = InternetChecksum.add(pseudoHeader, destination, 0, source.length);
            }
            int checksum =
                    InternetChecksum.of(
                            InternetChecksum.add(pseudoHeader, bytes, headerBytes, transportBytes));
            packet.putShort(
                    headerBytes + checksumAt,
                    (short)
                            (checksumAt == UDP_CHECKSUM_AT
                                    ? InternetChecksum.sent(checksum)
                                    : checksum));
        }
        return bytes;
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }

    private static int check(String field, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    field + " must be " + least + ".." + most + ", was " + value);
        }
        return value;
    }
}
