// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of TCP or UDP ports, both ends included. Immutable. */
public final class PortRange {
    private static final Pattern FORM = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    private final int low;
    private final int high;

    /**
     * @param low first port, 0 to 65535
     * @param high last port, {@code low} to 65535
     * @throws IllegalArgumentException if they are out of range or the wrong way round
     */
    public PortRange(int low, int high) {
        if (low < 0 || high > 65535 || low > high) {
            throw new IllegalArgumentException(
                    "must be ports of 0 to 65535, low end first, was \""
                            + (low == high ? "" + low : low + "-" + high)
                            + "\"");
        }
        this.low = low;
        this.high = high;
    }

    /**
     * Reads {@code 5001} or {@code 5001-5010}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static PortRange parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must be a port or a range such as \"5001-5010\", was \"" + text + "\"");
        }
        int low = Integer.parseInt(matcher.group(1));
        int high = matcher.group(2) == null ? low : Integer.parseInt(matcher.group(2));
        return new PortRange(low, high);
    }

    /** First port. */
    public int low() {
        return low;
    }

    /** Last port. */
    public int high() {
        return high;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PortRange
                && low == ((PortRange) other).low
                && high == ((PortRange) other).high;
    }

    @Override
    public int hashCode() {
        return 65536 * low + high;
    }

    @Override
    public String toString() {
        return low == high ? Integer.toString(low) : low + "-" + high;
    }
}
