// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.Comparator;
import java.util.PriorityQueue;
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

    private record Task(long timeNs, long sequence, Runnable task) {}

    private final long originNs =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(
                    Comparator.comparingLong(Task::timeNs).thenComparingLong(Task::sequence));
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private long nextSequence;
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
            tasks.add(new Task(timeNs, nextSequence++, task));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void submit(Runnable task) {
        schedule(nowNs(), task);
    }

    private void run() {
        Task next = await();
        while (next != null) {
            try {
                next.task.run();
            } catch (RuntimeException e) {
                // One task's failure must not stop the switch.
                LOG.error("task failed", e);
            }
            next = await();
        }
    }

    /** The next task when it is due; null after closing. */
    private Task await() {
        lock.lock();
        try {
            while (!closed) {
                Task first = tasks.peek();
                long waitNs = first == null ? Long.MAX_VALUE : first.timeNs - nowNs();
                if (waitNs <= 0) {
                    return tasks.poll();
                }
                if (first == null) {
                    changed.await();
                } else {
                    changed.awaitNanos(waitNs);
                }
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
