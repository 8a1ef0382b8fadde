// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

/** Ethernet frames with IPv4 or IPv6 and TCP, and what a receiver reads of them. */
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
        return Frames.ip(source, target)
                .trafficClass(ecn)
                .tcp(from, to, 1000, 2000, flags, 512)
                .payload(new byte[payload])
                .build();
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
}
