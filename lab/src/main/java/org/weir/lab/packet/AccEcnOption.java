// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;

/**
 * AccECN option of TCP (RFC 9768, section 3.2.3): what the receiver counted, in bytes of payload
 * modulo 2²⁴. Its kind says which counter comes first. Counters at the end may be left out.
 *
 * @param ect1First whether the option is of kind 0xAE, where ECT(1) is first; otherwise of 0xAC
 * @param ect0Bytes in packets that came as ECT(0), and 1; −1 when left out
 * @param ceBytes in packets that came with CE; −1 when left out
 * @param ect1Bytes in packets that came as ECT(1), and 1; −1 when left out
 */
public record AccEcnOption(boolean ect1First, int ect0Bytes, int ceBytes, int ect1Bytes) {
    /** Number of values of a counter. */
    public static final int VALUES = 1 << 24;

    /** Length of an option with all counters, with padding. */
    public static final int FULL_BYTES = 12;

    /** Length of an option without the last counter. */
    public static final int SHORT_BYTES = 8;

    static final int KIND_0 = 0xac;
    static final int KIND_1 = 0xae;

    private static final int NO_OPERATION = 1;
    private static final int HEADER_BYTES = 2;
    private static final int COUNTER_BYTES = 3;

    /** The same without the last counter. */
    public AccEcnOption shortened() {
        return new AccEcnOption(
                ect1First, ect1First ? -1 : ect0Bytes, ceBytes, ect1First ? ect1Bytes : -1);
    }

    /** Length with padding to whole words: 4, 8, 8 or 12 for none to three counters. */
    public int bytes() {
        return (HEADER_BYTES + COUNTER_BYTES * counters() + 3) / 4 * 4;
    }

    private int counters() {
        if (counter(0) < 0) {
            return 0;
        }
        return ceBytes < 0 ? 1 : counter(2) < 0 ? 2 : 3;
    }

    private int counter(int place) {
        if (place == 1) {
            return ceBytes;
        }
        return place == 0 == ect1First ? ect1Bytes : ect0Bytes;
    }

    /** Writes the option, and padding behind it. */
    public void write(ByteBuffer words) {
        int counters = counters();
        words.put((byte) (ect1First ? KIND_1 : KIND_0));
        words.put((byte) (HEADER_BYTES + COUNTER_BYTES * counters));
        for (int i = 0; i < counters; i++) {
            int counter = counter(i);
            words.put((byte) (counter >>> 16)).putShort((short) counter);
        }
        for (int i = HEADER_BYTES + COUNTER_BYTES * counters; i < bytes(); i++) {
            words.put((byte) NO_OPERATION);
        }
    }

    /** Reads whole counters; of a length between, the rest is left out. */
    static AccEcnOption read(ByteBuffer frame, int at, int length) {
        int[] counters = {-1, -1, -1};
        for (int i = 0; i < Math.min(3, (length - HEADER_BYTES) / COUNTER_BYTES); i++) {
            int from = at + HEADER_BYTES + COUNTER_BYTES * i;
            counters[i] = (frame.get(from) & 0xff) << 16 | frame.getShort(from + 1) & 0xffff;
        }
        boolean ect1First = (frame.get(at) & 0xff) == KIND_1;
        return new AccEcnOption(
                ect1First, counters[ect1First ? 2 : 0], counters[1], counters[ect1First ? 0 : 2]);
    }
}
