// SPDX-License-Identifier: Apache-2.0
package org.weir.app.shape;

import java.util.Locale;

/** A delay as text for a table: of slow lines in hundredths of a ms, of fast ones finer. */
public final class DelayText {

    private static final int DECIMALS = 2;

    /** Decimals of the smallest delay that is shown, 1 ns. */
    private static final int MOST_DECIMALS = 6;

    private DelayText() {}

    /**
     * A delay.
     *
     * @param ms the delay, ms; not a number if it is not known
     * @return the delay with two decimals, below 1 ms with three significant digits; a dash if it
     *     is not known
     */
    public static String milliseconds(double ms) {
        if (!Double.isFinite(ms)) {
            return "-";
        }
        int decimals =
                ms > 0 && ms < 1
                        ? Math.min(MOST_DECIMALS, DECIMALS - (int) Math.floor(Math.log10(ms)))
                        : DECIMALS;
        return String.format(Locale.ROOT, "%." + decimals + "f", ms);
    }
}
