// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

/**
 * The PFC frame of IEEE 802.1Q clause 36: a MAC control frame with opcode 0x0101, a vector of the
 * priorities it is about and a time for each, in units of 512 bit times.
 */
final class PauseFrame {

    /** Bits of one unit of time. */
    static final long QUANTUM_BITS = 512;

    /** The shortest frame, without its check sequence. */
    static final int LENGTH = 60;

    private static final long DESTINATION = 0x0180_C200_0001L;
    private static final int ETHER_TYPE = 0x8808;
    private static final int OPCODE = 0x0101;

    private static final int TYPE_OFFSET = 12;
    private static final int OPCODE_OFFSET = 14;
    private static final int VECTOR_OFFSET = 16;
    private static final int TIMES_OFFSET = 18;
    private static final int NEEDED_BYTES = 34;

    private PauseFrame() {}

    /** Whether bytes are meant as a PFC frame. */
    static boolean is(byte[] buffer, int offset, int length) {
        return length >= VECTOR_OFFSET
                && u16(buffer, offset + TYPE_OFFSET) == ETHER_TYPE
                && u16(buffer, offset + OPCODE_OFFSET) == OPCODE
                && ((long) u16(buffer, offset) << 32
                                | (long) u16(buffer, offset + 2) << 16
                                | u16(buffer, offset + 4))
                        == DESTINATION;
    }

    /** Whether such a frame is long enough. */
    static boolean isWhole(int length) {
        return length >= NEEDED_BYTES;
    }

    /** The priorities that a frame is about, a bit for each. */
    static int vector(byte[] buffer, int offset) {
        return u16(buffer, offset + VECTOR_OFFSET) & 0xFF;
    }

    /** The time of a priority. */
    static int quanta(byte[] buffer, int offset, int priority) {
        return u16(buffer, offset + TIMES_OFFSET + 2 * priority);
    }

    /** A frame without a priority, whose source tells the port. */
    static byte[] create(int port) {
        byte[] frame = new byte[LENGTH];
        put16(frame, 0, (int) (DESTINATION >> 32));
        put16(frame, 2, (int) (DESTINATION >> 16));
        put16(frame, 4, (int) DESTINATION);
        // A locally administered address of one station.
        frame[6] = 0x02;
        put16(frame, 10, port);
        put16(frame, TYPE_OFFSET, ETHER_TYPE);
        put16(frame, OPCODE_OFFSET, OPCODE);
        return frame;
    }

    /** Writes the priorities and their times. */
    static void set(byte[] frame, int vector, int[] quanta) {
        put16(frame, VECTOR_OFFSET, vector);
        for (int i = 0; i < quanta.length; i++) {
            put16(frame, TIMES_OFFSET + 2 * i, (vector >> i & 1) == 0 ? 0 : quanta[i]);
        }
    }

    private static int u16(byte[] buffer, int at) {
        return (buffer[at] & 0xFF) << 8 | buffer[at + 1] & 0xFF;
    }

    private static void put16(byte[] buffer, int at, int value) {
        buffer[at] = (byte) (value >> 8);
        buffer[at + 1] = (byte) value;
    }
}
