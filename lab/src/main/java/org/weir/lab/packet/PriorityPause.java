// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.OptionalInt;

/** The frames of priority-based flow control, IEEE 802.1Q clause 36. */
public final class PriorityPause {
    /** Bits of one unit of time. */
    public static final long QUANTUM_BITS = 512;

    private static final long DESTINATION = 0x0180_c200_0001L;
    private static final int ETHER_TYPE = 0x8808;
    private static final int OPCODE = 0x0101;
    private static final int NEEDED_BYTES = 34;

    private PriorityPause() {}

    /**
     * Number of quanta for which a frame asks a priority to pause, 0 to resume. Empty when the
     * frame is not a PFC frame, is cut short or does not concern the priority.
     */
    public static OptionalInt quanta(byte[] frame, int priority) {
        if (frame.length < NEEDED_BYTES) {
            return OptionalInt.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(frame);
        boolean isPause =
                fields.getLong(0) >>> 16 == DESTINATION
                        && (fields.getShort(12) & 0xffff) == ETHER_TYPE
                        && (fields.getShort(14) & 0xffff) == OPCODE;
        if (!isPause || (fields.getShort(16) >> priority & 1) == 0) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(fields.getShort(18 + 2 * priority) & 0xffff);
    }
}
