// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Monotonic time in which this process was awake, ns: it hardly advances while the process stands
 * still, as in a virtual machine that is suspended. One thread that nothing holds up notes the time
 * once a second; of the time since a note at most {@value #MAX_STEP_S} s count. So a thread that is
 * held up, while the noting thread runs, does not stop the clock.
 */
public final class AwakeClock implements LongSupplier {

    private static final long MAX_STEP_S = 2;

    private final LongSupplier clockNs;
    private long notedNs;

    /** This clock's time at the last note, ns. */
    private long awakeNs;

    /**
     * A clock that begins at 0.
     *
     * @param clockNs monotonic time, ns
     */
    public AwakeClock(LongSupplier clockNs) {
        this.clockNs = clockNs;
        notedNs = clockNs.getAsLong();
    }

    /** Notes the time; to be called once a second, by a thread without tasks that take long. */
    public synchronized void noteTime() {
        long nowNs = clockNs.getAsLong();
        awakeNs = awakeNs(nowNs);
        notedNs = nowNs;
    }

    @Override
    public synchronized long getAsLong() {
        return awakeNs(clockNs.getAsLong());
    }

    private long awakeNs(long nowNs) {
        return awakeNs + Math.min(nowNs - notedNs, TimeUnit.SECONDS.toNanos(MAX_STEP_S));
    }
}
