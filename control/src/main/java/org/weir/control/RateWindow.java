// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * The window over which a switch measures the arrival rate λ of a port's classes: a power of two,
 * 16 to 32768 µs, because a switch divides time by shifting it. Immutable.
 */
public final class RateWindow {
    /** The name in a policy's {@code port} and {@code ports}. */
    public static final String FIELD_NAME = "rateWindowUs";

    /** Shortest window, µs. */
    public static final long MIN_US = 1 << 4;

    /** Longest window, µs. */
    public static final long MAX_US = 1 << 15;

    /** The longest window, and that of a port without a stated one. */
    public static final RateWindow LONGEST = new RateWindow(MAX_US);

    /**
     * Full frames that a line sends in the window of its rate: The λ of a class that fills the line
     * is then known to a frame in 128, or to 9 % (1/√128) if packets arrive at random. This matches
     * the tenth by which λ and λ* count as equal. Longer windows average over flows that have
     * already ended, and show changes late.
     */
    private static final double FRAMES = 128;

    /** A frame of 1518 bytes with preamble and gap. */
    private static final double FRAME_BITS = 8 * 1538;

    private static final double US_PER_SECOND = 1e6;

    private final long us;

    private RateWindow(long us) {
        this.us = us;
    }

    /**
     * The window of a length.
     *
     * @param us its length, µs
     * @throws IllegalArgumentException if that is not a power of two from 16 to 32768
     */
    public static RateWindow ofUs(long us) {
        if (us < MIN_US || us > MAX_US || Long.bitCount(us) != 1) {
            throw new IllegalArgumentException(
                    "a window must be a power of two from "
                            + MIN_US
                            + " to "
                            + MAX_US
                            + " µs, was "
                            + us);
        }
        return new RateWindow(us);
    }

    /**
     * The window for a line: the one that is nearest, by ratio, to the time of 128 full frames.
     * 32.768 ms up to 67 Mb/s, 2.048 ms at 1 Gb/s, 128 µs at 10 Gb/s, 16 µs from 70 Gb/s on.
     *
     * @param rateBps the line's rate, bit/s, above 0
     */
    public static RateWindow forRate(long rateBps) {
        double us = FRAMES * FRAME_BITS * US_PER_SECOND / rateBps;
        long power = Math.round(Math.log(us) / Math.log(2));
        return new RateWindow(
                Math.max(MIN_US, Math.min(MAX_US, 1L << Math.max(0, Math.min(62, power)))));
    }

    /** All possible windows, the shortest first. */
    public static List<RateWindow> all() {
        return LongStream.iterate(MIN_US, us -> us <= MAX_US, us -> 2 * us)
                .mapToObj(RateWindow::new)
                .collect(Collectors.toUnmodifiableList());
    }

    /** The field of a policy as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(
                () ->
                        new NumberDeclaration(
                                FIELD_NAME,
                                "by the port's rate",
                                "µs",
                                MIN_US,
                                MAX_US,
                                "Window over which the switch measures the arrival rate λ of each"
                                        + " class, a power of two. The default is the power of two"
                                        + " nearest to the time of 128 full frames: 32.768 ms up"
                                        + " to 67 Mb/s, 2.048 ms at 1 Gb/s, 128 µs at 10 Gb/s, 16"
                                        + " µs from 70 Gb/s on. For a class that fills the line, λ"
                                        + " then has a resolution of 1/128, and a standard error"
                                        + " of 9 % with random arrivals; a longer window would"
                                        + " include flows that have already ended. On BMv2 the"
                                        + " first bucket of the delay histogram is 1/256 of the"
                                        + " window, 1 to 64 µs, and packets of a flow overtake"
                                        + " others of it at most once in 16 windows. A Tofino's"
                                        + " windows are 2.4 %"
                                        + " longer; REST shows the true length of a port's window"
                                        + " as `rateWindowUs`."));
    }

    /** Its length, µs. */
    public long us() {
        return us;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RateWindow && us == ((RateWindow) other).us;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(us);
    }

    @Override
    public String toString() {
        return us + " µs";
    }
}
