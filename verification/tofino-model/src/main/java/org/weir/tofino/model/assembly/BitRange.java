// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.assembly;

/** Bits {@code lo} to {@code hi}, both included, 0 the least significant. */
public record BitRange(int lo, int hi) {

    public static boolean isRange(String text) {
        return text.matches("[0-9]+(\\.\\.[0-9]+)?");
    }

    /** Reads a range such as "3..7" or "3". */
    public static BitRange parse(int line, String text) {
        if (!isRange(text)) {
            throw new AssemblyException(line, "'" + text + "' is not a range of bits");
        }
        int dots = text.indexOf("..");
        int lo = Integer.parseInt(dots < 0 ? text : text.substring(0, dots));
        int hi = dots < 0 ? lo : Integer.parseInt(text.substring(dots + 2));
        if (hi < lo) {
            throw new AssemblyException(line, "range " + text + " goes down");
        }
        return new BitRange(lo, hi);
    }

    public int width() {
        return hi - lo + 1;
    }

    /** These bits of the bits {@code outer} is. */
    public BitRange within(BitRange outer) {
        return new BitRange(outer.lo + lo, outer.lo + hi);
    }
}
