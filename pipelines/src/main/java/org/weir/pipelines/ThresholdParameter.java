// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.OptionalInt;

/**
 * The parameter {@code threshold_packets} of {@code set_virtual_queue}: K in packets, or one of two
 * values that stand for another kind of marking.
 */
public final class ThresholdParameter {

    private static final int BY_RATE = 65534;

    private static final int OFF = 65535;

    private static final int MAX_PACKETS = BY_RATE - 1;

    private ThresholdParameter() {}

    /** The value for threshold marking; a K above 65533 packets becomes 65533. */
    public static int ofPackets(int thresholdPackets) {
        return Math.min(MAX_PACKETS, thresholdPackets);
    }

    /** The value for rate-based marking. */
    public static int byRate() {
        return BY_RATE;
    }

    /** The value for no threshold marking. */
    public static int off() {
        return OFF;
    }

    /** K, packets; empty if the value stands for another kind of marking. */
    public static OptionalInt packets(long value) {
        return value <= MAX_PACKETS ? OptionalInt.of((int) value) : OptionalInt.empty();
    }

    /** True if the value stands for rate-based marking. */
    public static boolean isByRate(long value) {
        return value == BY_RATE;
    }
}
