// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.nio.ByteBuffer;

/** Ethernet frames with IPv4 or IPv6 and UDP, and the checks that a receiver makes on them. */
public final class Frames {

    private Frames() {}

    /** A UDP datagram in IPv4 with right checksums, as a host would send it. */
    public static byte[] udp4(
            String source, String target, int tos, int ttl, int from, int to, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(14 + 20 + 8 + payload.length);
        frame.put(TestNetwork.bytes("0200000000ee0200000000aa0800"));
        frame.put((byte) 0x45).put((byte) tos).putShort((short) (28 + payload.length));
        frame.putInt(0x12340000).put((byte) ttl).put((byte) 17).putShort((short) 0);
        frame.put(TestNetwork.bytes(source)).put(TestNetwork.bytes(target));
        frame.putShort((short) from)
                .putShort((short) to)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0);
        frame.put(payload);
        byte[] bytes = frame.array();
        put16(bytes, 24, checksum(bytes, 14, 20, 0));
        put16(bytes, 40, udpChecksum4(bytes));
        return bytes;
    }

    /** A UDP datagram in IPv6 with the right checksum. */
    public static byte[] udp6(
            String source, String target, int trafficClass, int from, int to, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(14 + 40 + 8 + payload.length);
        frame.put(TestNetwork.bytes("0200000000ee0200000000aa86dd"));
        frame.putInt(6 << 28 | trafficClass << 20).putShort((short) (8 + payload.length));
        frame.put((byte) 17).put((byte) 64);
        frame.put(TestNetwork.bytes(source)).put(TestNetwork.bytes(target));
        frame.putShort((short) from)
                .putShort((short) to)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0);
        frame.put(payload);
        byte[] bytes = frame.array();
        put16(bytes, 60, udpChecksum6(bytes));
        return bytes;
    }

    /** RFC 1071: one's complement of the one's complement sum, over bytes and a start value. */
    public static int checksum(byte[] bytes, int offset, int length, long start) {
        long sum = start;
        for (int i = 0; i < length; i++) {
            int value = bytes[offset + i] & 0xff;
            sum += i % 2 == 0 ? value << 8 : value;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) (~sum & 0xffff);
    }

    /** The checksum a receiver computes over an IPv4 header; 0 when the header is right. */
    public static int ipv4Residue(byte[] frame) {
        return checksum(frame, 14, 20, 0);
    }

    /** The checksum that the UDP datagram of an IPv4 frame must have, its own field taken as 0. */
    public static int udpChecksum4(byte[] frame) {
        int length = u16(frame, 38);
        long pseudo = 17 + length;
        for (int at = 26; at < 34; at += 2) {
            pseudo += u16(frame, at);
        }
        return checksum(frame, 34, length, pseudo + (~u16(frame, 40) & 0xffff));
    }

    /** The same for IPv6. */
    public static int udpChecksum6(byte[] frame) {
        int length = u16(frame, 58);
        long pseudo = 17 + length;
        for (int at = 22; at < 54; at += 2) {
            pseudo += u16(frame, at);
        }
        return checksum(frame, 54, length, pseudo + (~u16(frame, 60) & 0xffff));
    }

    public static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    public static long u32(byte[] bytes, int at) {
        return (long) u16(bytes, at) << 16 | u16(bytes, at + 2);
    }

    private static void put16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 8);
        bytes[at + 1] = (byte) value;
    }
}
