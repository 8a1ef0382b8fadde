// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The time since something was done last, which no setting of the wall clock changes. */
final class Interval {

    private final LongSupplier clockNs;
    private OptionalLong begunNs = OptionalLong.empty();

    /**
     * An interval that has passed.
     *
     * @param clockNs monotonic time, ns
     */
    Interval(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /** Begins now. */
    void begin() {
        begunNs = OptionalLong.of(clockNs.getAsLong());
    }

    /** Has passed from now on, until it begins again. */
    void end() {
        begunNs = OptionalLong.empty();
    }

    /** True if it began at least that many milliseconds ago, or ended. */
    boolean hasPassed(long ms) {
        return begunNs.isEmpty()
                || clockNs.getAsLong() - begunNs.getAsLong() >= TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
