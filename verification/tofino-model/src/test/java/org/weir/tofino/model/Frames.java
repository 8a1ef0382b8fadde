// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Ethernet frames as hosts send them, at least 60 bytes without the frame check sequence. */
final class Frames {

    static final int SHORTEST = 60;
    static final int ETHERNET = 14;

    private Frames() {}

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    static byte[] ethernet(int etherType, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(Math.max(SHORTEST, ETHERNET + payload.length));
        frame.put(bytes("0200000000ee0200000000aa")).putShort((short) etherType).put(payload);
        return frame.array();
    }

    /**
     * IPv4 with a right header checksum.
     *
     * @param options whole words
     */
    static byte[] ipv4(
            int source,
            int target,
            int tos,
            int ttl,
            int protocol,
            byte[] options,
            byte[] payload) {
        int headerBytes = 20 + options.length;
        ByteBuffer packet = ByteBuffer.allocate(headerBytes + payload.length);
        packet.put((byte) (0x40 | headerBytes / 4)).put((byte) tos);
        packet.putShort((short) packet.capacity()).putInt(0x12344000);
        packet.put((byte) ttl).put((byte) protocol).putShort((short) 0);
        packet.putInt(source).putInt(target).put(options).put(payload);
        packet.putShort(10, (short) checksum(packet.array(), 0, headerBytes, 0));
        return ethernet(0x0800, packet.array());
    }

    static byte[] ipv6(
            byte[] source, byte[] target, int trafficClass, int hops, int next, byte[] payload) {
        ByteBuffer packet = ByteBuffer.allocate(40 + payload.length);
        packet.putInt(6 << 28 | trafficClass << 20 | 0x54321).putShort((short) payload.length);
        packet.put((byte) next).put((byte) hops).put(source).put(target).put(payload);
        return ethernet(0x86DD, packet.array());
    }

    static byte[] udp(int from, int to, byte[] payload) {
        return ByteBuffer.allocate(8 + payload.length)
                .putShort((short) from)
                .putShort((short) to)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0xBEEF)
                .put(payload)
                .array();
    }

    static byte[] tcp(int from, int to, byte[] payload) {
        return ByteBuffer.allocate(20 + payload.length)
                .putShort((short) from)
                .putShort((short) to)
                .putInt(0x01020304)
                .putInt(0x05060708)
                .putInt(0x50101234)
                .putInt(0xABCD0000)
                .put(payload)
                .array();
    }

    /** RFC 1071, over bytes and a start value. */
    static int checksum(byte[] bytes, int offset, int length, long start) {
        long sum = start;
        for (int i = 0; i < length; i++) {
            int value = bytes[offset + i] & 0xFF;
            sum += i % 2 == 0 ? value << 8 : value;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return (int) (~sum & 0xFFFF);
    }

    /** What a receiver finds: 0 for a right header. */
    static int ipv4Residue(byte[] frame) {
        return checksum(frame, ETHERNET, (frame[ETHERNET] & 0xF) * 4, 0);
    }

    /** What a receiver finds of UDP without IP options: 0 for a right datagram. */
    static int udpResidue(byte[] frame) {
        boolean ipv4 = frame[ETHERNET] >>> 4 == 4;
        int addresses = ETHERNET + (ipv4 ? 12 : 8);
        int udp = ETHERNET + (ipv4 ? 20 : 40);
        int length = u16(frame, udp + 4);
        long pseudo = 17 + length;
        for (int at = addresses; at < udp; at += 2) {
            pseudo += u16(frame, at);
        }
        return checksum(frame, udp, length, pseudo);
    }

    static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    static long u32(byte[] bytes, int at) {
        return (long) u16(bytes, at) << 16 | u16(bytes, at + 2);
    }
}
