// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.HexFormat;
import org.weir.wire.packet.FrameBuilder;

/** Frames as hosts send them to the switch, addresses in hexadecimal digits. */
final class Frames {

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
}
