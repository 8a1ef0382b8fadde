// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Time of the wall clock, later each time that it is asked for. While the clock stands behind the
 * time that was given last, because it was set back, each is a millisecond later. Thread-safe.
 */
final class RisingTime implements LongSupplier {

    private final LongSupplier wallMs;
    private final AtomicLong lastMs = new AtomicLong();

    /**
     * The time.
     *
     * @param wallMs wall clock, ms since 1970
     */
    RisingTime(LongSupplier wallMs) {
        this.wallMs = wallMs;
    }

    @Override
    public long getAsLong() {
        long nowMs = wallMs.getAsLong();
        return lastMs.updateAndGet(last -> Math.max(last + 1, nowMs));
    }
}
