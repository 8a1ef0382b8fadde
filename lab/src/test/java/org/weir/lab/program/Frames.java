// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.HexFormat;
import org.weir.wire.packet.FrameBuilder;

/**
 * Frames as hosts send them to the switch, addresses in hexadecimal digits, and what a receiver
 * reads of TCP segments.
 */
final class Frames {

    static final int FIN = 0x01;
    static final int SYN = 0x02;
    static final int RST = 0x04;
    static final int ACK = 0x10;
    static final int ECE = 0x40;
    static final int CWR = 0x80;

    /** The bit that AccECN took of those that were reserved. */
    static final int AE = 0x100;

    private static final byte[] SWITCH_MAC = HexFormat.of().parseHex("0200000000ee");
    private static final byte[] HOST_MAC = HexFormat.of().parseHex("0200000000aa");

    private Frames() {}

    /**
     * Frame from the host's MAC to the switch's; 8 digits are an address of IPv4, 32 one of IPv6.
     */
    static FrameBuilder ip(String source, String target) {
        byte[] from = HexFormat.of().parseHex(source);
        byte[] to = HexFormat.of().parseHex(target);
        FrameBuilder frame = FrameBuilder.ethernet(SWITCH_MAC, HOST_MAC);
        return from.length == 4
                ? frame.ipv4(from, to).identification(0x1234)
                : frame.ipv6(from, to);
    }

    static byte[] udp(
            String source, String target, int trafficClass, int from, int to, byte[] payload) {
        return ip(source, target).trafficClass(trafficClass).udp(from, to).payload(payload).build();
    }

    static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    /** A segment with right checksums; addresses of 8 hexadecimal digits are IPv4's. */
    static byte[] segment(
            String source, String target, int ecn, int from, int to, int flags, int payload) {
        return ip(source, target)
                .trafficClass(ecn)
                .tcp(from, to, 1000, 2000, flags, 512)
                .payload(new byte[payload])
                .build();
    }

    static int sourcePort(byte[] frame) {
        return u16(frame, tcpAt(frame));
    }

    static int targetPort(byte[] frame) {
        return u16(frame, tcpAt(frame) + 2);
    }

    /** The flags, with AccECN's. */
    static int flags(byte[] frame) {
        return u16(frame, tcpAt(frame) + 12) & 0x1ff;
    }

    static boolean congestionExperienced(byte[] frame) {
        int trafficClass = tcpAt(frame) == 34 ? frame[15] : u16(frame, 14) >>> 4;
        return (trafficClass & 3) == 3;
    }

    private static int tcpAt(byte[] frame) {
        return u16(frame, 12) == 0x0800 ? 34 : 54;
    }
}
