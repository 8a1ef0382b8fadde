// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.time;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timeline paced by the wall clock: its time is nanoseconds since the Unix epoch, its thread its
 * own. Beside tasks it runs sources, which bring in what other threads have without a task, a lock
 * or an object for each piece.
 */
public final class RealTimeline implements Timeline, AutoCloseable {

    /** Brings in what other threads have for the timeline, such as received frames. */
    @FunctionalInterface
    public interface Source {

        /**
         * Does some of what there is to do, on the timeline's thread: again and again while the
         * timeline is awake, after the tasks that are due.
         *
         * @return whether anything was done
         */
        boolean run();
    }

    private static final Logger LOG = LoggerFactory.getLogger(RealTimeline.class);

    /** Tasks run before the sources have their turn. */
    private static final int MAX_TASKS = 1024;

    private final long originNs =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    private final TaskHeap tasks = new TaskHeap();
    private final Queue<Runnable> submitted = new ConcurrentLinkedQueue<>();
    private final List<Source> sources = new ArrayList<>();
    private final Thread thread;

    /** Tasks and sources that have failed; of the timeline's thread only. */
    private long failures;

    /** Whether the thread sleeps, or looks a last time before it does. */
    private volatile boolean asleep;

    private volatile boolean closed;

    /** Starts the timeline's thread. */
    public RealTimeline(String name) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public long nowNs() {
        return originNs + System.nanoTime();
    }

    @Override
    public void schedule(long timeNs, Runnable task) {
        if (Thread.currentThread() == thread) {
            tasks.add(timeNs, task);
        } else {
            submit(() -> tasks.add(timeNs, task));
        }
    }

    @Override
    public void submit(Runnable task) {
        submitted.add(task);
        wake();
    }

    /** Adds a source. May be called from any thread. */
    public void addSource(Source source) {
        submit(() -> sources.add(source));
    }

    /**
     * Makes sure that the sources run once more. Costs little while the timeline is awake. May be
     * called from any thread, after what the source is to find has been written.
     */
    public void wake() {
        // What was written before this is seen by the last look, or the look's thread is asleep.
        VarHandle.fullFence();
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            if (runSome()) {
                continue;
            }
            asleep = true;
            if (!runSome() && !closed) {
                if (tasks.isEmpty()) {
                    LockSupport.park(this);
                } else {
                    long waitNs = tasks.firstTimeNs() - nowNs();
                    if (waitNs > 0) {
                        LockSupport.parkNanos(this, waitNs);
                    }
                }
            }
            asleep = false;
        }
    }

    /** Runs tasks that are due and each source once; returns whether there was anything to do. */
    private boolean runSome() {
        int done = 0;
        Runnable task = submitted.poll();
        while (task != null && done < MAX_TASKS) {
            run(task);
            done++;
            task = submitted.poll();
        }
        if (task != null) {
            run(task);
        }
        long nowNs = nowNs();
        while (!tasks.isEmpty() && tasks.firstTimeNs() <= nowNs && done < MAX_TASKS) {
            run(tasks.removeFirst());
            done++;
        }
        boolean any = done > 0;
        for (int i = 0; i < sources.size(); i++) {
            any |= run(sources.get(i));
        }
        return any;
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            failed("task", e);
        }
    }

    private boolean run(Source source) {
        try {
            return source.run();
        } catch (RuntimeException | Error e) {
            failed("source", e);
            return true;
        }
    }

    /** Logs a failure, which must not stop the switch: the 1st, 2nd, 4th, 8th and so on. */
    private void failed(String what, Throwable e) {
        failures++;
        if (Long.bitCount(failures) == 1) {
            LOG.error("{} failed ({} failures so far)", what, failures, e);
        }
    }

    /** Stops the thread; tasks that wait are not run. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
