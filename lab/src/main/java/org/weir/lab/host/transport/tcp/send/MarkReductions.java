// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Reductions of one sender's window after marks. */
public final class MarkReductions {
    private long count;
    private double firstWindowBytes = Double.NaN;

    void add(double windowBytes) {
        if (count == 0) {
            firstWindowBytes = windowBytes;
        }
        count++;
    }

    /** Number of reductions. */
    public long count() {
        return count;
    }

    /** Window before the first reduction, bytes; not a number without one. */
    public double firstWindowBytes() {
        return firstWindowBytes;
    }
}
