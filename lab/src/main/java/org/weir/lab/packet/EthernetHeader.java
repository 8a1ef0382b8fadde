// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;

/** The 14 bytes at the front of each frame. */
public final class EthernetHeader {
    /** Length in bytes. */
    public static final int BYTES = 14;

    private EthernetHeader() {}

    /** The destination of a frame. */
    public static MacAddress destination(byte[] frame) {
        return readMac(frame, 0);
    }

    /** The EtherType of a frame of at least 14 bytes. */
    public static int etherType(byte[] frame) {
        return (frame[12] & 0xff) << 8 | frame[13] & 0xff;
    }

    static void write(ByteBuffer frame, MacAddress destination, MacAddress source, int etherType) {
        writeMac(frame, destination);
        writeMac(frame, source);
        frame.putShort((short) etherType);
    }

    static void writeMac(ByteBuffer frame, MacAddress mac) {
        frame.putShort((short) (mac.value() >>> 32)).putInt((int) mac.value());
    }

    static MacAddress readMac(byte[] frame, int offset) {
        long value = 0;
        for (int i = 0; i < 6; i++) {
            value = value << 8 | frame[offset + i] & 0xff;
        }
        return new MacAddress(value);
    }
}
