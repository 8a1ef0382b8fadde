// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.OptionalInt;

/**
 * The numbers of ABC (docs/abc.md) in programs for Tofino, whose stateful ALUs neither multiply nor
 * shift by a variable.
 */
public final class WindowedActivity {

    /** Length of the windows in which a user's bytes are counted, s: 2^31 ns. */
    public static final double METER_WINDOW_SECONDS = (1L << 31) / 1e9;

    /** Packets of a queue whose mean activity the next packets are compared with. */
    public static final int AVERAGE_PACKETS = 256;

    /** Largest exponent of &gamma; in packets: 2^10 packets. */
    public static final int MAX_GAMMA_LOG_2 = 10;

    private WindowedActivity() {}

    /**
     * The exponent of &gamma;.
     *
     * @param gammaPackets &gamma; in packets, 0 or more
     * @return empty unless it is a power of two, from 1 to 2^{@value #MAX_GAMMA_LOG_2}
     */
    public static OptionalInt gammaLog2(long gammaPackets) {
        int log2 = Long.numberOfTrailingZeros(gammaPackets);
        return Long.bitCount(gammaPackets) == 1 && log2 <= MAX_GAMMA_LOG_2
                ? OptionalInt.of(log2)
                : OptionalInt.empty();
    }
}
