// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

/**
 * Task that runs once at a time that may be moved or cancelled. It keeps at most a few events in
 * the engine, however often the time is moved. From the engine's thread only.
 */
public final class Alarm {
    private static final long NEVER = Long.MAX_VALUE;

    private final Engine engine;
    private final Runnable task;

    /** Time at which the task is to run, ns; {@link #NEVER} when it is not to. */
    private long dueNs = NEVER;

    /** Time of the earliest event that looks at this alarm, ns. */
    private long eventNs = NEVER;

    /** An alarm that is not set. */
    public Alarm(Engine engine, Runnable task) {
        this.engine = engine;
        this.task = task;
    }

    /**
     * Has the task run at a time, instead of at the one set before; in the past: as soon as may be.
     */
    public void set(long timeNs) {
        dueNs = Math.max(timeNs, engine.nowNs());
        if (dueNs < eventNs) {
            scheduleEvent();
        }
    }

    /** Has the task not run. */
    public void cancel() {
        dueNs = NEVER;
    }

    /** True while the alarm is set. */
    public boolean isSet() {
        return dueNs != NEVER;
    }

    /** Time for which it is set, ns; {@link Long#MAX_VALUE} when it is not. */
    public long dueNs() {
        return dueNs;
    }

    private void scheduleEvent() {
        long ownNs = dueNs;
        eventNs = ownNs;
        engine.schedule(ownNs, () -> onEvent(ownNs));
    }

    private void onEvent(long ownNs) {
        if (ownNs != eventNs) {
            // An earlier event has taken its place.
            return;
        }
        eventNs = NEVER;
        if (dueNs > engine.nowNs()) {
            if (dueNs != NEVER) {
                scheduleEvent();
            }
            return;
        }
        dueNs = NEVER;
        task.run();
    }
}
