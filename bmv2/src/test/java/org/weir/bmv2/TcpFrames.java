// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.nio.ByteBuffer;

/** Ethernet frames with IPv4 or IPv6 and TCP, and the check that a receiver makes on them. */
final class TcpFrames {

    static final int FIN = 0x01;
    static final int SYN = 0x02;
    static final int RST = 0x04;
    static final int ACK = 0x10;
    static final int ECE = 0x40;
    static final int CWR = 0x80;

    /** The bit that AccECN took of those that were reserved. */
    static final int AE = 0x100;

    private TcpFrames() {}

    /** A segment with right checksums; addresses of 8 hexadecimal digits are IPv4's. */
    static byte[] segment(
            String source, String target, int ecn, int from, int to, int flags, int payload) {
        boolean ipv4 = source.length() == 8;
        int ipBytes = ipv4 ? 20 : 40;
        ByteBuffer frame = ByteBuffer.allocate(14 + ipBytes + 20 + payload);
        frame.put(TestNetwork.bytes("0200000000ee0200000000aa"));
        if (ipv4) {
            frame.putShort((short) 0x0800).put((byte) 0x45).put((byte) ecn);
            frame.putShort((short) (40 + payload)).putInt(0x12340000);
            frame.put((byte) 64).put((byte) 6).putShort((short) 0);
        } else {
            frame.putShort((short) 0x86dd).putInt(6 << 28 | ecn << 20);
            frame.putShort((short) (20 + payload)).put((byte) 6).put((byte) 64);
        }
        frame.put(TestNetwork.bytes(source)).put(TestNetwork.bytes(target));
        frame.putShort((short) from).putShort((short) to).putInt(1000).putInt(2000);
        frame.putShort((short) (5 << 12 | flags)).putShort((short) 512).putInt(0);
        byte[] bytes = frame.array();
        if (ipv4) {
            put16(bytes, 24, Frames.checksum(bytes, 14, 20, 0));
        }
        put16(bytes, 14 + ipBytes + 16, residue(bytes));
        return bytes;
    }

    /** The checksum a receiver computes over the segment; 0 when it is right. */
    static int residue(byte[] frame) {
        int tcp = tcpAt(frame);
        int addresses = tcp == 34 ? 26 : 22;
        long pseudo = 6L + frame.length - tcp;
        for (int at = addresses; at < tcp; at += 2) {
            pseudo += Frames.u16(frame, at);
        }
        return Frames.checksum(frame, tcp, frame.length - tcp, pseudo);
    }

    static int sourcePort(byte[] frame) {
        return Frames.u16(frame, tcpAt(frame));
    }

    static int targetPort(byte[] frame) {
        return Frames.u16(frame, tcpAt(frame) + 2);
    }

    /** The flags, with AccECN's. */
    static int flags(byte[] frame) {
        return Frames.u16(frame, tcpAt(frame) + 12) & 0x1ff;
    }

    static boolean congestionExperienced(byte[] frame) {
        int trafficClass = tcpAt(frame) == 34 ? frame[15] : Frames.u16(frame, 14) >>> 4;
        return (trafficClass & 3) == 3;
    }

    private static int tcpAt(byte[] frame) {
        return Frames.u16(frame, 12) == 0x0800 ? 34 : 54;
    }

    private static void put16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 8);
        bytes[at + 1] = (byte) value;
    }
}
