// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timeline paced by the wall clock: its time is nanoseconds since the Unix epoch, its thread its
 * own.
 */
public final class RealTimeline implements Timeline, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RealTimeline.class);

    private final long originNs =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    private final TaskHeap tasks = new TaskHeap();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean closed;

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
        lock.lock();
        try {
            tasks.add(timeNs, task);
            // The timeline's own thread does not wait while it runs this.
            if (Thread.currentThread() != thread) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void submit(Runnable task) {
        schedule(nowNs(), task);
    }

    private void run() {
        Runnable next = await();
        while (next != null) {
            try {
                next.run();
            } catch (RuntimeException e) {
                // One task's failure must not stop the switch.
                LOG.error("task failed", e);
            }
            next = await();
        }
    }

    /** The next task when it is due; null after closing. */
    private Runnable await() {
        lock.lock();
        try {
            while (!closed) {
                if (tasks.isEmpty()) {
                    changed.await();
                    continue;
                }
                long waitNs = tasks.firstTimeNs() - nowNs();
                if (waitNs <= 0) {
                    return tasks.removeFirst();
                }
                changed.awaitNanos(waitNs);
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Stops the thread; tasks that wait are not run. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
