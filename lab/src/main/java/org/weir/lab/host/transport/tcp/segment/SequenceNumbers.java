// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.segment;

/**
 * Arithmetic of 32-bit sequence numbers (RFC 9293, section 3.4). A <em>position</em> is the same
 * number without the wrap, as 64 bits.
 */
public final class SequenceNumbers {
    private SequenceNumbers() {}

    /** The number of a position. */
    public static int of(long position) {
        return (int) position;
    }

    /**
     * The position of a number: of all that have it the one nearest to a known position.
     *
     * @param near position at most 2³¹ from it
     */
    public static long position(int number, long near) {
        return near + (number - (int) near);
    }

    /** Whether a timestamp is before another one (RFC 7323, section 5.3). */
    public static boolean isBefore(int one, int other) {
        return one - other < 0;
    }
}
