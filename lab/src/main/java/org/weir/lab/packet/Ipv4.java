// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import org.weir.wire.packet.InternetChecksum;

/** The IPv4 header (RFC 791). */
public final class Ipv4 {
    static final int ETHER_TYPE = 0x0800;
    static final int HEADER_BYTES = 20;

    private static final int IDENTIFICATION_OFFSET = EthernetHeader.BYTES + 4;
    private static final int CHECKSUM_OFFSET = EthernetHeader.BYTES + 10;

    private Ipv4() {}

    /**
     * Writes the identification of a frame's IPv4 header without options, and its checksum anew.
     *
     * @param value 0 to 65535
     */
    public static void setIdentification(byte[] frame, int value) {
        put16(frame, IDENTIFICATION_OFFSET, value);
        put16(frame, CHECKSUM_OFFSET, 0);
        long sum = InternetChecksum.add(0, frame, EthernetHeader.BYTES, HEADER_BYTES);
        put16(frame, CHECKSUM_OFFSET, InternetChecksum.of(sum));
    }

    private static void put16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }
}
