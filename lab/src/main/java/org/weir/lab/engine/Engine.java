// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.weir.bmv2.time.Timeline;

/**
 * The discrete-event loop: one thread, integer nanoseconds from 0, events ordered by time and then
 * by the order in which they were scheduled. Two runs that schedule the same events are identical.
 *
 * <p>With {@link Pacing#WALL_CLOCK} the same events run in the same order, only held back until the
 * wall clock has reached their time. When the machine is too slow the loop catches up as fast as it
 * can and reports how far behind it is.
 *
 * <p>Work that comes from other threads enters by {@link #submit}: it runs between two events. Only
 * such work can make two runs differ.
 */
public final class Engine implements Timeline {
    private static final long LONGEST_WAIT_NS = 50_000_000L;

    /** An engine that is later than this takes arrivals early, so that few wait in it. */
    private static final long MOST_DEFERRED_NS = 10_000_000L;

    private static final VarHandle NOW_NS = nowNsHandle();

    private final Pacing pacing;
    private final EventQueue events = new EventQueue();
    private final ConcurrentLinkedQueue<Runnable> submitted = new ConcurrentLinkedQueue<>();

    private volatile long nowNs;
    private volatile boolean stopRequested;
    private volatile Thread loop;
    private volatile long lagNs;
    private volatile long greatestLagNs;
    private LagWatch lagWatch;
    private long wallOriginNs;
    private boolean wallOriginSet;
    private long executedEvents;

    /**
     * @param pacing whether the loop is held back by the wall clock
     */
    public Engine(Pacing pacing) {
        this.pacing = Objects.requireNonNull(pacing, "pacing");
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void schedule(long timeNs, Runnable task) {
        events.add(Math.max(timeNs, nowNs), Objects.requireNonNull(task, "task"));
    }

    /** Schedules work a number of nanoseconds from now; otherwise as {@link #schedule}. */
    public void scheduleAfter(long delayNs, Runnable task) {
        schedule(nowNs + delayNs, task);
    }

    /** Has work run by the loop's thread as soon as possible. Safe from any thread. */
    @Override
    public void submit(Runnable task) {
        submitted.add(Objects.requireNonNull(task, "task"));
        LockSupport.unpark(loop);
    }

    /**
     * Has work run at the engine's time at which something came from outside, in order with the
     * events. An engine that is late would otherwise take what came meanwhile too early, and all at
     * once. Work whose time has passed runs as soon as possible. Safe from any thread.
     *
     * @param wallNs time at which it came, by {@link System#nanoTime}
     */
    public void submitArrival(long wallNs, Runnable task) {
        submit(
                () -> {
                    long timeNs = Math.min(wallNs - wallOriginNs, nowNs + MOST_DEFERRED_NS);
                    if (pacing == Pacing.FREE || timeNs <= nowNs) {
                        task.run();
                    } else {
                        schedule(timeNs, task);
                    }
                });
    }

    /**
     * Runs every event whose time is at most {@code endNs}, then sets the clock to {@code endNs}.
     * Returns early after {@link #stop()}. An exception thrown by an event leaves this method.
     *
     * @param endNs last instant to run, in ns since the start
     */
    public void runUntil(long endNs) {
        if (loop != null) {
            throw new IllegalStateException("the engine is already running");
        }
        loop = Thread.currentThread();
        try {
            if (pacing == Pacing.WALL_CLOCK && !wallOriginSet) {
                wallOriginNs = System.nanoTime() - nowNs;
                wallOriginSet = true;
            }
            while (!stopRequested) {
                runSubmitted();
                if (!events.isEmpty() && events.firstTimeNs() <= endNs) {
                    if (waitFor(events.firstTimeNs())) {
                        runFirst();
                    }
                } else if (waitFor(endNs)) {
                    nowNs = Math.max(nowNs, endNs);
                    runSubmitted();
                    return;
                }
            }
        } finally {
            loop = null;
        }
    }

    /** Ends {@link #runUntil} after the event now running. Safe from any thread. */
    public void stop() {
        stopRequested = true;
        LockSupport.unpark(loop);
    }

    /** Whether {@link #stop()} was called. */
    public boolean isStopped() {
        return stopRequested;
    }

    /** Delay of the latest event behind the wall clock, ns; 0 when not paced. */
    public long lagNs() {
        return lagNs;
    }

    /** The greatest {@link #lagNs()} since the last call of this method, in ns. */
    public long takeGreatestLagNs() {
        long greatest = greatestLagNs;
        greatestLagNs = 0;
        return greatest;
    }

    /**
     * Tells a watch of each event that runs late, on the loop's thread, instead of the one before;
     * from the loop's thread, or while the loop does not run.
     */
    public void watchLag(LagWatch watch) {
        lagWatch = watch;
    }

    /**
     * Time of the next event, ns since the start, or −1 when there is none. Running until this
     * time, again and again, stops at every instant at which something happens. From the loop's
     * thread, or while the loop does not run.
     */
    public long nextEventNs() {
        return events.isEmpty() ? -1 : events.firstTimeNs();
    }

    /**
     * Number of events that are yet to run, cancelled ones included; from the loop's thread, or
     * while the loop does not run.
     */
    public int pendingEvents() {
        return events.size();
    }

    /** Number of events run so far; from the loop's thread, or while the loop does not run. */
    public long executedEvents() {
        return executedEvents;
    }

    private static VarHandle nowNsHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Engine.class, "nowNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private void runFirst() {
        long timeNs = events.firstTimeNs();
        Runnable task = events.removeFirst();
        // Other threads may see the time late; waiting for them at each event would be slow.
        NOW_NS.setRelease(this, timeNs);
        executedEvents++;
        task.run();
    }

    private void runSubmitted() {
        Runnable task = submitted.poll();
        if (task == null) {
            return;
        }
        catchUpWithWallClock();
        while (task != null) {
            task.run();
            task = submitted.poll();
        }
    }

    /** Moves the clock to the present, but never past an event that has not run. */
    private void catchUpWithWallClock() {
        if (pacing == Pacing.WALL_CLOCK) {
            long presentNs = System.nanoTime() - wallOriginNs;
            if (!events.isEmpty()) {
                presentNs = Math.min(presentNs, events.firstTimeNs());
            }
            nowNs = Math.max(nowNs, presentNs);
        }
    }

    /** Waits until {@code timeNs} is due; false when there is something else to do first. */
    private boolean waitFor(long timeNs) {
        if (pacing == Pacing.FREE) {
            return true;
        }
        long aheadNs = timeNs - (System.nanoTime() - wallOriginNs);
        if (aheadNs <= 0) {
            lagNs = -aheadNs;
            greatestLagNs = Math.max(greatestLagNs, lagNs);
            if (lagWatch != null) {
                lagWatch.late(timeNs, lagNs);
            }
            return true;
        }
        LockSupport.parkNanos(this, Math.min(aheadNs, LONGEST_WAIT_NS));
        return false;
    }
}
