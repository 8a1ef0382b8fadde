// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import org.weir.wire.packet.InternetChecksum;

/** The IPv6 header (RFC 8200). */
final class Ipv6 {
    static final int ETHER_TYPE = 0x86dd;
    static final int HEADER_BYTES = 40;

    private Ipv6() {}

    static void write(
            ByteBuffer frame,
            int trafficClass,
            int payloadBytes,
            int nextHeader,
            int hopLimit,
            IpAddress source,
            IpAddress destination) {
        frame.putInt(6 << 28 | trafficClass << 20).putShort((short) payloadBytes);
        frame.put((byte) nextHeader).put((byte) hopLimit);
        frame.put(source.bytes()).put(destination.bytes());
    }

    /** The sum over the pseudo header that UDP and ICMPv6 checksums cover. */
    static long pseudoHeaderSum(byte[] frame, int payloadBytes, int nextHeader) {
        return InternetChecksum.add(payloadBytes + nextHeader, frame, EthernetHeader.BYTES + 8, 32);
    }
}
